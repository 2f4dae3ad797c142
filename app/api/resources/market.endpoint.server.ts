import { z } from 'zod';
import { findMarketFigures, type MarketFigures } from '~/domain/listings/market-figures.server';
import { findModel, getFullName } from '~/domain/listings/models.server';
import type { ListingKind } from '~db/enums';
import { anyone, defineEndpoint, type Endpoint } from '../define-endpoint.server';
import { respondWithData, respondWithError } from '../respond.server';
import { count, nullableText, placeParameters, positiveNumber, rupees } from '../schemas.server';
import { listingResource } from './listing.shape.server';

const createPercentiles = (value: z.ZodType<number>) =>
  z
    .object({
      count: count.meta({ description: 'Number of listings behind the figures.' }),
      p10: value,
      p25: value,
      p50: value.meta({ description: 'The median: half of the listings are not above it.' }),
      p75: value,
      p90: value,
    })
    .nullable();

const marketFigures = z
  .object({
    model: z.string(),
    year: z.int().nullable(),
    city: nullableText,
    askedPrice: createPercentiles(rupees).meta({ description: 'Of listings for sale; null with fewer than five.' }),
    daysToSell: createPercentiles(count).meta({
      description: 'Days from listing to sale, of listings sold within a year; null with fewer than five.',
    }),
  })
  .meta({ id: 'MarketFigures' }) satisfies z.ZodType<MarketFigures>;

const names = { bike: 'Hero Splendor Plus', scooter: 'Honda Activa 6G' } as const;

export function marketEndpoint(kind: ListingKind): Endpoint {
  const { plural, noun, common } = listingResource(kind);
  return defineEndpoint({
    ...common,
    operationId: `get${noun}MarketFigures`,
    method: 'GET',
    path: `/${plural}/stats/market/{model}`,
    summary: `Retrieve percentiles of the prices of a model of ${plural}, and of the days until it is sold`,
    description: 'Asked prices, not those that were paid. Samples do not count.',
    access: anyone,
    params: z.object({
      model: z.string().meta({ description: `One of \`GET /${plural}/meta/models\`.`, example: names[kind] }),
    }),
    query: z.object({
      year: positiveNumber('year', 2100).optional().meta({ description: 'Model year; all if absent.' }),
      city: placeParameters.city,
    }),
    response: {
      status: 200,
      data: marketFigures,
      example: {
        model: names[kind],
        year: 2022,
        city: null,
        askedPrice: { count: 12, p10: 44_000, p25: 48_500, p50: 52_000, p75: 56_000, p90: 61_000 },
        daysToSell: null,
      },
    },
    rejections: { 404: ['unknown_model'] },
    isCached: true,
    handler({ runtime, now }, { params: { model: name }, query: { year = null, city } }) {
      const model = findModel(name, null);
      if (model?.kind !== kind) return respondWithError({ kind: 'not-found', code: 'unknown_model' });
      const market = { brand: model.brand, model: model.model, year, place: city?.id ?? null };
      const figures = findMarketFigures(runtime.db, market, now);
      return respondWithData({ model: getFullName(model), year, city: city?.city ?? null, ...figures });
    },
  });
}
