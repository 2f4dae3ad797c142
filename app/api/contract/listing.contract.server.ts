import { z } from 'zod';
import {
  deletedMessage,
  listedMessages,
  listingSorts,
  listingsPerPage,
  type ListingStatistics,
  soldMessage,
  storedDays,
} from '~/domain/listings/listing';
import { listingChanges, listingFields } from '~/domain/listings/listing.schema.server';
import { longestTerm } from '~/domain/search/limits';
import { availabilities, listingConditions, type ListingKind, listingTypes } from '~db/enums';
import { fieldsRule, from1, oneOf, pageOrAllRules, shortText, wholeNumber, withChosenFields } from '../query-rules';
import { anyone, bodyWithImages, contract, idParam, keyHolders, takesNothing } from './contract.server';
import { exampleFormValues, listing, listingExample } from './listing.shape.server';
import { count, images, isoDateTime, listExample, listOf, removed } from './shapes.server';

const fields = fieldsRule(listing).optional();
const chosenListing = withChosenFields(listing, 'ChosenListing');
const query = z.object({
  ...pageOrAllRules(listingsPerPage),
  availability: oneOf('availability', [...availabilities, 'all']).default('all'),
  type: oneOf('type', listingTypes).optional(),
  brand: shortText('brand', longestTerm).optional(),
  condition: oneOf('condition', listingConditions).optional(),
  minPrice: wholeNumber('minPrice').optional(),
  maxPrice: wholeNumber('maxPrice').optional(),
  minYear: wholeNumber('minYear').optional(),
  maxYear: wholeNumber('maxYear').optional(),
  q: shortText('q', longestTerm).optional(),
  sort: oneOf('sort', listingSorts).default('newest'),
  fields,
});

const statistics = z
  .object({ total: count, available: count, sold: count, petrol: count, electric: count })
  .meta({ id: 'ListingStatistics' }) satisfies z.ZodType<ListingStatistics>;

const created = listing
  .extend({
    manageKey: z.string().optional().meta({
      description:
        'Key that a visitor sends as `X-Manage-Key` to change the listing later. Returned this once, and not when the request is repeated.',
    }),
  })
  .meta({ id: 'CreatedListing' });

const given = { kind: true, photos: true } as const;

/** Number of changes in one response: default and maximum. */
const changesAtOnce = { usual: 100, most: 1000 };

/** Value of `since` for a client that needs no earlier changes. */
export const fromNow = 'now';

const changes = (kind: ListingKind) =>
  z.object({
    changes: z.array(
      z.union([
        z.object({ change: z.enum(['created', 'changed', 'sold']), id: z.string(), [kind]: chosenListing }),
        z.object({ change: z.literal('removed'), id: z.string(), removedAt: isoDateTime }),
      ]),
    ),
    next: z.string().meta({ description: 'Value of `since` for the next request.' }),
    hasMore: z.boolean().meta({ description: 'Whether more changes are available now.' }),
  });

const endpointsOf = <Plural extends 'bikes' | 'scooters'>(kind: ListingKind, plural: Plural) => {
  const example = listingExample(kind);
  const all = { ...takesNothing, subject: plural } as const;
  const one = { ...all, path: `/${plural}/{id}`, params: idParam, access: keyHolders } as const;
  const listed = { status: 200, data: listOf(plural, chosenListing), example: listExample(plural, example) } as const;
  return {
    list: contract({
      ...all,
      operationId: kind === 'bike' ? 'listBikes' : 'listScooters',
      method: 'GET',
      path: `/${plural}`,
      summary: `List second-hand ${plural}`,
      access: anyone,
      query,
      response: listed,
      wholeList: chosenListing,
      hasChanges: true,
      isCached: true,
    }),
    listOfType: contract({
      ...all,
      operationId: kind === 'bike' ? 'listBikesOfType' : 'listScootersOfType',
      method: 'GET',
      path: `/${plural}/type/{type}`,
      summary: `List petrol or electric ${plural}`,
      access: anyone,
      params: z.object({ type: oneOf('type', listingTypes) }),
      query,
      response: listed,
      wholeList: chosenListing,
      hasChanges: true,
      isCached: true,
    }),
    listInPriceRange: contract({
      ...all,
      operationId: kind === 'bike' ? 'listBikesInPriceRange' : 'listScootersInPriceRange',
      method: 'GET',
      path: `/${plural}/price-range/{minPrice}/{maxPrice}`,
      summary: `List ${plural} in a price range, both ends included`,
      access: anyone,
      params: z.object({ minPrice: wholeNumber('minPrice'), maxPrice: wholeNumber('maxPrice') }),
      query,
      response: listed,
      wholeList: chosenListing,
      hasChanges: true,
      isCached: true,
    }),
    changes: contract({
      ...all,
      operationId: kind === 'bike' ? 'listBikeChanges' : 'listScooterChanges',
      method: 'GET',
      path: `/${plural}/changes`,
      summary: `List changes of ${plural} since the last request, to keep a copy up to date`,
      description: `Changes are in the order in which they happened, and each ${kind} appears once, with its newest state: insert or replace it in the copy, or delete it when it was removed. Start without \`since\` to receive every ${kind}, or with the \`X-Changes-Token\` of the whole list, which is taken before its first row. \`since=${fromNow}\` returns a token for the current time: request it before you read the list, never after. Removals are available for ${storedDays} days: an older token returns 410.`,
      access: anyone,
      query: z.object({
        since: shortText('since', 100).optional(),
        limit: from1('limit', changesAtOnce.most).default(changesAtOnce.usual),
        fields,
      }),
      response: {
        status: 200,
        data: changes(kind),
        example: {
          changes: [
            { change: 'sold', id: example.id, [kind]: { ...example, availability: 'sold', version: 2 } },
            { change: 'removed', id: '5f0c1a2b3d4e5f6071829305', removedAt: '2026-11-20T10:00:00.000Z' },
          ],
          next: 'YmlrZSAyIDIgZzlr',
          hasMore: false,
        },
      },
      rejections: [410],
      isCached: true,
    }),
    statistics: contract({
      ...all,
      operationId: kind === 'bike' ? 'getBikeStatistics' : 'getScooterStatistics',
      method: 'GET',
      path: `/${plural}/stats/overview`,
      summary: `Retrieve counts of ${plural} by availability and fuel, without samples`,
      access: anyone,
      response: {
        status: 200,
        data: statistics,
        example: { total: 120, available: 96, sold: 24, petrol: 98, electric: 22 },
      },
      isCached: true,
    }),
    create: contract({
      ...all,
      operationId: kind === 'bike' ? 'listBikeForSale' : 'listScooterForSale',
      method: 'POST',
      path: `/${plural}`,
      summary: `List a ${kind} for sale`,
      description:
        'The response to a visitor has a `manageKey`, shown this once, which allows changes to the listing later.',
      access: anyone,
      body: bodyWithImages((now) => listingFields(now).omit(given).extend({ images }), exampleFormValues),
      response: {
        status: 201,
        data: created,
        example: { ...example, manageKey: 'K7QF-2M9D-XW4H-8RTB-5ZPC-3NVJ-6GYE-0SAK' },
        message: listedMessages[kind],
      },
    }),
    show: contract({
      ...one,
      operationId: kind === 'bike' ? 'getBike' : 'getScooter',
      method: 'GET',
      summary: `Retrieve a ${kind}`,
      access: anyone,
      query: z.object({ fields }),
      response: { status: 200, data: chosenListing, example },
      rejections: [404],
      isCached: true,
    }),
    change: contract({
      ...one,
      operationId: kind === 'bike' ? 'changeBike' : 'changeScooter',
      method: 'PUT',
      summary: `Update a ${kind}`,
      description:
        'Absent fields keep their values. `images` replaces all photos; a URL that the API returned keeps its photo.',
      body: bodyWithImages(
        (now) =>
          listingChanges(now)
            .omit({ ...given, id: true })
            .extend({ images }),
        { presentPrice: 50_000, version: 1 },
      ),
      response: {
        status: 200,
        data: listing,
        example: { ...example, presentPrice: 50_000, price: 50_000, discount: 32, version: 2 },
      },
      rejections: [403, 404, 409],
    }),
    remove: contract({
      ...one,
      operationId: kind === 'bike' ? 'deleteBike' : 'deleteScooter',
      method: 'DELETE',
      summary: `Delete a ${kind}`,
      response: {
        status: 200,
        data: removed,
        example: { _id: example.id, id: example.id },
        message: deletedMessage,
      },
      rejections: [403, 404],
    }),
    markSold: contract({
      ...one,
      operationId: kind === 'bike' ? 'markBikeSold' : 'markScooterSold',
      method: 'PATCH',
      path: `/${plural}/{id}/sold`,
      summary: `Mark a ${kind} as sold, which cannot be undone`,
      response: {
        status: 200,
        data: listing,
        example: { ...example, availability: 'sold', version: 2 },
        message: soldMessage,
      },
      rejections: [403, 404, 409],
    }),
  };
};

/** The same endpoints under two paths; one handler serves both with the contracts of the bikes. */
export const bikeEndpoints = endpointsOf('bike', 'bikes');
export const scooterEndpoints = endpointsOf('scooter', 'scooters');
