import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { bodyShares, type Fit, formatFit } from '~/domain/seat-height/seat-height';
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
  const { isTooLong, gone, ...shown } = useLoaderData<typeof loader>();
  return (
    <>
      <GoneVehiclesMessage isTooLong={isTooLong} gone={gone} />
      <SeatHeightView {...shown} />
    </>
  );
}

/** Height of the drawing in millimetres: from above the tallest rider on the highest seat to the ground. */
const picture = { width: 1_000, height: 2_000, ground: 1_940 };
const rules = [500, 1_000, 1_500];
const seatHalf = 130;
/** Maximum distance of a foot from the centre. */
const maxSpread = 260;

type RiderProps = { seatMm: number; heightCm: number; fit: Fit; body: string };

/**
 * A rider on a seat from behind, one unit per millimetre. Longer legs are set further apart; on the balls of the feet
 * the heels are raised; on a seat that is too high the toes are above the ground.
 */
function Rider({ seatMm, heightCm, fit, body }: RiderProps) {
  const mm = heightCm * 10;
  const { width, height, ground } = picture;
  const middle = width / 2;
  const seat = ground - seatMm;
  const leg = mm * 0.065;
  const foot = mm * bodyShares.onTheBalls;
  const heel = ground - Math.max(0, fit.gapMm);
  const toe = fit.gapMm <= 0 ? ground : Math.min(ground, heel + foot);
  const spread = Math.min(maxSpread, 70 + Math.sqrt(Math.max(0, fit.inseamMm ** 2 - seatMm ** 2)));
  const head = seat - mm * (1 - bodyShares.inseam) + mm * 0.065;
  const shoulder = seat - mm * 0.34;
  const limbs = [-1, 1].map((side) => {
    const hip = middle + side * (seatHalf - leg / 2);
    const ankle = middle + side * (seatHalf + spread - 40);
    const elbow = middle + side * mm * 0.17;
    return {
      side,
      leg: `M${hip} ${seat - leg / 2}L${ankle} ${heel - 40}`,
      foot:
        fit.gapMm <= 0
          ? `M${ankle} ${heel - 35}h${side * 90}`
          : `M${ankle} ${heel - 30}L${ankle + side * 25} ${toe - 35}`,
      arm: `M${middle + side * mm * 0.1} ${shoulder + 40}L${elbow} ${shoulder + mm * 0.17}L${middle + side * 330} ${seat - mm * 0.14}`,
    };
  });
  const whole = (path: string): string => path.replaceAll(/\d+\.\d+/g, (figure) => String(Math.round(Number(figure))));
  return (
    <svg className="rider" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <g className="rider-rules">
        {rules.map((at) => (
          <path key={at} d={`M0 ${ground - at}H${width}`} />
        ))}
      </g>
      <rect className="rider-tyre" x={middle - 65} y={ground - 620} width="130" height="620" rx="60" />
      <path className="rider-bar" d={whole(`M${middle - 390} ${seat - mm * 0.14}H${middle + 390}`)} />
      <rect fill={body} x={middle - seatHalf} y={seat} width={2 * seatHalf} height="210" rx="50" />
      <g className="rider-body" strokeWidth={Math.round(leg)}>
        {limbs.map((limb) => (
          <path key={limb.side} d={whole(limb.leg)} />
        ))}
        {limbs.map((limb) => (
          <path key={limb.side} d={whole(limb.arm)} strokeWidth={Math.round(mm * 0.05)} />
        ))}
        <rect
          x={Math.round(middle - mm * 0.115)}
          y={Math.round(shoulder)}
          width={Math.round(mm * 0.23)}
          height={Math.round(seat - shoulder)}
          rx={Math.round(mm * 0.07)}
        />
        {limbs.map((limb) => (
          <path key={limb.side} className="rider-foot" d={whole(limb.foot)} />
        ))}
        <circle cx={middle} cy={Math.round(head)} r={Math.round(mm * 0.065)} />
      </g>
      <rect className="rider-road" x="0" y={ground} width={width} height={height - ground} />
    </svg>
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
      <PageHead title="Can I reach the ground?" subtitle={`Seats under a rider of ${height} cm, to scale.`} />
      <section className="section seat-heights" aria-label="Seats">
        <form action={paths.seatHeight()}>
          <HiddenFields fields={ids.length > 0 ? { vehicles: ids.join() } : {}} />
          <NumberField
            name="height"
            label="Your height in cm"
            value={typed || String(height)}
            {...(error !== null && { error, readings })}
          />{' '}
          {choices.length > 0 && (
            <SelectField
              name="add"
              label={isExample ? 'Vehicle' : 'One more vehicle'}
              choices={choices.map(({ id, name }) => ({ value: id, label: name }))}
              emptyText={isExample ? 'Choose one' : 'None'}
            />
          )}{' '}
          <Button kind="primary">Show</Button>
        </form>
        {isExample && <p className="note">Three examples; choose a vehicle above, or add some to your comparison.</p>}
        <ul className="riders">
          {vehicles.map(({ id, name, drawing, seatHeight, fit }) => (
            <li key={id}>
              <h2>
                <a href={paths.vehicle(id)}>{name}</a>
              </h2>{' '}
              {seatHeight && fit ? (
                <>
                  <Rider seatMm={seatHeight.mm} heightCm={height} fit={fit} body={drawing.body} />
                  <p>
                    <StatusChip tone={seatFitTones[fit.stand]}>{seatFitTexts[fit.stand]}</StatusChip>{' '}
                    {`${formatFit(fit)}.`}
                  </p>
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
            </li>
          ))}
        </ul>
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
