import { z } from 'zod';
import type { Database } from '~db/connection';
import content from '~db/seed/content.json';
import { defineSetting } from './setting.server';

/** Services that can be booked on the services page (docs/product.md, "Services"). */
export const readServiceTypes = defineSetting(
  'service-types',
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
  content.serviceTypes,
);
export type ServiceType = ReturnType<typeof readServiceTypes>[number];

/** Of a request made before its type was taken away, the name that ships with the site, or the id. */
export const getServiceName = (db: Database, id: string): string =>
  [...readServiceTypes(db), ...content.serviceTypes].find((type) => type.id === id)?.name ?? id;
