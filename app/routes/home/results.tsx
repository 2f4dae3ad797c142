import type { VehicleSummary } from '~/domain/catalogue/vehicle-summary';
import { countText } from '~/domain/money';
import { paths } from '~/paths';
import { EmptyState } from '~/ui/page/empty-state';
import { SectionHead } from '~/ui/page/section-head';
import { ButtonLink } from '~/ui/signs/button';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { Grid } from '~/ui/vehicles/lane';
import { VehicleCard } from '~/ui/vehicles/vehicle-card';

type ResultsProps = {
  q: string;
  vehicles: VehicleSummary[];
  total: number;
};

/** What the search on the home screen found. */
export function Results({ q, vehicles, total }: ResultsProps) {
  if (total === 0) {
    return (
      <section aria-label="Search results">
        <EmptyState
          level="h2"
          picture={{
            drawing: 'moped',
            colours: { body: '#27476E', accent: '#D9C27A' },
            stone: { name: 'Found', value: '0' },
          }}
          title="No match on this road"
          hint={`No vehicle here is called “${q}”. Try a shorter name or a brand, or look through what other riders sell.`}
        >
          <p className="row">
            <ButtonLink kind="go" href={paths.home()}>
              Show everything
            </ButtonLink>
            <ButtonLink href={paths.browse({ q })}>Search all listings</ButtonLink>
          </p>
        </EmptyState>
      </section>
    );
  }
  return (
    <section aria-labelledby="results">
      <SectionHead
        id="results"
        title={`${countText(total)} ${total === 1 ? 'vehicle matches' : 'vehicles match'} “${q}”`}
        more={{ text: 'Search all listings', href: paths.browse({ q }) }}
      />
      <CompareForm backTo="results">
        <Grid>
          {vehicles.map((vehicle) => (
            <VehicleCard key={vehicle.id} vehicle={vehicle} />
          ))}
        </Grid>
      </CompareForm>
      <p className="row pages">
        <ButtonLink href={paths.home()}>Show everything</ButtonLink>
      </p>
    </section>
  );
}
