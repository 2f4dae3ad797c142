import type { MetaFunction } from '@remix-run/node';
import { getColours, getDrawingPath } from '~/domain/photos/drawing';
import { paths } from '~/paths';
import { HeadCards, PageHead, SectionHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import { ConditionChip, Plate, Price, StatusChip, Tag } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { type IconName, iconShapes } from '~/ui/primitives/icon-shapes';
import { BrandList, FigureList, LinkList } from '~/ui/primitives/link-list';
import { Stat, Stats } from '~/ui/primitives/stat';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Facts, FavouritesProvider, createRatingFact } from '~/ui/vehicles/card-parts';
import { type CarouselKind, Grid, SlideShow, vehicleSlides } from '~/ui/vehicles/carousel';
import { CompareBar, CompareForm, CompareListProvider } from '~/ui/vehicles/compare-list';
import { ListingCard } from '~/ui/vehicles/listing-card';
import { Stars } from '~/ui/primitives/stars';
import { CarouselSection, VehicleCard } from '~/ui/vehicles/vehicle-card';
import { bodyStyles } from '~db/enums';
import { DeskParts } from './desk-parts';
import { Forms, PageParts } from './page-parts';
import { chetak, classic, himalayan, listing, photo, used } from './samples';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
};
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Design system');

export default function Design() {
  return (
    <>
      <PageHead
        title="Design system"
        subtitle="Every component in every state."
        back={{ text: 'Home', href: paths.home() }}
        action={
          <ButtonLink kind="primary" href={paths.sell()} icon="plus">
            Sell New Bike
          </ButtonLink>
        }
      />
      <div className="section">
        <HeadCards
          cards={[
            { title: 'Call Us', value: '+91 98765 43210', note: 'Every day, 9 to 6', href: '#', icon: 'phone' },
            { title: 'Questions', value: 'Most are answered already', href: '#questions', icon: 'chat' },
          ]}
        />
      </div>
      <Primitives />
      <Vehicles />
      <Forms />
      <PageParts />
      <DeskParts />
    </>
  );
}

const home = paths.home();

const isIconName = (name: string): name is IconName => name in iconShapes;

function Primitives() {
  return (
    <>
      <section className="stack" aria-label="Buttons">
        <h2>Buttons</h2>
        <p className="row">
          <Button kind="primary">Go</Button>
          <Button kind="theme" busyText="Listing...">
            Theme
          </Button>
          <Button icon="refresh">Plain</Button>
          <Button kind="danger">Delete</Button>
          <Button kind="primary" disabled>
            Disabled
          </Button>
          <ButtonLink href={home} icon="plus">
            Link
          </ButtonLink>
          <ActionLink href={home} icon="back">
            A quiet way
          </ActionLink>
        </p>
      </section>
      <section className="stack" aria-label="Small signs">
        <h2>Plates, chips, tags, prices</h2>
        <p className="row">
          <Plate registration="KA 01 JZ 0000" />
          <Plate registration="MH 14 EV 0000" isElectric />
        </p>
        <p className="row">
          {['Excellent', 'Good', 'Fair', 'Poor', 'Like New'].map((condition) => (
            <ConditionChip key={condition} condition={condition} />
          ))}
          <ConditionChip condition="Good" isUsed />
        </p>
        <p className="row">
          <StatusChip tone="waiting">Pending</StatusChip>
          <StatusChip tone="moving">In Progress</StatusChip>
          <StatusChip tone="done">Completed</StatusChip>
          <StatusChip tone="off">Cancelled</StatusChip>
        </p>
        <p className="row">
          <Tag>Best Seller</Tag>
          <Tag isYellow>Coming Soon</Tag>
        </p>
        <Price rupees={184_000} originalRupees={200_157} inLakhs />
        <Price rupees={74_958} />
        <Price rupees={94_000} originalRupees={136_500} large />
      </section>
      <section className="columns" aria-label="Boards">
        <LinkList
          links={[
            { text: 'New Bikes', href: paths.newBikes() },
            { text: 'Accessories', href: paths.accessories() },
            { text: 'Insurance', href: paths.insurance() },
            { text: 'EMI Calculator', href: paths.emiCalculator() },
          ]}
        />
        <div className="callout">
          <FigureList
            rows={[
              { name: 'Basic Protection', value: '₹1,200' },
              { name: 'Premium Protection', value: '₹3,800' },
            ]}
          />
        </div>
      </section>
      <section aria-label="Brands">
        <BrandList
          brands={['Honda', 'Hero', 'TVS', 'Bajaj', 'Other'].map((name) => ({
            id: name.toLowerCase(),
            name,
            href: paths.browse({ brand: name }),
          }))}
        />
      </section>
      <Stats
        stats={[
          { name: 'Available', value: '14' },
          { name: 'Your Listings', value: '1', href: home },
          { name: 'Petrol', value: '1,236' },
          { name: 'Electric', value: '0' },
        ]}
        vehicle={<Drawing of="commuter" colours={{ body: '#2B2E33', accent: '#8D949C' }} />}
      />
      <section aria-label="One stone">
        <Stat name="EMI" value="₹3,636" unit="a month" />
      </section>
      <section aria-label="Icons">
        <h2>Icons</h2>
        <p className="row">
          {Object.keys(iconShapes)
            .filter(isIconName)
            .map((name) => (
              <Icon key={name} name={name} />
            ))}
        </p>
      </section>
      <section aria-label="Drawings">
        <h2>Drawings</h2>
        <ul className="vehicle-grid">
          {bodyStyles.map((name) => (
            <li key={name} className="card">
              <Drawing of={name} colours={{ body: '#1D3F94', accent: '#E9B90C' }} label={name} />
              <Tag>{name}</Tag>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const kinds: readonly CarouselKind[] = ['large', 'medium', 'small', 'upcoming'];
const vehicles = [classic, chetak, himalayan, used];
const href = paths.listing('bike', listing.id);

const banner = [
  { title: 'The classic shape, fresh colours', vehicle: classic },
  { title: 'Steel outside, silent inside', vehicle: chetak },
  { title: 'Take the long way home', vehicle: himalayan },
  { title: 'The family favourite', vehicle: used },
];

function Vehicles() {
  return (
    <CompareListProvider
      value={[{ id: '1', name: classic.name, picture: getDrawingPath('retro', getColours(classic), 'svg') }]}
    >
      <SlideShow
        label="Slide show"
        slides={vehicleSlides(banner)}
        title="Slide show"
        back={{ text: 'Back', href: paths.home() }}
      />
      {kinds.map((kind) => (
        <CarouselSection
          key={kind}
          id={kind}
          title={`Lane, ${kind}`}
          more={{ text: 'More', href: paths.browse() }}
          kind={kind}
          vehicles={vehicles}
        />
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
        <SectionHead id="hearts" title="Hearts, for signed-in users" />
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
        <Facts facts={['36 km/l', null, '349 cc', createRatingFact({ rating: 4.7, sampleRating: null })]} />
        <Stars rating={4} />
      </section>
    </CompareListProvider>
  );
}
