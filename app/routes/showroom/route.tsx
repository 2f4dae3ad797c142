import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findShowroom, type ShowroomEntry } from '~/domain/catalogue/stock.queries.server';
import { findBanner } from '~/domain/content/vehicle-content.server';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import { SectionHead } from '~/ui/page/page-head';
import type { ScreenHandle } from '~/ui/screen-kind';
import { BrandList } from '~/ui/primitives/link-list';
import { ActionLink } from '~/ui/primitives/button';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { Grid, SlideShow, vehicleSlides } from '~/ui/vehicles/carousel';
import { VehicleCard } from '~/ui/vehicles/vehicle-card';

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: [],
};
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Showroom',
    'Eight bikes and eight scooters to see side by side, with prices, mileage and ratings.',
  );

/** The ad banner, the vehicles of the showroom, and its brands (docs/product.md, "Showroom"). */
export function loader({ context }: LoaderFunctionArgs) {
  const { db, clock } = context.runtime;
  return json({ banner: findBanner(db, 'showroom', clock()), ...findShowroom(db) });
}

type HallProps = {
  id: string;
  title: string;
  more: { text: string; href: string };
  entries: ShowroomEntry[];
};

function Hall({ id, title, more, entries }: HallProps) {
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} more={more} />
      <CompareForm backTo={id}>
        <Grid>
          {entries.map(({ category, ...vehicle }) => (
            <VehicleCard key={vehicle.id} vehicle={vehicle} category={category} />
          ))}
        </Grid>
      </CompareForm>
    </section>
  );
}

export default function Showroom() {
  const { banner, bikes, scooters, brands } = useLoaderData<typeof loader>();
  return (
    <>
      <SlideShow
        label="In the showroom now"
        slides={vehicleSlides(banner)}
        title="Showroom"
        back={{ text: 'Back to Home', href: paths.home() }}
        action={
          <ActionLink href={paths.newAppointment()} icon="calendar">
            Book a visit
          </ActionLink>
        }
      />
      <Hall id="bikes" title="Bikes" more={{ text: 'New Bikes', href: paths.newBikes() }} entries={bikes} />
      <Hall
        id="scooters"
        title="Scooters"
        more={{ text: 'New Scooters', href: paths.newScooters() }}
        entries={scooters}
      />
      <section className="divided" aria-labelledby="featured-by">
        <h2 id="featured-by">Featured By</h2>
        <BrandList brands={brands.map((brand) => ({ ...brand, href: paths.browse({ brand: brand.id }) }))} />
      </section>
    </>
  );
}
