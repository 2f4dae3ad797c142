import { useLocation } from '@remix-run/react';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { coloursOf } from '~/domain/photos/drawing';
import { compareFull, compareMaximum, type Comparison } from '~/domain/compare/comparison';
import { aboutAll } from '~/domain/messages/subject';
import { paths } from '~/paths';
import { FlashMessage } from '~/ui/page/flash-message';
import { PageHead, SectionHead } from '~/ui/page/page-head';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { Price } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { engineText, Facts, createRatingFact, rangeText } from '~/ui/vehicles/card-parts';
import { StateForm } from '~/ui/vehicles/on-road-price';
import { ColumnChoice, ComparedVehicles, ComparisonGroups, getCustomProperties } from './comparison-table';

type RemoveButtonProps = {
  /** Id of the vehicle. */
  name: string;
  /** Id of the form that removes it from the visitor's own list; null for the list of a URL. */
  button: { form: string; name: 'remove'; value: string } | null;
  /** URL of the same comparison without this vehicle. */
  href: string;
};

/** The × button over a column. */
export function RemoveButton({ name, button, href }: RemoveButtonProps) {
  const content = (
    <>
      <Icon name="close" />
      <span className="visually-hidden">{`Remove ${name}`}</span>
    </>
  );
  if (!button) {
    return (
      <a className="icon-button" href={href}>
        {content}
      </a>
    );
  }
  return (
    <button type="submit" className="icon-button" {...button}>
      {content}
    </button>
  );
}

type ComparisonViewProps = {
  comparison: Comparison;
  /** Number of rows with equal values for every vehicle. */
  alike: number;
  isOnlyDifferences: boolean;
  /** Whether this is the visitor's own list rather than that of a URL. */
  isOwnList: boolean;
  /** Whether the visitor's own list has the same vehicles. */
  isCached: boolean;
  /** Number of requested vehicles that no longer exist. */
  gone: number;
  isTooLong: boolean;
  /** The choice of a state, when on-road prices replace the other rows; null when all rows are shown. */
  onRoad: { states: readonly { code: string; name: string }[]; chosen: string | null } | null;
  /** The state of the visitor's city, preselected in the link to on-road prices. */
  ownState: { code: string; name: string } | null;
  /** Vehicles suggested for the empty slots; empty when all are taken. */
  nearby: readonly VehicleSummary[];
  /** Assumptions behind the figures. */
  terms: readonly string[];
};

/** The form that changes the visitor's list; the buttons above the columns belong to it too. */
const listForm = 'list';

const missingVehiclesText = (gone: number): string =>
  gone === 1 ? 'One of these vehicles is no longer here.' : `${gone} of these vehicles are no longer here.`;

/** Names in a sentence: 'A', 'A and B', 'A, B and C'. */
const joinNames = new Intl.ListFormat('en-IN', { style: 'long', type: 'conjunction' });

/** URL of the prefilled contact form: a test ride needs a vehicle that is on sale. */
function getTestRideHref({ vehicles }: Comparison): string {
  const onSale = vehicles.filter(({ kind }) => kind !== 'upcoming');
  const wanted = onSale.length > 0 ? onSale : vehicles;
  return paths.contact({
    subject: `Test drive: ${joinNames.format(wanted.map(({ name }) => name))}`,
    category: 'sales',
    about: aboutAll(wanted.map(({ id }) => id)),
  });
}

/** The strengths of each vehicle; nothing when none has any. */
function Verdict({ comparison: { vehicles, verdict } }: { comparison: Comparison }) {
  if (verdict.length === 0) return null;
  return (
    <section className="verdict callout" aria-labelledby="verdict">
      <h2 id="verdict">In short</h2>
      <ul>
        {verdict.map(({ title, column, text, note }) => {
          const vehicle = vehicles[column];
          return (
            vehicle && (
              <li key={title}>
                <Drawing of={vehicle.drawing.bodyStyle} colours={vehicle.drawing} />
                <span>
                  {`${title} `}
                  <b>{vehicle.shortName}</b>
                </span>{' '}
                <span>
                  {text} {note && <small>{note}</small>}
                </span>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

const similarId = 'nearby';

type SimilarVehiclesProps = {
  vehicles: readonly VehicleSummary[];
  /** A link when the comparison is that of a URL; for the visitor's own list, the change is made by a button. */
  hrefWith: ((id: string) => string) | null;
};

/** Vehicles of a similar price, each with a button that adds it. */
function SimilarVehicles({ vehicles, hrefWith }: SimilarVehiclesProps) {
  return (
    <section className="nearby" id={similarId} aria-labelledby="nearby-title">
      <SectionHead id="nearby-title" title="Near them in price" more={{ text: 'Browse all', href: paths.browse() }} />
      <ul>
        {vehicles.map((vehicle) => {
          const content = (
            <>
              <Icon name="plus" />
              Add<span className="visually-hidden">{` ${vehicle.name}`}</span>
            </>
          );
          return (
            <li key={vehicle.id}>
              <Drawing of={vehicle.bodyStyle} colours={coloursOf(vehicle)} />
              <div>
                <Price rupees={vehicle.priceRupees} />
                <h3>
                  <a href={paths.vehicle(vehicle.id)}>{vehicle.name}</a>
                </h3>
                <Facts facts={[rangeText(vehicle), engineText(vehicle), createRatingFact(vehicle)]} />
              </div>
              {hrefWith ? (
                <ButtonLink href={hrefWith(vehicle.id)}>{content}</ButtonLink>
              ) : (
                <Button form={listForm} name="add" value={vehicle.id}>
                  {content}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type RowChoiceProps = Pick<
  ComparisonViewProps,
  'comparison' | 'alike' | 'isOnlyDifferences' | 'onRoad' | 'ownState'
> & {
  /** Empty for the visitor's own list. */
  shownIds: readonly string[];
};

/** Selects the rows: all, only differences, or on-road prices. */
function RowChoice({ comparison, alike, isOnlyDifferences, onRoad, ownState, shownIds }: RowChoiceProps) {
  return (
    <p className="row">
      {onRoad ? (
        <a className="action-link" href={paths.compare(shownIds)}>
          Show all rows
        </a>
      ) : isOnlyDifferences ? (
        <a className="action-link" href={paths.compare(shownIds)}>
          {`Show all rows, also the ${alike} that are alike`}
        </a>
      ) : (
        <a className="action-link" href={paths.compare(shownIds, 'differences')}>
          Show only the differences
        </a>
      )}{' '}
      {!onRoad && comparison.vehicles.some(({ kind }) => kind === 'new') && (
        <a className="action-link" href={paths.compare(shownIds, null, ownState?.code ?? 'any')}>
          {ownState ? `On-road prices in ${ownState.name}` : 'On-road prices'}
        </a>
      )}
    </p>
  );
}

type ComparisonLinksProps = {
  ids: readonly string[];
  /** Empty for the visitor's own list. */
  shownIds: readonly string[];
  only: 'differences' | null;
  /** Code of the state whose on-road prices are shown. */
  state: string | null | undefined;
};

/** Links to other screens and files with the same vehicles. */
function ComparisonLinks({ ids, shownIds, only, state }: ComparisonLinksProps) {
  return (
    <ul className="row comparison-links">
      <li>
        <a className="action-link" href={paths.trip(shownIds)}>
          On a trip together
        </a>
      </li>
      <li>
        <a className="action-link" href={paths.seatHeight(shownIds)}>
          Seats at your height
        </a>
      </li>
      {shownIds.length === 0 && (
        <li>
          <a className="action-link" href={paths.compare(ids, only)}>
            A link to this comparison
          </a>
        </li>
      )}
      <li>
        <a className="action-link" href={paths.compareTable(ids, 'csv', state)}>
          This table as CSV
        </a>
      </li>
      <li>
        <a className="action-link" href={paths.compareTable(ids, 'json', state)}>
          This table as JSON
        </a>
      </li>
    </ul>
  );
}

/** The comparison with all its actions. */
export function ComparisonView(props: ComparisonViewProps) {
  const { comparison, isOnlyDifferences, isOwnList, isCached, gone, isTooLong, onRoad, nearby, terms } = props;
  const { pathname, search } = useLocation();
  const { vehicles } = comparison;
  const ids = vehicles.map(({ id }) => id);
  const shownIds = isOwnList ? [] : ids;
  const only = isOnlyDifferences ? 'differences' : null;
  const hasFreePlaces = ids.length < compareMaximum && nearby.length > 0;
  return (
    <>
      <PageHead title="Compare vehicles" isSlim />
      <section
        className={ids.length === 1 ? 'comparison comparison-single' : 'comparison'}
        style={getCustomProperties({ '--columns': ids.length })}
        aria-label="Comparison"
      >
        {(isTooLong || gone > 0) && (
          <div role="status">
            <FlashMessage kind="error" text={isTooLong ? compareFull : missingVehiclesText(gone)} />
          </div>
        )}
        <ColumnChoice vehicles={vehicles} />
        <ComparedVehicles
          vehicles={vehicles}
          addHref={hasFreePlaces ? `#${similarId}` : paths.home()}
          removeOf={({ id, name }) => (
            <RemoveButton
              name={name}
              button={isOwnList ? { form: listForm, name: 'remove', value: id } : null}
              href={
                ids.length === 1
                  ? paths.home()
                  : paths.compare(
                      ids.filter((other) => other !== id),
                      only,
                    )
              }
            />
          )}
        />
        <div className={hasFreePlaces ? 'comparison-body has-free-places' : 'comparison-body'}>
          <Verdict comparison={comparison} />
          <div>
            {onRoad && (
              <StateForm
                title="On the road in"
                {...onRoad}
                action={paths.compare()}
                fields={isOwnList ? {} : { vehicles: ids.join() }}
              />
            )}
            {(ids.length > 1 || onRoad) && <RowChoice {...props} shownIds={shownIds} />}
            <ComparisonGroups comparison={comparison} isAllOpen={isOnlyDifferences} />
            <form id={listForm} method="post" action={paths.compareList()} className="comparison-actions">
              <input type="hidden" name="returnTo" value={isOwnList ? pathname + search : paths.home()} />
              <ButtonLink kind="primary" href={paths.home()}>
                Add More Vehicles
              </ButtonLink>{' '}
              <Button name="clear" value="1">
                Start New Comparison
              </Button>{' '}
              <ButtonLink href={getTestRideHref(comparison)}>Request Test Drive</ButtonLink>{' '}
              {!isOwnList && !isCached && (
                <Button name="list" value={ids.join()}>
                  Make this my list
                </Button>
              )}
            </form>
            <ComparisonLinks ids={ids} shownIds={shownIds} only={only} state={onRoad?.chosen} />
            <ul className="comparison-terms note">
              {terms.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </div>
          {hasFreePlaces && (
            <SimilarVehicles
              vehicles={nearby}
              hrefWith={isOwnList ? null : (id) => paths.compare([...ids, id], only)}
            />
          )}
        </div>
      </section>
    </>
  );
}
