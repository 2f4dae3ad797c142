import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { vehicleChoices } from '~/domain/catalogue/stock.queries.server';
import { compareFull, compareMaximum } from '~/domain/compare/comparison';
import { parseRiderHeight, riderHeightError, riderHeights } from '~/domain/seat-height/seat-height';
import { fitsOf } from '~/domain/seat-height/seat-height.queries.server';
import { getActor } from '~/http/actor.server';
import { readChosenVehicles } from '~/http/cookies.server';
import { runtimeOf } from '~/http/runtime.server';
import { FlashMessage } from '~/ui/page/flash-message';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { SeatHeightView } from './seat-height-view';

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: ['vehicles', 'add', 'height'],
  stylesheets: ['field', 'seat-height'],
};

export const meta = () =>
  pageMeta(
    'Seat height',
    'Type your height and see how your feet reach the ground from up to four bikes and scooters.',
  );

/** Examples where no vehicle is chosen: a low seat, a usual one and a high one. */
const examples = ['5', '1', '15'];

/** How a rider stands over up to four vehicles (docs/product.md, "Seat height"). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const { searchParams } = new URL(request.url);
  const typed = searchParams.get('height')?.slice(0, 20) ?? '';
  const parsed = parseRiderHeight(typed);
  const height = parsed ?? riderHeights.usual;
  const { ids, isTooLong } = readChosenVehicles(request);
  const actor = getActor(request, runtime);
  const own = fitsOf(runtime.db, height, ids, actor);
  const isExample = own.length === 0;
  const shown = new Set(own.map(({ id }) => id));
  return json({
    height,
    typed,
    error: typed !== '' && parsed === null ? riderHeightError : null,
    vehicles: isExample ? fitsOf(runtime.db, height, examples, actor) : own,
    isExample,
    isTooLong,
    choices: shown.size < compareMaximum ? vehicleChoices(runtime.db).filter(({ id }) => !shown.has(id)) : [],
  });
}

export default function SeatHeight() {
  const { isTooLong, ...shown } = useLoaderData<typeof loader>();
  return (
    <>
      {isTooLong && (
        <div role="status">
          <FlashMessage kind="error" text={compareFull} />
        </div>
      )}
      <SeatHeightView {...shown} />
    </>
  );
}
