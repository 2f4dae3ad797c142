import { formatWithUnit } from '~/domain/catalogue/vehicle-labels';
import type { DrawingColours } from '~/domain/photos/drawing';
import type { ListingSummary } from '~/domain/listings/listing';
import { formatAge, formatLowered } from '~/domain/listings/listing-facts';
import { getPhotoSources, type PhotoSources } from '~/domain/photos/photo';
import type { Availability, BodyStyle, ListingKind, ListingType } from '~db/enums';
import { ConditionChip, ListingTags, Price } from '../primitives/chips';
import { Drawing } from '../primitives/drawing';
import { Icon } from '../primitives/icon';
import { Facts, getSearchedText, HeartButton, Photo, placeText } from './card-parts';
import { CompareButton } from './compare-list';

export function toListingFacts(listing: ListingSummary): ListingFacts & { kind: ListingKind } {
  const { drawing, photo } = listing;
  return {
    id: listing.id,
    kind: listing.kind,
    name: listing.name,
    brand: listing.brand,
    year: listing.year,
    type: listing.type,
    condition: listing.condition,
    daysUsed: listing.daysUsed,
    age: formatAge(listing.daysUsed),
    mileage: listing.mileage,
    presentPriceRupees: listing.presentPrice,
    pastPriceRupees: listing.pastPrice,
    kilometresDriven: listing.kilometresDriven,
    city: listing.city,
    km: null,
    availability: listing.availability,
    lowered: formatLowered(listing),
    photo: photo && getPhotoSources(photo),
    bodyStyle: drawing.bodyStyle,
    colours: { body: drawing.body, accent: drawing.accent },
    isSample: listing.isSample,
    isYours: listing.isMine,
  };
}

export type ListingFacts = {
  id: string;
  name: string;
  brand: string;
  year: number;
  type: ListingType;
  condition: string;
  daysUsed: number;
  /** '4 years 8 months'. */
  age: string;
  /** Kilometres per litre for petrol, kilometres per charge for electric. */
  mileage: number;
  presentPriceRupees: number;
  pastPriceRupees: number;
  /** Null when the seller did not specify it. */
  kilometresDriven: number | null;
  city: string | null;
  /** From the city of the filter; null without one. */
  km: number | null;
  availability: Availability;
  /** 'Price lowered by ₹5,000 on 3 Nov 2026'. */
  lowered: string | null;
  /** The first photo; a drawing is shown when it is missing. */
  photo: PhotoSources | null;
  bodyStyle: BodyStyle;
  colours: DrawingColours;
  isSample: boolean;
  isYours: boolean;
};

/** '34 km/l', or '100 km a charge' for an electric one; null for 0, which sellers enter for an unknown value. */
export function mileageText({ type, mileage }: Pick<ListingFacts, 'type' | 'mileage'>): string | null {
  if (mileage === 0) return null;
  return type === 'Electric' ? `${mileage} km a charge` : `${mileage} km/l`;
}

type ListingCardProps = {
  listing: ListingFacts;
  href: string;
  isOpen?: boolean;
  hasArrow?: boolean;
  /** For its seller: 'Seen by 34 people in the last 30 days'. */
  seen?: string;
};

/** A listing of a sell screen's grid. Requires a `CompareForm` around the grid. */
export function ListingCard({ listing, href, isOpen = false, hasArrow = false, seen }: ListingCardProps) {
  const { name, photo, isYours, isSample } = listing;
  return (
    <li className="card" data-find={getSearchedText(listing)}>
      {photo ? (
        <span className="drawing photo">
          <Photo photo={photo} alt={name} sizes="(min-width: 48rem) 19rem, 50vw" />
        </span>
      ) : (
        <Drawing of={listing.bodyStyle} colours={listing.colours} />
      )}
      <ListingTags type={listing.type} isYours={isYours} />
      <div>
        <Price rupees={listing.presentPriceRupees} originalRupees={listing.pastPriceRupees} />
        <h3>
          <a href={href} aria-current={isOpen || undefined}>
            {name}
          </a>
        </h3>
        <Facts
          facts={[
            listing.brand,
            listing.year,
            formatWithUnit(listing.kilometresDriven, 'km'),
            listing.age,
            mileageText(listing),
          ]}
        />
        {seen && <p className="note">{seen}</p>}
        {listing.lowered && <p className="note">{listing.lowered}</p>}
        <div className="row">
          <ConditionChip condition={listing.condition} isUsed />
          <Facts
            facts={[
              listing.availability === 'sold' ? <b key="sold">Sold</b> : null,
              placeText(listing),
              isYours ? null : 'Listed',
              isSample ? 'Sample' : null,
            ]}
          />
        </div>
        {hasArrow && (
          <p className="action-link" aria-hidden="true">
            View Details <Icon name="go" />
          </p>
        )}
      </div>
      <CompareButton id={listing.id} name={name} />
      <HeartButton id={listing.id} name={name} />
    </li>
  );
}
