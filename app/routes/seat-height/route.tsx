import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { bodyShares, formatFit } from '~/domain/seat-height/seat-height';
import type { FittedVehicle } from '~/domain/seat-height/seat-height.queries.server';
import type { Reading } from '~/domain/shared/typed-numbers';
import { paths } from '~/paths';
import { HiddenFields, NumberField, SelectField } from '~/ui/forms/field';
import { GoneVehiclesMessage } from '~/ui/page/flash-message';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import { StatusChip } from '~/ui/primitives/chips';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';
import { SeatPicture } from './seat-picture';

export { loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: ['vehicles', 'vehicle', 'add', 'height'],
};

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Seat height',
    'Type your height and see how your feet reach the ground from up to four bikes and scooters.',
  );

export default function SeatHeight() {
  const { isTooLong, gone, ...fits } = useLoaderData<typeof loader>();
  return (
    <>
      <GoneVehiclesMessage isTooLong={isTooLong} gone={gone} />
      <SeatHeightView {...fits} />
    </>
  );
}

type SeatHeightViewProps = {
  height: number;
  typed: string;
  error: string | null;
  readings?: readonly Reading[] | undefined;
  vehicles: readonly FittedVehicle[];
  isExample: boolean;
  choices: readonly { id: string; name: string }[];
};

const seatFitTones = { flat: 'done', balls: 'waiting', 'one foot': 'off' } as const;
const seatFitTexts = { flat: 'Flat feet', balls: 'Tiptoe', 'one foot': 'One foot' } as const;

function SeatHeightView({ height, typed, error, readings, vehicles, isExample, choices }: SeatHeightViewProps) {
  const ids = isExample ? [] : vehicles.map(({ id }) => id);
  return (
    <>
      <PageHead title="Can I reach the ground?" />
      <section className="section seat-heights" aria-label="Seats">
        <form action={paths.seatHeight()}>
          <HiddenFields fields={ids.length > 0 ? { vehicles: ids.join() } : {}} />
          <NumberField
            name="height"
            label="Height, cm"
            value={typed || String(height)}
            {...(error !== null && { error, readings })}
          />{' '}
          {choices.length > 0 && (
            <SelectField
              name="add"
              label={isExample ? 'Vehicle' : 'Add a vehicle'}
              choices={choices.map(({ id, name }) => ({ value: id, label: name }))}
              emptyText={isExample ? 'Choose one' : 'None'}
            />
          )}{' '}
          <Button kind="primary">Show</Button>
        </form>
        <ul className="seats">
          {vehicles.map(({ id, name, drawing, seatHeight, fit }) => (
            <li key={id}>
              {seatHeight && fit && (
                <SeatPicture seatMm={seatHeight.mm} heightCm={height} fit={fit} drawing={drawing} />
              )}
              <div className="seat-words">
                <h2>
                  <a href={paths.vehicle(id)}>{name}</a>
                </h2>{' '}
                {seatHeight && fit ? (
                  <>
                    <p>
                      <StatusChip tone={seatFitTones[fit.stand]}>{seatFitTexts[fit.stand]}</StatusChip>
                    </p>{' '}
                    <p>{`${formatFit(fit)}.`}</p>{' '}
                    <p className="note">{`Seat at ${seatHeight.mm} mm, ${seatHeight.source}.`}</p>
                  </>
                ) : (
                  <p className="note">Its seat height is not known.</p>
                )}
                {ids.length > 1 && (
                  <p>
                    <a
                      className="action-link"
                      href={paths.seatHeight(
                        ids.filter((other) => other !== id),
                        height,
                      )}
                    >
                      <Icon name="close" />
                      Remove<span className="unseen">{` ${name}`}</span>
                    </a>
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
        {isExample && <p className="note">Three examples; choose a vehicle above, or add some to your comparison.</p>}
        {ids.length > 0 && (
          <p>
            <a className="action-link" href={paths.compare(ids)}>
              Compare all figures
            </a>
          </p>
        )}
        <ul className="note rider-terms">
          <li>{`An estimate: legs are taken as ${bodyShares.inseam * 100}% of the height, from what cyclists report of themselves (46 to 47% on average); yours may differ by several centimetres. Measure your inseam for certainty.`}</li>
          <li>{`The balls of the feet reach ${bodyShares.onTheBalls * 100}% of the height further. Soles and the width of the seat, which are left out, about cancel out; a rider’s weight lowers the seat a little.`}</li>
          <li>The lines in the pictures are half a metre apart.</li>
        </ul>
      </section>
    </>
  );
}
