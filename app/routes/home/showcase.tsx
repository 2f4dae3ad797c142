import type { ReactNode } from 'react';
import type { Brand, VehicleSummary } from '~/domain/catalogue/vehicle';
import { formatCount, formatRupees } from '~/domain/shared/money';
import { paths } from '~/paths';
import { useIsOpen, useOpenLinks } from '~/ui/document';
import { SearchForm } from '~/ui/forms/search-form';
import { NearCity, nearKilometres } from '~/ui/page/near-city';
import { ActionLink, ButtonLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { BrandList, FigureList, LinkList } from '~/ui/primitives/link-list';
import { Stat, Stats } from '~/ui/primitives/stat';
import { CarouselSection } from '~/ui/vehicles/vehicle-card';
import { formatWithUnit } from '~/domain/catalogue/vehicle-labels';
import { SectionHead } from '~/ui/page/page-head';
import { Price, Tag } from '~/ui/primitives/chips';
import { Facts, getSearchedText, HeartButton, Photo } from '~/ui/vehicles/card-parts';
import { Carousel } from '~/ui/vehicles/carousel';
import { CompareButton, CompareForm } from '~/ui/vehicles/compare-list';
import { type ListingFacts, mileageText } from '~/ui/vehicles/listing-card';
import type { ListingKind } from '~db/enums';

export const noMatchTitle = 'No match found';

export const homeSearchFilters = { list: 'main', unit: 'vehicles', none: `${noMatchTitle}.` };

export type HeroText = { title: string; subtitle: string; searchPlaceholder: string };

type HeroProps = {
  text: HeroText;
  search: { value: string | null; error: string | null };
  news: ReactNode;
};

/** `news` stands in place of the subtitle, so that the lists below keep their height. */
export function Hero({ text, search, news }: HeroProps) {
  return (
    <section className="hero">
      <div>
        <h1>{text.title}</h1>
        <p>{news ?? text.subtitle}</p>
        <SearchForm
          action={paths.home()}
          label={text.searchPlaceholder}
          placeholder="Search by name"
          filters={homeSearchFilters}
          {...search}
        />
      </div>
      <Drawing
        of="retro"
        colours={{ body: '#8E1B1F', accent: '#E8D9B5' }}
        label="Royal Enfield Classic 350 in Madras Red"
      />
    </section>
  );
}

type ShowcaseBlock = { title: string; text: string; action: string };

type QuickLinkScreen =
  | 'new-bikes'
  | 'new-scooters'
  | 'sell-bikes'
  | 'sell-scooters'
  | 'service'
  | 'accessories'
  | 'insurance'
  | 'emi-calculator';

type ShowcaseProps = {
  blocks: {
    quickLinks: { label: string; screen: QuickLinkScreen }[];
    insuranceBlock: ShowcaseBlock;
    emiBlock: ShowcaseBlock & { example: string; monthlyRupees: number };
    getInTouch: ShowcaseBlock;
    stats: { value: string; label: string }[];
  };
  insurancePlans: { name: string; pricePerYearRupees: number }[];
  brands: Brand[];
  featuredBikes: VehicleSummary[];
  featuredScooters: VehicleSummary[];
  upcomingBikes: VehicleSummary[];
  upcomingScooters: VehicleSummary[];
  popular: VehicleSummary[];
  /** The visitor's saved city; null for none. */
  ownCity: string | null;
  onSale: SecondHandProps;
  offered: readonly RiderListing[];
};

const quickLinkPaths: Readonly<Record<QuickLinkScreen, string>> = {
  'new-bikes': paths.newBikes(),
  'new-scooters': paths.newScooters(),
  'sell-bikes': paths.sellList('bike'),
  'sell-scooters': paths.sellList('scooter'),
  service: paths.service(),
  accessories: paths.accessories(),
  insurance: paths.insurance(),
  'emi-calculator': paths.emiCalculator(),
};

const furtherLinks = [
  { text: 'FOLLOW US', href: paths.followUs() },
  { text: 'EXPLORE MORE', href: paths.explore() },
  { text: 'Browse all', href: paths.browse() },
  { text: 'Sell your vehicle', href: paths.sell() },
];

export function Showcase(props: ShowcaseProps) {
  const { quickLinks, insuranceBlock, emiBlock, getInTouch, stats } = props.blocks;
  const isOpen = useIsOpen();
  const quick = useOpenLinks(quickLinks.map(({ label, screen }) => ({ text: label, href: quickLinkPaths[screen] })));
  const further = useOpenLinks(furtherLinks);
  const explore = { text: 'Explore', href: paths.explore() };
  return (
    <>
      <nav className="section quick-links" aria-label="Where to">
        <LinkList links={quick} />
      </nav>
      <CarouselSection
        id="featured-bikes"
        title="Featured Bikes"
        more={{ text: 'New Bikes', href: paths.newBikes() }}
        kind="medium"
        vehicles={props.featuredBikes}
      />
      <CarouselSection
        id="featured-scooty"
        title="Featured Scooty"
        more={{ text: 'New Scooters', href: paths.newScooters() }}
        kind="small"
        vehicles={props.featuredScooters}
      />
      <CarouselSection
        id="upcoming-bikes"
        title="Upcoming Bikes"
        more={explore}
        kind="upcoming"
        vehicles={props.upcomingBikes}
      />
      <CarouselSection
        id="upcoming-scooty"
        title="Upcoming Scooty"
        more={explore}
        kind="upcoming"
        vehicles={props.upcomingScooters}
      />
      {props.ownCity !== null && (
        <section aria-label="Near you">
          <NearCity
            city={props.ownCity}
            nearHref={paths.browse({ city: props.ownCity, within: nearKilometres, kind: ['used', 'listing'] })}
            offered={null}
            returnTo={paths.home()}
          />
        </section>
      )}
      <section aria-labelledby="second-hand">
        <SecondHand {...props.onSale} />
      </section>
      {props.offered.length > 0 && <RiderOffers listings={props.offered} />}
      <section className="divided" aria-labelledby="brands">
        <h2 id="brands">Browse Bikes by Brand</h2>
        <BrandList brands={props.brands.map((brand) => ({ ...brand, href: paths.browse({ brand: brand.id }) }))} />
      </section>
      <section className="columns">
        {isOpen('insurance') && (
          <div className="callout stack">
            <h2>{insuranceBlock.title}</h2>
            <p>{insuranceBlock.text}</p>
            <FigureList
              rows={props.insurancePlans.map(({ name, pricePerYearRupees }) => ({
                name,
                value: formatRupees(pricePerYearRupees),
              }))}
            />
            <p>
              <ButtonLink href={paths.insurance()}>{insuranceBlock.action}</ButtonLink>
            </p>
          </div>
        )}
        <div className="dark-panel stack">
          <div className="stack">
            <h2>{emiBlock.title}</h2>
            <p>{emiBlock.text}</p>
            <p className="note">{emiBlock.example}</p>
            <p>
              <ButtonLink kind="primary" href={paths.emiCalculator()}>
                {emiBlock.action}
              </ButtonLink>
            </p>
          </div>
          <Stat name="EMI" value={formatRupees(emiBlock.monthlyRupees)} unit="a month" />
        </div>
      </section>
      <CarouselSection
        id="popular"
        title="Popular Vehicles"
        more={{ text: 'Showroom', href: paths.showroom() }}
        kind="small"
        vehicles={props.popular}
      />
      <section className="columns" aria-labelledby="get-in-touch">
        <div className="stack">
          <h2 id="get-in-touch">{getInTouch.title}</h2>
          <p>{getInTouch.text}</p>
          <p className="row">
            <ButtonLink kind="primary" href={paths.contact()}>
              {getInTouch.action}
            </ButtonLink>{' '}
            {isOpen('support') && <ButtonLink href={paths.help()}>Help</ButtonLink>}
          </p>
        </div>
        <div className="stack">
          <LinkList links={further} />
          <p>
            <ActionLink href={paths.home()} icon="up">
              Back to Home
            </ActionLink>
          </p>
        </div>
      </section>
      <Stats
        stats={stats.map(({ label, value }) => ({ name: label, value }))}
        vehicle={<Drawing of="scooter-classic" colours={{ body: '#A9CDBB', accent: '#5E6469' }} />}
        vehicleFirst
      />
    </>
  );
}

export type RiderListing = ListingFacts & { kind: ListingKind };

export type SecondHandProps = { bikes: number; scooters: number; ofRiders: number };

const secondHandKinds = ['used', 'listing'] as const;

export function SecondHand({ bikes, scooters, ofRiders }: SecondHandProps) {
  const exits = [
    { text: 'Bikes', count: bikes, href: paths.browse({ kind: secondHandKinds, vehicleType: ['Bike'] }) },
    { text: 'Scooters', count: scooters, href: paths.browse({ kind: secondHandKinds, vehicleType: ['Scooter'] }) },
  ];
  return (
    <div className="callout signboard">
      <h2 id="second-hand">Second-hand</h2>
      <p>{ofRiders > 0 ? `${formatCount(ofRiders)} offered by riders` : 'Be the first rider to sell one here'}</p>
      <p className="signboard-exits">
        {exits
          .map(({ text, count, href }) => (
            <a key={text} href={href}>
              {`${text} `}
              <b>{formatCount(count)}</b>
            </a>
          ))
          .flatMap((exit) => [' ', exit])}
      </p>
      <p>
        <a href={paths.plate()}>Search by number plate</a>
      </p>
    </div>
  );
}

function RiderOfferCard({ listing }: { listing: RiderListing }) {
  const { id, kind, name, year, photo, kilometresDriven, city, isSample } = listing;
  const kindText = kind === 'bike' ? 'Bike' : 'Scooter';
  return (
    <li className="card" data-find={getSearchedText(listing)}>
      {photo ? (
        <span className="drawing photo">
          <Photo photo={photo} alt={name} sizes="(min-width: 48rem) 19rem, 76vw" />
        </span>
      ) : (
        <Drawing of={listing.bodyStyle} colours={listing.colours} />
      )}
      <Tag>{isSample ? 'Sample' : photo ? kindText : 'No photo · drawing'}</Tag>
      <div>
        <Price rupees={listing.presentPriceRupees} originalRupees={listing.pastPriceRupees} />
        <h3>
          <a href={paths.vehicle(id)}>{name}</a>
        </h3>
        <Facts facts={[year, formatWithUnit(kilometresDriven, 'km'), mileageText(listing), city]} />
      </div>
      <CompareButton id={id} name={name} />
      <HeartButton id={id} name={name} />
    </li>
  );
}

export function RiderOffers({ listings }: { listings: readonly RiderListing[] }) {
  return (
    <section aria-labelledby="offered">
      <SectionHead
        id="offered"
        title="Second-hand from riders"
        more={{ text: 'See all', href: paths.browse({ kind: secondHandKinds }) }}
      />
      <CompareForm backTo="offered">
        <Carousel kind="large">
          {listings.map((listing) => (
            <RiderOfferCard key={listing.id} listing={listing} />
          ))}
        </Carousel>
      </CompareForm>
    </section>
  );
}
