import type { VehicleType } from '~/domain/catalogue/bands';
import type { ListingKind } from '~/domain/listings/limits';
import { paths } from '~/paths';
import { EmptyState } from '~/ui/page/empty-state';
import { PageHead } from '~/ui/page/page-head';
import { Pager } from '~/ui/page/pager';
import { SectionHead } from '~/ui/page/section-head';
import { ButtonLink } from '~/ui/signs/button';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { Grid } from '~/ui/vehicles/lane';
import { UsedCard, type UsedFacts } from './used-card';

export type UsedVehicles = {
  view: 'used';
  type: VehicleType;
  vehicles: UsedFacts[];
  page: number;
  pages: number;
};

type Words = { title: string; many: string; kind: ListingKind; sell: string; hrefOf: typeof paths.usedBikes };

const words: Readonly<Record<VehicleType, Words>> = {
  Bike: { title: 'Second Hand Bikes', many: 'bikes', kind: 'bike', sell: 'Sell Your Bike', hrefOf: paths.usedBikes },
  Scooter: {
    title: 'Second Hand Scooters',
    many: 'scooters',
    kind: 'scooter',
    sell: 'Sell Your Scooter',
    hrefOf: paths.usedScooters,
  },
};

export const usedTitle = (type: VehicleType): string => words[type].title;

/** Second-hand bikes or second-hand scooters (docs/product.md, "New vehicles"). */
export function UsedVehiclesView({ type, vehicles, page, pages }: UsedVehicles) {
  const { title, many, kind, sell, hrefOf } = words[type];
  const fromRiders = { text: `All ${many} from riders`, href: paths.sellList(kind) };
  return (
    <>
      <PageHead
        title={title}
        subtitle="Every one with its kilometres, its plate, and what was found wrong with it."
        back={{ text: 'Back to Home', href: paths.home() }}
        actions={<ButtonLink href={paths.sellForm(kind)}>{sell}</ButtonLink>}
      />
      <section aria-labelledby="used">
        <SectionHead id="used" title={`Used ${many} on sale`} more={fromRiders} />
        {vehicles.length === 0 ? (
          <EmptyState
            level="h2"
            picture={{
              drawing: type === 'Bike' ? 'commuter' : 'scooter-classic',
              colours: { body: '#27476E', accent: '#D9C27A' },
              stone: { name: 'Found', value: '0' },
            }}
            title={`No ${many} found`}
            hint="There is nothing on this page. The first one has what came in last."
          >
            <p className="row">
              <ButtonLink kind="go" href={hrefOf()}>
                {title}
              </ButtonLink>{' '}
              <ButtonLink href={fromRiders.href}>{fromRiders.text}</ButtonLink>
            </p>
          </EmptyState>
        ) : (
          <CompareForm backTo="used">
            <Grid>
              {vehicles.map((vehicle) => (
                <UsedCard key={vehicle.id} vehicle={vehicle} />
              ))}
            </Grid>
          </CompareForm>
        )}
        <Pager page={page} pages={pages} hrefOf={(other) => hrefOf({ page: other })} />
      </section>
    </>
  );
}
