import { formatMileage } from '~/domain/catalogue/vehicle-labels';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { getColours } from '~/domain/photos/drawing';
import { compareMaximum } from '~/domain/compare/compare-list';
import { type ComparedVehicle, type Comparison, findIdsInView } from '~/domain/compare/comparison';
import { paths } from '~/paths';
import { GoneVehiclesMessage } from '~/ui/page/flash-message';
import { PageHead, SectionHead } from '~/ui/page/page-head';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { Price } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { CardName, engineText, Facts, createRatingFact } from '~/ui/vehicles/card-parts';
import { StateForm } from '~/ui/vehicles/on-road-price';
import {
  ComparisonLinks,
  ListForm,
  type ListFormProps,
  listForm,
  RemoveButton,
  type RowChoiceProps,
  RowChoice,
} from './comparison-actions';
import { ColumnChoice, ComparedVehicles, ComparisonGroups, VehiclePicture } from './comparison-table';

type ComparisonViewProps = Omit<RowChoiceProps & ListFormProps, 'shownIds'> & {
  gone: number;
  isTooLong: boolean;
  nearby: readonly VehicleSummary[];
  terms: readonly string[];
};

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
                <VehiclePicture vehicle={vehicle} sizes="4rem" />
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

function SimilarVehicles({ vehicles, hrefWith }: SimilarVehiclesProps) {
  return (
    <section className="nearby" id={similarId} aria-labelledby="nearby-title">
      <SectionHead id="nearby-title" title="Similar price" more={{ text: 'Browse all', href: paths.browse() }} />
      <ul>
        {vehicles.map((vehicle) => {
          const content = (
            <>
              <Icon name="plus" />
              Add<span className="unseen">{` ${vehicle.name}`}</span>
            </>
          );
          return (
            <li key={vehicle.id}>
              <Drawing of={vehicle.bodyStyle} colours={getColours(vehicle)} />
              <div>
                <Price rupees={vehicle.priceRupees} inLakhs={vehicle.stock !== 'used'} />
                <h3>
                  <a href={paths.vehicle(vehicle.id)}>
                    <CardName name={vehicle.name} />
                  </a>
                </h3>
                <Facts facts={[formatMileage(vehicle), engineText(vehicle), createRatingFact(vehicle)]} />
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

export function ComparisonView(props: ComparisonViewProps) {
  const { comparison, isOnlyDifferences, isOwnList, isSameList, gone, isTooLong, onRoad, nearby, terms, show } = props;
  const { vehicles } = comparison;
  const ids = vehicles.map(({ id }) => id);
  const shownIds = isOwnList ? [] : ids;
  const only = isOnlyDifferences ? 'differences' : null;
  const hasFreePlaces = ids.length < compareMaximum && nearby.length > 0;
  const inView = findIdsInView(vehicles, show ?? []);
  const rowChoice = (ids.length > 1 || onRoad) && <RowChoice {...props} shownIds={shownIds} />;
  // The way back to all rows is above them.
  const isSelection = isOnlyDifferences || onRoad !== null;
  const renderRemove = ({ id, name }: ComparedVehicle) => (
    <RemoveButton
      name={name}
      button={isOwnList ? { form: listForm, name: 'remove', value: id } : null}
      href={
        ids.length === 1
          ? paths.home()
          : paths.compare(
              ids.filter((other) => other !== id),
              { only, show },
            )
      }
    />
  );
  return (
    <>
      <PageHead title="Compare vehicles" />
      <section
        className={ids.length === 1 ? 'comparison comparison-single' : 'comparison'}
        data-aside={ids.flatMap((id, position) => (inView.includes(id) ? [] : position + 1)).join(' ') || undefined}
        style={{ '--columns': ids.length }}
        aria-label="Comparison"
      >
        <GoneVehiclesMessage isTooLong={isTooLong} gone={gone} />
        <ColumnChoice
          vehicles={vehicles}
          inView={inView}
          renderRemove={renderRemove}
          hrefWith={(chosen) =>
            paths.compare(shownIds, { only, state: onRoad && (onRoad.chosen ?? 'any'), show: chosen })
          }
        />
        <ComparedVehicles
          vehicles={vehicles}
          addHref={hasFreePlaces ? `#${similarId}` : paths.home()}
          renderRemove={renderRemove}
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
            {isSelection && rowChoice}
            <ComparisonGroups comparison={comparison} inView={inView} isOnlyDifferences={isOnlyDifferences} />
            {!isSelection && rowChoice}
            <ListForm comparison={comparison} isOwnList={isOwnList} isSameList={isSameList} />
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
              hrefWith={isOwnList ? null : (id) => paths.compare([...ids, id], { only })}
            />
          )}
        </div>
      </section>
    </>
  );
}
