import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findVehicleChoices } from '~/domain/catalogue/stock.queries.server';
import { compareMaximum } from '~/domain/compare/compare-list';
import { formatReason } from '~/domain/shared/result';
import { findRiderHeightError, parseRiderHeight, riderHeights } from '~/domain/seat-height/seat-height';
import { findFits } from '~/domain/seat-height/seat-height.queries.server';
import { readChosenVehicles } from '~/http/cookies/compare-list.server';
import { getActor } from '~/http/actor.server';
import { getGoneStatusOfAll } from '~/http/gone-offer.server';
import { findReadingLinks } from '~/http/search-params';

/** Example vehicles when none is chosen: a low, a medium and a high seat. */
const examples = ['5', '1', '15'];

/** Whether a rider reaches the ground on up to four vehicles (docs/product.md, "Seat height"). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const { searchParams } = new URL(request.url);
  const typed = searchParams.get('height')?.slice(0, 20) ?? '';
  const parsed = parseRiderHeight(typed);
  const height = parsed ?? riderHeights.default;
  const { ids, isTooLong } = readChosenVehicles(request);
  const actor = getActor(request, runtime);
  const own = findFits(runtime.db, height, ids, actor);
  const isExample = own.length === 0;
  const chosenIds = new Set(own.map(({ id }) => id));
  return json(
    {
      height,
      typed,
      error: typed !== '' && parsed === null ? formatReason(findRiderHeightError(typed)) : null,
      readings: findReadingLinks(searchParams, { height: 'cm' }).height,
      vehicles: isExample ? findFits(runtime.db, height, examples, actor) : own,
      isExample,
      isTooLong,
      gone: ids.length - own.length,
      choices:
        chosenIds.size < compareMaximum ? findVehicleChoices(runtime.db).filter(({ id }) => !chosenIds.has(id)) : [],
    },
    { status: isExample && ids.length > 0 ? getGoneStatusOfAll(request, runtime, ids) : 200 },
  );
}
