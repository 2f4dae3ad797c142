import { z } from 'zod';
import { readContent } from './content-file.server';

/** Services that can be booked on the services page (docs/product.md, "Services"). */
export const serviceTypes = readContent(
  'serviceTypes',
  z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      includes: z.array(z.string()),
      startsAtRupees: z.number().int().nonnegative(),
      /** 'Same day' */
      duration: z.string(),
    }),
  ),
);

export const getServiceName = (id: string): string => serviceTypes.find((type) => type.id === id)?.name ?? id;
