import type { FilterChoice, FinderTraits } from '~/domain/catalogue/finder';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { formatCount } from '~/domain/shared/money';
import { ActionLink } from '../primitives/button';
import { Icon } from '../primitives/icon';
import { Grid } from './carousel';
import { CompareForm } from './compare-list';
import { VehicleCard } from './vehicle-card';

type Filter = {
  /** Id of its summary: a link to it opens the list with the focus where it was. */
  id: string;
  /** 'Fuel Type' */
  title: string;
  /** Label of the selected option; null when the filter is not set. */
  selected: string | null;
  /** Whether the filter was dropped to find more results: it is shown struck through. */
  isDropped?: boolean;
  options: readonly FilterOption[];
};

function SelectedOption({ text, isDropped }: { text: string; isDropped: boolean }) {
  if (!isDropped) return <>{`Selected: ${text}`}</>;
  return (
    <>
      Selected: <s>{text}</s>
      <span className="unseen">, left out to find enough</span>
    </>
  );
}

type FilterOption = {
  text: string;
  href: string;
  isSelected: boolean;
  count?: number;
};

export function Filters({ filters }: { filters: readonly Filter[] }) {
  return (
    <div className="filters">
      {filters.map(({ id, title, selected, isDropped = false, options }) => (
        <details key={id} className={selected === null ? 'filter' : 'filter filter-selected'} name="filter">
          <summary id={id}>
            {title}{' '}
            <small>{selected === null ? 'Any' : <SelectedOption text={selected} isDropped={isDropped} />}</small>
            <Icon name="down" />
          </summary>
          <ul>
            {options.map(({ text, href, isSelected, count }) => (
              <li key={href}>
                {count === 0 && !isSelected ? (
                  <span>
                    {text} <small>0</small>
                  </span>
                ) : (
                  <a href={href} aria-current={isSelected || undefined}>
                    {text} {count !== undefined && <small>{formatCount(count)}</small>}
                    {isSelected && <Icon name="check" />}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

/** Fragment to return to after clearing the filters. */
export const filtersId = 'filters';

type FinderFiltersProps = {
  choices: readonly FilterChoice[];
  getHref: (filters: FinderTraits, part: string) => string;
  /** Titles of the filters that were dropped to find more results. */
  dropped: readonly string[];
};

export function FinderFilters({ choices, getHref, dropped }: FinderFiltersProps) {
  return (
    <section className="finder" aria-labelledby={filtersId}>
      <h2 id={filtersId} className="unseen">
        Filters
      </h2>
      <Filters
        filters={choices.map(({ name, title, selected, anyFilters, options }) => ({
          id: name,
          title,
          selected,
          isDropped: dropped.includes(title),
          options: [
            ...(selected === null ? [] : [{ text: 'Any', href: getHref(anyFilters, name), isSelected: false }]),
            ...options.map(({ label, filters, isSelected, vehicles }) => ({
              text: label,
              href: getHref(filters, name),
              isSelected,
              count: vehicles,
            })),
          ],
        }))}
      />
    </section>
  );
}

export type FinderResults = {
  vehicles: readonly { vehicle: VehicleSummary; isExact: boolean }[];
  /** Number of results on all pages. */
  total: number;
  exact: number;
  dropped: readonly string[];
};

export function FinderStatus({ total, exact, dropped }: Omit<FinderResults, 'vehicles'>) {
  if (total === 0) return <p role="status">No vehicles match your selected filters. Try adjusting your filters.</p>;
  return (
    <div role="status">
      <p>
        <b>{`Showing ${formatCount(total)} vehicles matching your selected filters`}</b>
      </p>
      {dropped.length > 0 && (
        <p className="note">
          {`Left out to find enough: ${dropped.join(', ')}. `}
          {exact > 0 ? 'Exact matches are marked.' : 'No vehicle matches all of your filters.'}
        </p>
      )}
    </div>
  );
}

/** Heading of what the filters find, with the link that clears them. */
export function FoundHead({ id, clearHref }: { id: string; clearHref: string }) {
  return (
    <div className="section-head">
      <h2 id={id}>Recommended Vehicles</h2>
      <ActionLink href={clearHref} icon="close">
        Clear filters
      </ActionLink>
    </div>
  );
}

type FinderGridProps = {
  results: Pick<FinderResults, 'vehicles' | 'dropped'>;
  backTo: string;
};

export function FinderGrid({ results: { vehicles, dropped }, backTo }: FinderGridProps) {
  return (
    <CompareForm backTo={backTo}>
      <Grid>
        {vehicles.map(({ vehicle, isExact }) => (
          <VehicleCard
            key={vehicle.id}
            vehicle={vehicle}
            mark={isExact && dropped.length > 0 ? 'Exact match' : undefined}
            hasArrow
          />
        ))}
      </Grid>
    </CompareForm>
  );
}
