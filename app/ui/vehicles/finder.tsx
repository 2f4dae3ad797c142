import type { FilterChoice, FinderTraits } from '~/domain/catalogue/finder';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { countText } from '~/domain/shared/money';
import { Filters } from '~/ui/page/filters';
import { ActionLink } from '../primitives/button';
import { CompareForm } from './compare-list';
import { Grid } from './carousel';
import { VehicleCard } from './vehicle-card';

/** The part of a screen that choosing a filter comes back to. */
export const filtersPart = 'filters';

type FinderFiltersProps = {
  choices: readonly FilterChoice[];
  /** The same screen with other filters. */
  hrefOf: (filters: FinderTraits) => string;
};

/** The four filter cards. Choosing an option is a link, so it closes its card; a chosen one can be taken back. */
export function FinderFilters({ choices, hrefOf }: FinderFiltersProps) {
  return (
    <section aria-labelledby={filtersPart}>
      <h2 id={filtersPart} className="visually-hidden">
        Filters
      </h2>
      <Filters
        filters={choices.map(({ title, selected, anyFilters, options }) => ({
          title,
          selected,
          options: [
            ...(selected === null ? [] : [{ text: 'Any', href: hrefOf(anyFilters), isSelected: false }]),
            ...options.map(({ label, filters, isSelected, vehicles }) => ({
              text: label,
              href: hrefOf(filters),
              isSelected,
              count: vehicles,
            })),
          ],
        }))}
      />
    </section>
  );
}

export type FoundByFilters = {
  vehicles: readonly { vehicle: VehicleSummary; isExact: boolean }[];
  /** On all pages. */
  total: number;
  exact: number;
  /** Titles of the filters that were given up to find enough. */
  leftOut: readonly string[];
};

/** What the filters found, and which of them had to be left out, in one or two sentences. */
export function FinderStatus({ total, exact, leftOut }: Omit<FoundByFilters, 'vehicles'>) {
  if (total === 0) return <p role="status">No vehicles match your selected filters. Try adjusting your filters.</p>;
  return (
    <div role="status">
      <p>
        <b>{`Showing ${countText(total)} vehicles matching your selected filters`}</b>
      </p>
      {leftOut.length > 0 && (
        <p className="note">
          {`Left out to find enough: ${leftOut.join(', ')}. `}
          {exact > 0 ? 'Exact matches are marked.' : 'No vehicle matches all of your filters.'}
        </p>
      )}
    </div>
  );
}

export function ClearFilters({ href }: { href: string }) {
  return (
    <p>
      <ActionLink href={href} icon="close">
        Clear filters
      </ActionLink>
    </p>
  );
}

type FinderGridProps = {
  found: Pick<FoundByFilters, 'vehicles' | 'leftOut'>;
  /** Id of the part of the screen to come back to from the compare list. */
  backTo: string;
};

/** The vehicles found, each with an arrow to its details; where filters were left out, the exact matches say so. */
export function FinderGrid({ found: { vehicles, leftOut }, backTo }: FinderGridProps) {
  return (
    <CompareForm backTo={backTo}>
      <Grid>
        {vehicles.map(({ vehicle, isExact }) => (
          <VehicleCard
            key={vehicle.id}
            vehicle={vehicle}
            mark={isExact && leftOut.length > 0 ? 'Exact match' : undefined}
            hasArrow
          />
        ))}
      </Grid>
    </CompareForm>
  );
}
