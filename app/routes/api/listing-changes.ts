import { sendData, sendError, sendErrorResponse } from '~/api/respond.server';
import { malformedParameters } from '~/api/request-query.server';
import { pickFields } from '~/api/query-rules';
import { bikeEndpoints, fromNow } from '~/api/contract/listing.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { beginning, isTooOld, placeAt, placeOf, storedDays, tokenOf } from '~/domain/listings/listing';
import { changesSince, lastChange } from '~/domain/listings/listing-changes.server';
import { listingJson } from '~/domain/listings/listing.serializer.server';
import { kindOf } from './listing-call.server';

const endpoint = endpointRoute(
  defineEndpoint(bikeEndpoints.changes, (context, { query: { since, limit, fields } }) => {
    const { url, runtime, actor, origin, now } = context;
    const kind = kindOf(context);
    const last = lastChange(runtime.db, kind);
    const place = since === undefined ? beginning(now) : since === fromNow ? placeAt(last, now) : placeOf(kind, since);
    if (!place) return sendError(malformedParameters({ since: 'since is no token of this list' }).error);
    // A token from after the last change was given before a backup was put back.
    if (isTooOld(place, now) || place.change > last) {
      const message = `Changes are told for ${storedDays} days. Please begin again without since.`;
      return sendErrorResponse(410, message, { since: 'since is too old' });
    }
    const { changes, upTo, hasMore } = changesSince(runtime.db, kind, place, limit, actor);
    // Whoever has not caught up yet still waits for removals from when they last had.
    const next = tokenOf(kind, hasMore ? { ...place, change: upTo } : placeAt(upTo, now));
    const shown = changes.map((one) =>
      one.change === 'removed'
        ? one
        : { change: one.change, id: one.id, [kind]: pickFields(listingJson(one.listing, origin), fields) },
    );
    const search = new URLSearchParams(url.searchParams);
    search.set('since', next);
    const headers = hasMore ? { Link: `<${origin}${url.pathname}?${search}>; rel="next"` } : undefined;
    return sendData({ changes: shown, next, hasMore }, { headers });
  }),
);

export const loader = endpoint;
export const action = endpoint;
