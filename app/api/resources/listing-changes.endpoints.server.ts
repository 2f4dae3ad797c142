import { z } from 'zod';
import {
  beginning,
  isTooOld,
  type SyncPosition,
  positionAt,
  positionOf,
  storedDays,
  tokenOf,
} from '~/domain/listings/sync-token';
import { changesEpoch, changesSince, lastChange } from '~/domain/listings/listing-changes.server';
import type { ListingKind } from '~db/enums';
import { anyone, defineEndpoint, type Endpoint } from '../define-endpoint.server';
import { pickFields } from '../lists.server';
import { from1, malformedParameters, shortText } from '../query-parameters.server';
import { sendData, sendError, sendErrorResponse } from '../respond.server';
import { isoDateTime } from '../shapes.server';
import { chosenFields, chosenListing, listingJson, listingResource } from './listing.shape.server';

/** Number of changes in one response: default and maximum. */
const changesAtOnce = { usual: 100, most: 1000 };

/** Value of `since` for a client that needs no earlier changes. */
const fromNow = 'now';

/** A sync token, with the epoch of the changes behind it. */
export const changesToken = (epoch: string, kind: ListingKind, position: SyncPosition): string =>
  [tokenOf(kind, position), epoch].filter(Boolean).join('.');

const changesShape = (kind: ListingKind) =>
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

/** What changed in one kind of listing, for clients that keep a copy. */
export function listingChangesEndpoints(kind: ListingKind): Endpoint[] {
  const { plural, noun, example, common } = listingResource(kind);
  return [
    defineEndpoint({
      ...common,
      operationId: `list${noun}Changes`,
      method: 'GET',
      path: `/${plural}/changes`,
      summary: `List changes of ${plural} since the last request, to keep a copy up to date`,
      description: `Changes are in the order in which they happened, and each ${kind} appears once, with its newest state: insert or replace it in the copy, or delete it when it was removed. Start without \`since\` to receive every ${kind}, or with the \`X-Changes-Token\` of the whole list, which is taken before its first row. \`since=${fromNow}\` returns a token for the current time: request it before you read the list, never after. Removals are available for ${storedDays} days: an older token returns 410.`,
      access: anyone,
      query: z.object({
        since: shortText('since', 100).optional(),
        limit: from1('limit', changesAtOnce.most).default(changesAtOnce.usual),
        fields: chosenFields,
      }),
      response: {
        status: 200,
        data: changesShape(kind),
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
      handler({ url, runtime, actor, origin, now }, { query: { since, limit, fields: chosen } }) {
        const last = lastChange(runtime.db, kind);
        const epoch = changesEpoch(runtime.db);
        const [token = '', ofEpoch = ''] = since?.split('.') ?? [];
        const position =
          since === undefined ? beginning(now) : since === fromNow ? positionAt(last, now) : positionOf(kind, token);
        if (!position) return sendError(malformedParameters({ since: 'since is no token of this list' }).error);
        // A backup was restored since: by the command, which begins an epoch, or by another way.
        const isOfAnotherState =
          (since !== undefined && since !== fromNow && ofEpoch !== epoch) || position.change > last;
        if (isTooOld(position, now) || isOfAnotherState) {
          const message = `Changes are told for ${storedDays} days. Please begin again without since.`;
          return sendErrorResponse(410, message, { since: 'since is too old' });
        }
        const { changes, upTo, hasMore } = changesSince(runtime.db, kind, position, limit, actor);
        // Until the client has read all changes, removals count from its last complete update.
        const next = changesToken(epoch, kind, hasMore ? { ...position, change: upTo } : positionAt(upTo, now));
        const shown = changes.map((one) =>
          one.change === 'removed'
            ? one
            : { change: one.change, id: one.id, [kind]: pickFields(listingJson(one.listing, origin), chosen) },
        );
        const search = new URLSearchParams(url.searchParams);
        search.set('since', next);
        const headers = hasMore ? { Link: `<${origin}${url.pathname}?${search}>; rel="next"` } : undefined;
        return sendData({ changes: shown, next, hasMore }, { headers });
      },
    }),
  ];
}
