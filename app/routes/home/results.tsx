import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { countText } from '~/domain/shared/money';
import { paths } from '~/paths';
import { SearchForm } from '~/ui/forms/search-form';
import { EmptyState } from '~/ui/page/empty-state';
import { PageHead, SectionHead } from '~/ui/page/page-head';
import { ButtonLink } from '~/ui/primitives/button';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { Grid } from '~/ui/vehicles/carousel';
import { VehicleCard } from '~/ui/vehicles/vehicle-card';
import type { HeroText } from './showcase';

type ResultsProps = {
  hero: HeroText;
  q: string;
  vehicles: VehicleSummary[];
  total: number;
};

const overview = { text: 'Show everything', href: paths.home() };

function NoMatch({ q }: { q: string }) {
  return (
    <section aria-label="Search results">
      <EmptyState
        level="h2"
        picture={{
          drawing: 'moped',
          colours: { body: '#27476E', accent: '#D9C27A' },
          stat: { name: 'Found', value: '0' },
        }}
        title="No match on this road"
        hint={`No vehicle here is called “${q}”. Try a shorter name or a brand, or look through what riders sell.`}
      >
        <p className="row">
          <ButtonLink kind="primary" href={paths.browse({ q })}>
            Search all listings
          </ButtonLink>{' '}
          <ButtonLink href={overview.href}>{overview.text}</ButtonLink>
        </p>
      </EmptyState>
    </section>
  );
}

function Matches({ q, vehicles, total }: Omit<ResultsProps, 'hero'>) {
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
    </section>
  );
}

/** Results of the search on the home screen; the search stays above them. */
export function Results({ hero, ...found }: ResultsProps) {
  return (
    <>
      <PageHead title={hero.title} back={overview}>
        <SearchForm
          action={paths.home()}
          label={hero.searchPlaceholder}
          placeholder="Search by name"
          value={found.q}
          filters="main"
        />
      </PageHead>
      {found.total === 0 ? <NoMatch q={found.q} /> : <Matches {...found} />}
    </>
  );
}
