import { paths } from '~/paths';
import { SectionHead } from '~/ui/page/page-head';
import { SlideShow, vehicleSlides } from '~/ui/vehicles/slide-show';
import { CompareBar, CompareForm, CompareListProvider } from '~/ui/vehicles/compare-list';
import { Facts, Rating } from '~/ui/vehicles/facts';
import { FavouritesProvider } from '~/ui/vehicles/favourites';
import { Carousel, type CarouselKind, Grid } from '~/ui/vehicles/carousel';
import { ListingCard } from '~/ui/vehicles/listing-card';
import { Stars, VehicleCard } from '~/ui/vehicles/vehicle-card';
import { chetak, classic, himalayan, listing, photo, used } from './samples';

const kinds: readonly CarouselKind[] = ['large', 'medium', 'small', 'upcoming'];
const vehicles = [classic, chetak, himalayan, used];
const href = paths.listing('bike', listing.id);

const banner = [
  { title: 'The classic shape, fresh colours', vehicle: classic },
  { title: 'Steel outside, silent inside', text: 'With a sentence under its title.', vehicle: chetak },
  { title: 'Take the long way home', vehicle: himalayan },
  { title: 'The family favourite', text: 'Four of them take eight seconds.', vehicle: used },
];

/** A slide show, then cards of vehicles and listings, in carousels and grids, compared and not. */
export function Vehicles() {
  return (
    <CompareListProvider value={[{ id: '1', name: classic.name }]}>
      <SlideShow label="Slide show" slides={vehicleSlides(banner)}>
        <h2>Slide show</h2>
      </SlideShow>
      {kinds.map((kind) => (
        <section key={kind} className={kind === 'upcoming' ? 'upcoming' : undefined} aria-labelledby={kind}>
          <SectionHead id={kind} title={`Lane, ${kind}`} more={{ text: 'More', href: paths.browse() }} />
          <CompareForm backTo={kind}>
            <Carousel kind={kind}>
              {vehicles.map((vehicle) => (
                <VehicleCard key={vehicle.id} vehicle={vehicle} launch={kind === 'upcoming' ? 'milestone' : 'fact'} />
              ))}
            </Carousel>
          </CompareForm>
        </section>
      ))}
      <section aria-labelledby="grid">
        <SectionHead id="grid" title="Grid, a row that isn't full" />
        <CompareForm backTo="grid">
          <Grid>
            {vehicles.slice(0, 3).map((vehicle, position) => (
              <VehicleCard
                key={vehicle.id}
                vehicle={vehicle}
                mark={position === 0 ? 'Exact match' : undefined}
                modalHref={position === 1 ? href : undefined}
                hasArrow={position < 2}
              />
            ))}
          </Grid>
        </CompareForm>
      </section>
      <section aria-labelledby="listings">
        <SectionHead id="listings" title="Listings" />
        <CompareForm backTo="listings">
          <Grid>
            <ListingCard listing={listing} href={href} hasArrow />
            <ListingCard listing={{ ...listing, isYours: true, isSample: false, photo }} href={href} isOpen hasArrow />
            <ListingCard
              listing={{ ...listing, isSample: false, type: 'Electric', condition: 'Fair', availability: 'sold' }}
              href={href}
              hasArrow
            />
            <ListingCard listing={{ ...listing, condition: 'Poor', pastPriceRupees: 0 }} href={href} hasArrow />
          </Grid>
        </CompareForm>
      </section>
      <section aria-labelledby="hearts">
        <SectionHead id="hearts" title="For whoever is signed in: hearts" />
        <FavouritesProvider value={[classic.id]}>
          <CompareForm backTo="hearts">
            <Grid>
              <VehicleCard vehicle={classic} />
              <VehicleCard vehicle={chetak} />
              <ListingCard listing={listing} href={href} />
            </Grid>
          </CompareForm>
        </FavouritesProvider>
      </section>
      <CompareBar />
      <section className="stack" aria-label="Facts">
        <Facts facts={['36 km/l', null, '349 cc', <Rating key="rating" value={4.7} />]} />
        <Stars rating={4} />
      </section>
    </CompareListProvider>
  );
}
