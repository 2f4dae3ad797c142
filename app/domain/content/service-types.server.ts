import { z } from 'zod';
import { readContent } from './content-file.server';

/** What can be booked on the services screen (docs/product.md, "Services"). */
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

/** What a service is called; its id when it is no longer offered. */
export const nameOfService = (id: string): string => serviceTypes.find((type) => type.id === id)?.name ?? id;
