import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { CSSProperties } from 'react';
import { formatRupees } from '~/domain/shared/money';
import { formatHours, formatStops, sumHours, type Trip, type TripRoute } from '~/domain/trip/trip';
import type { TripVehicle } from '~/domain/trip/trip.queries.server';
import { paths } from '~/paths';
import { type Choice, HiddenFields, SelectField } from '~/ui/forms/field';
import { GoneVehiclesMessage } from '~/ui/page/flash-message';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: ['vehicles', 'vehicle', 'add', 'route'],
  canonicalQuery: ['route'],
};

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Trip',
    'Fifteen routes across India: stops for petrol or charging, rupees and hours for up to four bikes and scooters.',
  );

export default function TripScreen() {
  const { isTooLong, gone, ...trip } = useLoaderData<typeof loader>();
  return (
    <>
      <GoneVehiclesMessage isTooLong={isTooLong} gone={gone} />
      <TripView {...trip} />
    </>
  );
}

type TripViewProps = {
  route: TripRoute;
  routes: readonly Pick<TripRoute, 'id' | 'name' | 'km'>[];
  vehicles: readonly TripVehicle[];
  isExample: boolean;
  choices: readonly { id: string; name: string }[];
  terms: readonly string[];
};

const getPositionStyle = (km: number, { km: all }: TripRoute): CSSProperties => ({
  '--along': `${((100 * km) / all).toFixed(1)}%`,
});

/** Town names that would overlap are omitted; this is the share of the route that each needs. */
const nameWidthShare = 0.16;

function getLabelledTowns({ towns, km }: TripRoute): TripRoute['towns'] {
  const room = km * nameWidthShare;
  let last = 0;
  return towns.filter(({ km: at }, position) => {
    if (position === 0 || at === km) return true;
    if (at - last < room || km - at < room) return false;
    last = at;
    return true;
  });
}

function RouteDrawing({ route, trip, isElectric }: { route: TripRoute; trip: Trip | null; isElectric: boolean }) {
  return (
    <div className="trip-strip" aria-hidden="true">
      <div className={isElectric ? 'trip-road trip-road-electric' : 'trip-road'}>
        {trip?.stops.map(({ km }) => (
          <i key={km} style={getPositionStyle(km, route)} />
        ))}
      </div>
      {getLabelledTowns(route).map(({ name, km }) => (
        <span key={name} style={getPositionStyle(km, route)}>
          {`${name} `}
        </span>
      ))}
    </div>
  );
}

/** The lowest value of each figure, when they differ. */
type BestOf = { stops: number | null; rupees: number | null; hours: number | null };

function findBest(vehicles: readonly TripVehicle[]): BestOf {
  const trips = vehicles.flatMap(({ trip }) => trip ?? []);
  const lowest = (figures: readonly (number | null)[]): number | null => {
    const known = figures.filter((figure) => figure !== null);
    return new Set(known).size > 1 ? Math.min(...known) : null;
  };
  return {
    stops: lowest(trips.map(({ stopCount }) => stopCount)),
    rupees: lowest(trips.map(({ rupees }) => rupees)),
    hours: lowest(trips.map(sumHours)),
  };
}

function TripFigures({ trip, fuel, best }: { trip: Trip; fuel: TripVehicle['figures']['fuel']; best: BestOf }) {
  const hours = sumHours(trip);
  const stopName = fuel === 'Electric' ? 'Charging stops' : 'Fuel stops';
  const figures = [
    { name: stopName, text: String(trip.stopCount), isBest: trip.stopCount === best.stops, word: 'Fewest' },
    {
      name: fuel === 'Electric' ? 'Electricity' : 'Fuel',
      text: trip.rupees === null ? 'Not known' : formatRupees(trip.rupees),
      isBest: trip.rupees !== null && trip.rupees === best.rupees,
      word: 'Cheapest',
    },
    {
      name: 'On the way',
      text: formatHours(hours ?? trip.ridingHours) + (hours === null ? ' and charging' : ''),
      isBest: hours !== null && hours === best.hours,
      word: 'Quickest',
    },
  ];
  return (
    <dl className="trip-figures">
      {figures.map(({ name, text, isBest, word }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="figure">{text}</span> {isBest && <span className="chip chip-excellent">{word}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const unbrokenHours = (hours: number): string => formatHours(hours).replaceAll(' ', '\u00a0');

/** '8 h 20 min of riding, 10 min of stops.' */
function timeText({ ridingHours, stopHours }: Trip): string {
  const riding = unbrokenHours(ridingHours);
  if (stopHours === null) return `${riding} of riding; how long charging takes is not known.`;
  return stopHours === 0 ? `${riding} of riding.` : `${riding} of riding, ${unbrokenHours(stopHours)} of stops.`;
}

function TripView({ route, routes, vehicles, isExample, choices, terms }: TripViewProps) {
  const ids = isExample ? [] : vehicles.map(({ id }) => id);
  const best = findBest(vehicles);
  const vehicleChoices = choices.map(({ id, name }): Choice => ({ value: id, label: name }));
  return (
    <>
      <PageHead title={route.name} subtitle={`${route.km.toLocaleString('en-IN')} km by ${route.via}.`} />
      <section className="section trip" aria-label="Trip">
        <form action={paths.trip()}>
          <HiddenFields fields={ids.length > 0 ? { vehicles: ids.join() } : {}} />
          <SelectField
            name="route"
            label="Route"
            value={route.id}
            emptyText={null}
            choices={routes.map(({ id, name, km }) => ({
              value: id,
              label: `${name}, ${km.toLocaleString('en-IN')} km`,
            }))}
          />{' '}
          {vehicleChoices.length > 0 && (
            <SelectField
              name="add"
              label={isExample ? 'Vehicle' : 'One more vehicle'}
              choices={vehicleChoices}
              emptyText={isExample ? 'Choose one' : 'None'}
            />
          )}{' '}
          <Button kind="primary">Show</Button>
        </form>
        {route.note && <p className="callout">{route.note}</p>}
        {isExample && <p className="note">Three examples; choose a vehicle above, or add some to your comparison.</p>}
        <ul className="trip-vehicles">
          {vehicles.map(({ id, name, drawing, figures, basis, trip }) => (
            <li key={id}>
              <div className="trip-vehicle">
                <Drawing of={drawing.bodyStyle} colours={drawing} />
                <h2>
                  <a href={paths.vehicle(id)}>{name}</a>
                </h2>{' '}
                {!isExample && ids.length > 1 && (
                  <a
                    className="icon-button"
                    href={paths.trip(
                      ids.filter((other) => other !== id),
                      route.id,
                    )}
                  >
                    <Icon name="close" />
                    <span className="unseen">{`Remove ${name}`}</span>
                  </a>
                )}
              </div>
              {trip && <TripFigures trip={trip} fuel={figures.fuel} best={best} />}
              <RouteDrawing route={route} trip={trip} isElectric={figures.fuel === 'Electric'} />
              {trip && <p>{`${formatStops(trip, figures.fuel)} ${timeText(trip)}`}</p>}
              <p className="note">{`${basis}${basis.endsWith('.') ? '' : '.'}`}</p>
            </li>
          ))}
        </ul>
        {ids.length > 0 && (
          <p className="row">
            <a className="action-link" href={paths.compare(ids)}>
              Compare all figures
            </a>
          </p>
        )}
        <ul className="note trip-terms">
          {terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
