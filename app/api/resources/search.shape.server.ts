import { z } from 'zod';
import { recordsOf } from '~/domain/catalogue/vehicle.queries.server';
import { vehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { nothingFoundText, type Understood } from '~/domain/search/understood';
import { nearestModels } from '~/domain/search/understood-search.server';
import type { EndpointContext } from '../endpoint-context.server';
import { vehicle } from './vehicle.shape.server';

/** What a list has beside its items where it was searched by words. */
export const searchFields = {
  understood: z
    .array(z.object({ field: z.string(), value: z.string(), text: z.string() }))
    .optional()
    .meta({ description: 'What `q` was understood to say, in words too; absent without `q`.' }),
  corrected: z
    .object({ from: z.string(), to: z.string() })
    .nullable()
    .optional()
    .meta({ description: 'How the words of `q` were corrected; null where they were not, absent without `q`.' }),
  alternatives: z
    .object({ message: z.string(), vehicles: z.array(vehicle) })
    .optional()
    .meta({ description: 'Models on sale that are nearest to a search which found nothing. They are no results.' }),
};

/** @param total number of items found */
export function searchPart({ runtime: { db }, origin }: EndpointContext, understood: Understood | null, total: number) {
  if (!understood) return {};
  const { chips, corrected } = understood;
  const found = {
    understood: chips.map(({ field, value, text }) => ({ field, value, text })),
    corrected: corrected && { from: corrected.from, to: corrected.to },
  };
  if (total > 0) return found;
  const vehicles = recordsOf(db, nearestModels(db, understood)).map((item) => vehicleJson(item, origin));
  return { ...found, alternatives: { message: nothingFoundText(vehicles.length), vehicles } };
}
