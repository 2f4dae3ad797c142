import { z } from 'zod';
import {
  availabilities,
  type ListingKind,
  listingConditions,
  listingSorts,
  listingsPerPage,
  listingTypes,
} from '~/domain/listings/limits';
import type { ListingStatistics } from '~/domain/listings/listing';
import { keptDays } from '~/domain/listings/listing-changes';
import { listingChanges, listingFields } from '~/domain/listings/listing-fields.server';
import { deletedSentence, listedSentences, soldSentence } from '~/domain/listings/listing-sentences';
import { longestTerm } from '~/domain/search/limits';
import { fieldsRule, withChosenFields } from '~/doors/chosen-fields';
import { from1, oneOf, pageOrAllRules, shortText, wholeNumber } from '~/doors/query-rules';
import { bodyWithImages, contract, idParam, takesNothing } from './contract.server';
import { listing, listingExample, typedExample } from './listing-answer.server';
import { count, images, listExample, listOf, moment, removed } from './shapes.server';
import { anyone, keyholders } from './who.server';

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
        'What a visitor changes the listing with later, as `X-Manage-Key`; shown this once, and not when the call is repeated.',
    }),
  })
  .meta({ id: 'CreatedListing' });

const given = { kind: true, photos: true } as const;

/** Changes of one answer: by default, and at most. */
const changesAtOnce = { usual: 100, most: 1000 };

/** The token of somebody who knows every change up to now. */
export const fromNow = 'now';

const changes = (kind: ListingKind) =>
  z.object({
    changes: z.array(
      z.union([
        z.object({ change: z.enum(['created', 'changed', 'sold']), id: z.string(), [kind]: chosenListing }),
        z.object({ change: z.literal('removed'), id: z.string(), removedAt: moment }),
      ]),
    ),
    next: z.string().meta({ description: 'To be sent as `since` next time.' }),
    hasMore: z.boolean().meta({ description: 'Whether there are more now.' }),
  });

const callsOf = <Plural extends 'bikes' | 'scooters'>(kind: ListingKind, plural: Plural) => {
  const example = listingExample(kind);
  const all = { ...takesNothing, subject: plural } as const;
  const one = { ...all, path: `/${plural}/{id}`, params: idParam, who: keyholders } as const;
  const listed = { status: 200, data: listOf(plural, chosenListing), example: listExample(plural, example) } as const;
  return {
    list: contract({
      ...all,
      operationId: kind === 'bike' ? 'listBikes' : 'listScooters',
      method: 'GET',
      path: `/${plural}`,
      summary: `Second-hand ${plural}, filtered and sorted`,
      who: anyone,
      query,
      answer: listed,
      wholeList: chosenListing,
      hasChanges: true,
      isKept: true,
    }),
    listOfType: contract({
      ...all,
      operationId: kind === 'bike' ? 'listBikesOfType' : 'listScootersOfType',
      method: 'GET',
      path: `/${plural}/type/{type}`,
      summary: `${plural === 'bikes' ? 'Bikes' : 'Scooters'} that run on petrol, or electric ones`,
      who: anyone,
      params: z.object({ type: oneOf('type', listingTypes) }),
      query,
      answer: listed,
      wholeList: chosenListing,
      hasChanges: true,
      isKept: true,
    }),
    listInPriceRange: contract({
      ...all,
      operationId: kind === 'bike' ? 'listBikesInPriceRange' : 'listScootersInPriceRange',
      method: 'GET',
      path: `/${plural}/price-range/{minPrice}/{maxPrice}`,
      summary: `${plural === 'bikes' ? 'Bikes' : 'Scooters'} in a range of prices, both ends included`,
      who: anyone,
      params: z.object({ minPrice: wholeNumber('minPrice'), maxPrice: wholeNumber('maxPrice') }),
      query,
      answer: listed,
      wholeList: chosenListing,
      hasChanges: true,
      isKept: true,
    }),
    changes: contract({
      ...all,
      operationId: kind === 'bike' ? 'listBikeChanges' : 'listScooterChanges',
      method: 'GET',
      path: `/${plural}/changes`,
      summary: `What became of the ${plural} since the last time, to keep a copy current`,
      description: `In the order it happened, each ${kind} once with its newest state: put it in, in place of what may be there, or take it out when it was removed. Begin without \`since\` to be told all there are, or with the \`X-Changes-Token\` of the whole list, which is taken before its first row; \`since=${fromNow}\` is a token of this moment, to be taken before the list is read, never after. Removals are told for ${keptDays} days: an older token is refused with 410.`,
      who: anyone,
      query: z.object({
        since: shortText('since', 100).optional(),
        limit: from1('limit', changesAtOnce.most).default(changesAtOnce.usual),
        fields,
      }),
      answer: {
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
      refusals: [410],
      isKept: true,
    }),
    statistics: contract({
      ...all,
      operationId: kind === 'bike' ? 'getBikeStatistics' : 'getScooterStatistics',
      method: 'GET',
      path: `/${plural}/stats/overview`,
      summary: `How many ${plural} are listed, sold and electric; samples are not counted`,
      who: anyone,
      answer: {
        status: 200,
        data: statistics,
        example: { total: 120, available: 96, sold: 24, petrol: 98, electric: 22 },
      },
      isKept: true,
    }),
    create: contract({
      ...all,
      operationId: kind === 'bike' ? 'listBikeForSale' : 'listScooterForSale',
      method: 'POST',
      path: `/${plural}`,
      summary: `List a ${kind} for sale`,
      description: 'A visitor is answered a `manageKey`, shown this once, to change it with later.',
      who: anyone,
      body: bodyWithImages((now) => listingFields(now).omit(given).extend({ images }), typedExample),
      answer: {
        status: 201,
        data: created,
        example: { ...example, manageKey: 'K7QF-2M9D-XW4H-8RTB-5ZPC-3NVJ-6GYE-0SAK' },
        message: listedSentences[kind],
      },
    }),
    show: contract({
      ...one,
      operationId: kind === 'bike' ? 'getBike' : 'getScooter',
      method: 'GET',
      summary: `One ${kind}`,
      who: anyone,
      query: z.object({ fields }),
      answer: { status: 200, data: chosenListing, example },
      refusals: [404],
      isKept: true,
    }),
    change: contract({
      ...one,
      operationId: kind === 'bike' ? 'changeBike' : 'changeScooter',
      method: 'PUT',
      summary: `Change a ${kind}`,
      description: 'What is absent stays. `images` replaces them all; addresses that the API gave keep their photos.',
      body: bodyWithImages(
        (now) =>
          listingChanges(now)
            .omit({ ...given, id: true })
            .extend({ images }),
        { presentPrice: 50_000, version: 1 },
      ),
      answer: {
        status: 200,
        data: listing,
        example: { ...example, presentPrice: 50_000, price: 50_000, discount: 32, version: 2 },
      },
      refusals: [403, 404, 409],
    }),
    remove: contract({
      ...one,
      operationId: kind === 'bike' ? 'deleteBike' : 'deleteScooter',
      method: 'DELETE',
      summary: `Delete a ${kind}`,
      answer: {
        status: 200,
        data: removed,
        example: { _id: example.id, id: example.id },
        message: deletedSentence,
      },
      refusals: [403, 404],
    }),
    markSold: contract({
      ...one,
      operationId: kind === 'bike' ? 'markBikeSold' : 'markScooterSold',
      method: 'PATCH',
      path: `/${plural}/{id}/sold`,
      summary: `Mark a ${kind} as sold; there is no way back`,
      answer: {
        status: 200,
        data: listing,
        example: { ...example, availability: 'sold', version: 2 },
        message: soldSentence,
      },
      refusals: [403, 404, 409],
    }),
  };
};

/** The same calls under two paths: one door answers both, by the rules of the first. */
export const bikeCalls = callsOf('bike', 'bikes');
export const scooterCalls = callsOf('scooter', 'scooters');
