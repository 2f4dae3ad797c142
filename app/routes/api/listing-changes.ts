import { sendData, sendProblem, sendRefusal } from '~/doors/api-answer.server';
import { malformedParameters } from '~/doors/call-query.server';
import { pickFields } from '~/doors/chosen-fields';
import { bikeCalls, fromNow } from '~/doors/contract/listing-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { beginning, isTooOld, keptDays, placeAt, placeOf, tokenOf } from '~/domain/listings/listing-changes';
import { changesSince, lastChange } from '~/domain/listings/listing-changes.server';
import { listingJson } from '~/domain/listings/listing-json.server';
import { kindOf } from './listing-call.server';

const door = jsonDoor(
  answer(bikeCalls.changes, (call, { query: { since, limit, fields } }) => {
    const { url, runtime, asker, origin, now } = call;
    const kind = kindOf(call);
    const last = lastChange(runtime.db, kind);
    const place = since === undefined ? beginning(now) : since === fromNow ? placeAt(last, now) : placeOf(kind, since);
    if (!place) return sendProblem(malformedParameters({ since: 'since is no token of this list' }).problem);
    // A token from after the last change was given before a backup was put back.
    if (isTooOld(place, now) || place.change > last) {
      const message = `Changes are told for ${keptDays} days. Please begin again without since.`;
      return sendRefusal(410, message, { since: 'since is too old' });
    }
    const { changes, upTo, hasMore } = changesSince(runtime.db, kind, place, limit, asker);
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

export const loader = door;
export const action = door;
