import { formatWithUnit } from '~/domain/catalogue/vehicle-labels';
import { formatCount } from '~/domain/shared/money';
import { paths } from '~/paths';
import { SectionHead } from '~/ui/page/page-head';
import { Price, Tag } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Facts, getSearchedText, HeartButton, Photo } from '~/ui/vehicles/card-parts';
import { Carousel } from '~/ui/vehicles/carousel';
import { CompareButton, CompareForm } from '~/ui/vehicles/compare-list';
import { type ListingFacts, mileageText } from '~/ui/vehicles/listing-card';
import type { ListingKind } from '~db/enums';

/** A listing in the row of second-hand vehicles. */
export type RiderListing = ListingFacts & { kind: ListingKind };

/** Numbers of second-hand vehicles on sale. */
export type SecondHandProps = { bikes: number; scooters: number; ofRiders: number };

const secondHandKinds = ['used', 'listing'] as const;

/** The numbers of second-hand vehicles, each linked to its list. */
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

/** A listing in the row: its photo on a billboard, or a drawing, labelled as such. */
function RiderOfferCard({ listing }: { listing: RiderListing }) {
  const { id, kind, name, year, photo, kilometresDriven, city, isSample } = listing;
  const kindText = kind === 'bike' ? 'Bike' : 'Scooter';
  return (
    <li className="vehicle-card" data-find={getSearchedText(listing)}>
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

/** The newest listings of riders. */
export function RiderOffers({ listings }: { listings: readonly RiderListing[] }) {
  return (
    <section aria-labelledby="offered">
      <SectionHead
        id="offered"
        title="Offered by riders"
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
