import { z } from 'zod';
import {
  addFailedCodes,
  confirmedMessage,
  deletedMessage,
  type Listing,
  listedMessages,
} from '~/domain/listings/listing';
import { changeListing, createListing } from '~/domain/listings/listing.commands.server';
import {
  confirmListing,
  deleteListing,
  findListingToChange,
  listingNotFound,
} from '~/domain/listings/own-listing.commands.server';
import { findListing } from '~/domain/listings/listing.queries.server';
import { getListingChangeSchema, getListingSchema } from '~/domain/listings/listing.schema.server';
import { verdicts } from '~/domain/listings/listing-facts';
import { findPriceVerdict } from '~/domain/listings/similar-prices.server';
import { createQuestions } from '~/domain/listings/usual-values.server';
import { anonymous } from '~/domain/shared/actor';
import { setFailureCode } from '~/domain/shared/database-status.server';
import type { ListingKind } from '~db/enums';
import {
  anyone,
  bodyWithImages,
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  idParam,
  keyHolders,
} from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithChosen } from '../lists.server';
import { readListingBody, withPhotos } from '../offer-body.server';
import { respondWithData, respondWithDeleted, respondWithError } from '../respond.server';
import { count, images, removed, rupees } from '../schemas.server';
import {
  chosenFields,
  chosenListing,
  exampleFormValues,
  listing,
  listingJson,
  listingResource,
} from './listing.shape.server';
import { marketEndpoint } from './market.endpoint.server';
import { createSaleEndpoints } from './sale.endpoints.server';
import { listingChangesEndpoints, listingListEndpoints } from './listing-list.endpoints.server';

const warnings = z.record(z.string(), z.string()).optional().meta({
  description: 'Questions about possible but unusual values, by field. The values have been stored.',
});
const changed = listing.extend({ warnings }).meta({ id: 'ChangedListing' });
const created = listing
  .extend({
    warnings,
    manageKey: z.string().optional().meta({
      description:
        'Key that a visitor sends as `X-Manage-Key` to change the listing later. Returned only once, and not when the request is repeated.',
    }),
  })
  .meta({ id: 'CreatedListing' });

const verdict = z.object({
  priceVerdict: z.object({ verdict: z.enum(verdicts), similar: count, from: rupees, to: rupees }).nullable(),
});

function findWarnings(listing: Listing, now: Date): { warnings?: Record<string, string> } {
  const warnings = createQuestions(listing, now);
  return Object.keys(warnings).length > 0 ? { warnings } : {};
}

const notInBody = { kind: true, photos: true, draft: true } as const;

function listingEndpoints(kind: ListingKind): Endpoint[] {
  const { plural, noun, example, common } = listingResource(kind);
  const single = { ...common, path: `/${plural}/{id}`, params: idParam, access: keyHolders } as const;

  function findOfKind({ runtime, actor }: EndpointContext, id: string): Listing | null {
    const found = findListing(runtime.db, id, actor);
    return found?.kind === kind ? found : null;
  }

  return [
    ...listingListEndpoints(kind),
    ...listingChangesEndpoints(kind),
    marketEndpoint(kind),
    defineEndpoint({
      ...common,
      operationId: `list${noun}ForSale`,
      method: 'POST',
      path: `/${plural}`,
      summary: `List a ${kind} for sale`,
      description:
        'The response to a visitor has a `manageKey`, returned only once, which allows changing the listing later.',
      access: anyone,
      body: bodyWithImages((now) => getListingSchema(now).omit(notInBody).extend({ images }), exampleFormValues),
      response: {
        status: 201,
        data: created,
        example: { ...example, manageKey: 'K7QF-2M9D-XW4H-8RTB-5ZPC-3NVJ-6GYE-0SAK' },
        message: listedMessages[kind],
      },
      async handler(context) {
        const body = await readListingBody(context);
        if (!body.ok) return respondWithError(body.error);
        const { fields, content, storePhotos } = body.value;
        const result = await runEndpointCommand(
          context,
          createListing,
          { ...fields, kind, photos: [], draft: undefined },
          { kind, content },
          withPhotos(storePhotos),
        );
        if (!result.ok) return respondWithError(setFailureCode(addFailedCodes[kind], result.error));
        const { listing: created, manageCode } = result.value;
        return respondWithData(
          {
            ...listingJson(created, context.origin),
            ...findWarnings(created, context.now),
            ...(manageCode && { manageKey: manageCode }),
          },
          { status: 201, message: listedMessages[kind], headers: { Location: `/api/${plural}/${created.id}` } },
        );
      },
    }),
    defineEndpoint({
      ...single,
      operationId: `get${noun}`,
      method: 'GET',
      summary: `Retrieve a ${kind}`,
      access: anyone,
      query: z.object({ fields: chosenFields }),
      response: { status: 200, data: chosenListing, example },
      rejections: { 404: ['listing_not_found'] },
      isCached: true,
      handler(context, input) {
        const listing = findOfKind(context, input.params.id);
        if (!listing) return respondWithError(listingNotFound);
        return respondWithChosen(listingJson(listing, context.origin), input.query.fields);
      },
    }),
    defineEndpoint({
      ...single,
      operationId: `get${noun}PriceVerdict`,
      method: 'GET',
      path: `/${plural}/{id}/price-verdict`,
      summary: `Compare the price of a ${kind} with similar ones for sale`,
      description:
        'Similar ones are of the same model and at most two years older or newer. `from` and `to` are the quartiles of their prices: a price below `from` is low, above `to` high. Null with fewer than five.',
      access: anyone,
      response: {
        status: 200,
        data: verdict,
        example: { priceVerdict: { verdict: 'fair', similar: 12, from: 48_500, to: 56_000 } },
      },
      rejections: { 404: ['listing_not_found'] },
      isCached: true,
      handler(context, { params }) {
        const listing = findOfKind(context, params.id);
        return listing
          ? respondWithData({ priceVerdict: findPriceVerdict(context.runtime.db, listing) })
          : respondWithError(listingNotFound);
      },
    }),
    defineEndpoint({
      ...single,
      operationId: `change${noun}`,
      method: 'PUT',
      summary: `Update a ${kind}`,
      description:
        'Absent fields keep their values. `images` replaces all photos; a URL that the API returned keeps its photo.',
      body: bodyWithImages(
        (now) =>
          getListingChangeSchema(now)
            .omit({ ...notInBody, id: true })
            .extend({ images }),
        { presentPrice: 50_000, version: 1 },
      ),
      response: {
        status: 200,
        data: changed,
        example: { ...example, presentPrice: 50_000, price: 50_000, discount: 32, version: 2 },
      },
      rejections: { 403: [], 404: ['listing_not_found'], 409: ['edit_conflict'] },
      async handler(context, { params }) {
        const { runtime, actor, origin } = context;
        const target = { ...params, kind };
        const current = findOfKind(context, params.id);
        const asVisitor = findListing(runtime.db, params.id, anonymous);
        const body = await readListingBody(context, {
          photos: current?.photos.map(({ hash }) => hash) ?? [],
          // The owner may have read the license number without its last digits, as visitors do.
          shown: [current, asVisitor].flatMap((one) => (one ? listingJson(one, origin) : [])),
        });
        if (!body.ok) return respondWithError(body.error);
        const { fields, content, storePhotos } = body.value;
        const result = await runEndpointCommand(
          context,
          changeListing,
          { ...fields, ...target, photos: undefined, draft: undefined },
          { about: target, content },
          withPhotos(storePhotos, () => findListingToChange(runtime.db, target, actor, 'stock')),
        );
        return result.ok
          ? respondWithData({ ...listingJson(result.value, origin), ...findWarnings(result.value, context.now) })
          : respondWithError(result.error);
      },
    }),
    defineEndpoint({
      ...single,
      operationId: `delete${noun}`,
      method: 'DELETE',
      summary: `Delete a ${kind}`,
      response: {
        status: 200,
        data: removed,
        example: { _id: example.id, id: example.id },
        message: deletedMessage,
      },
      rejections: { 403: [], 404: ['listing_not_found'] },
      handler: async (context, { params }) =>
        respondWithDeleted(await runEndpointCommand(context, deleteListing, { ...params, kind }), deletedMessage),
    }),
    defineEndpoint({
      ...single,
      operationId: `confirm${noun}`,
      changesByPost: true,
      method: 'POST',
      path: `/${plural}/{id}/confirm`,
      summary: `Confirm that a ${kind} is still for sale`,
      description:
        'After 60 days without a confirmation or a change by its seller, a listing follows all others in the default order. A confirmation restores its place; a second one on the same day changes nothing.',
      response: { status: 200, data: listing, example: { ...example, version: 2 }, message: confirmedMessage },
      rejections: { 403: [], 404: ['listing_not_found'], 409: ['already_sold', 'sample_not_confirmed'] },
      async handler(context, { params }) {
        const result = await runEndpointCommand(context, confirmListing, { ...params, kind });
        if (!result.ok) return respondWithError(result.error);
        return respondWithData(listingJson(result.value, context.origin), { message: confirmedMessage });
      },
    }),
    ...createSaleEndpoints({ kind, data: listing, example }),
  ];
}

export const bikeEndpoints = listingEndpoints('bike');
export const scooterEndpoints = listingEndpoints('scooter');
