import type { ReactNode } from 'react';
import type { ShownOffer } from '~/domain/browse/offer-lists.server';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { formatMileage, formatExpected, formatWithUnit } from '~/domain/catalogue/vehicle-labels';
import { getColours } from '~/domain/photos/drawing';
import { calculateDiscountPercent, type PriceVerdict, verdictLabels } from '~/domain/listings/listing-facts';
import { getPhotoSources, type PhotoSources } from '~/domain/photos/photo';
import { paths } from '~/paths';
import type { ListingKind } from '~db/enums';
import { ConditionChip, ListingTags, Price, StatusChip } from '../primitives/chips';
import { Drawing } from '../primitives/drawing';
import {
  CardName,
  engineText,
  Facts,
  getSearchedText,
  HeartButton,
  Photo,
  createRatingFact,
  placeText,
} from './card-parts';
import { CompareButton } from './compare-list';
import { type ListingFacts, toListingFacts, mileageText } from './listing-card';

export type OfferCard =
  | { kind: 'vehicle'; vehicle: VehicleSummary; km: number | null }
  | {
      kind: 'listing';
      listing: ListingFacts & { kind: ListingKind };
      /** On its price; absent below five similar, and in lists that do not judge. */
      verdict?: PriceVerdict['verdict'] | undefined;
    };

export const toOfferCard = (offer: ShownOffer): OfferCard =>
  offer.kind === 'vehicle'
    ? { kind: offer.kind, vehicle: offer.vehicle, km: offer.km }
    : { kind: offer.kind, listing: { ...toListingFacts(offer.listing), km: offer.km } };

type RowProps = {
  id: string;
  elementId?: string | undefined;
  name: string;
  href: string;
  isOpen?: boolean;
  /** Text that the page search matches, if the name is not enough. */
  find?: string | undefined;
  /** Words of the row beside its link, which covers the row. */
  openText?: string;
  /** Absent for the drawing of a catalogue vehicle, which is not a placeholder. */
  label: ReactNode;
  picture: PhotoSources | ReactNode;
  price: ReactNode;
  facts: readonly (ReactNode | null)[];
};

const isPhoto = (picture: RowProps['picture']): picture is PhotoSources =>
  typeof picture === 'object' && picture !== null && 'srcSet' in picture;

function OfferRow({
  id,
  elementId,
  name,
  href,
  isOpen = false,
  find,
  openText,
  label,
  picture,
  price,
  facts,
}: RowProps) {
  return (
    <li className="card" id={`offer-${id}`} data-find={find}>
      <span className="picture">
        {isPhoto(picture) ? <Photo photo={picture} alt={name} sizes="(min-width: 48rem) 17rem, 7.75rem" /> : picture}{' '}
        {label}
      </span>
      <div id={elementId}>
        {price}
        <h3>
          <a href={href} aria-current={isOpen || undefined}>
            <CardName name={name} />
            {openText && <span className="unseen">{` ${openText}`}</span>}
          </a>
        </h3>
        <Facts facts={facts} />
      </div>
      <CompareButton id={id} name={name} />
      <HeartButton id={id} name={name} />
    </li>
  );
}

function discountFact(presentPrice: number, pastPrice: number | null): ReactNode {
  const percent = pastPrice === null ? 0 : calculateDiscountPercent({ presentPrice, pastPrice });
  return percent > 0 ? <b key="off">{`${percent}% off`}</b> : null;
}

const createPictureLabel = (text: string) => <span className="picture-label">{text}</span>;
const noPhotoLabel = createPictureLabel('No photo');

function createListingRow(listing: ListingFacts): RowProps {
  const { id, name, year, condition, photo, bodyStyle, colours, kilometresDriven } = listing;
  const { presentPriceRupees, pastPriceRupees } = listing;
  return {
    id,
    name,
    href: paths.vehicle(id),
    find: getSearchedText(listing),
    label: photo ? <ConditionChip condition={condition} /> : noPhotoLabel,
    picture: photo ?? <Drawing of={bodyStyle} colours={colours} />,
    price: <Price rupees={presentPriceRupees} originalRupees={pastPriceRupees} />,
    facts: [
      discountFact(presentPriceRupees, pastPriceRupees),
      year,
      formatWithUnit(kilometresDriven, 'km'),
      placeText(listing),
      photo ? null : condition,
      listing.lowered,
    ],
  };
}

/** A listing on a sell screen, with more facts, which opens its panel (docs/product.md, "Selling"). */
function createSellRow(listing: ListingFacts, href: string, isOpen: boolean): RowProps {
  const { name, brand, type, photo, isYours, isSample } = listing;
  return {
    ...createListingRow(listing),
    href,
    isOpen,
    openText: 'View Details',
    label: (
      <>
        <ListingTags type={type} isYours={isYours} />
        <ConditionChip condition={listing.condition} isUsed />
      </>
    ),
    facts: [
      discountFact(listing.presentPriceRupees, listing.pastPriceRupees),
      name.includes(brand) ? null : brand,
      listing.year,
      formatWithUnit(listing.kilometresDriven, 'km'),
      mileageText(listing),
      placeText(listing),
      listing.age,
      listing.availability === 'sold' ? <b key="sold">Sold</b> : null,
      isYours ? null : isSample ? 'Sample' : 'Listed',
      photo || isSample ? null : 'No photo',
      listing.lowered,
      <b key="open" aria-hidden="true">
        View Details
      </b>,
    ],
  };
}

const verdictTones = { low: 'done', fair: 'done', high: 'off' } as const;

function createJudgedRow({ listing, verdict }: Extract<OfferCard, { kind: 'listing' }>): RowProps {
  const { facts, ...row } = createListingRow(listing);
  const chip = verdict && (
    <StatusChip key="verdict" tone={verdictTones[verdict]}>{`${verdictLabels[verdict]} price`}</StatusChip>
  );
  return { ...row, facts: [...facts, chip ?? null] };
}

function createRow(card: OfferCard): RowProps {
  if (card.kind === 'listing') return createJudgedRow(card);
  const { vehicle } = card;
  const { id, name, stock, priceRupees, originalPriceRupees, condition, photo } = vehicle;
  const isUsed = stock === 'used';
  return {
    id,
    name,
    href: paths.vehicle(id),
    label: isUsed ? (
      photo ? (
        <ConditionChip condition={condition} />
      ) : (
        noPhotoLabel
      )
    ) : (
      createPictureLabel(stock === 'new' ? 'New' : 'Coming Soon')
    ),
    picture: photo ? getPhotoSources(photo) : <Drawing of={vehicle.bodyStyle} colours={getColours(vehicle)} />,
    price: <Price rupees={priceRupees} originalRupees={originalPriceRupees} inLakhs={!isUsed} />,
    facts: [
      discountFact(priceRupees, originalPriceRupees),
      formatMileage(vehicle),
      isUsed ? formatWithUnit(vehicle.kilometresDriven, 'km') : engineText(vehicle),
      isUsed ? placeText({ city: vehicle.city, km: card.km }) : null,
      isUsed && !photo ? condition : null,
      stock === 'new' ? createRatingFact(vehicle) : null,
      formatExpected(vehicle),
    ],
  };
}

type OfferRowsProps = {
  cards: readonly OfferCard[];
  /** Rows on wide screens too, instead of cards. */
  isShort?: boolean;
};

/** Cards where there is room. Requires a `CompareForm` around it. */
export function OfferRows({ cards, isShort = false }: OfferRowsProps) {
  return (
    <ul className={isShort ? 'offer-rows offer-rows-short' : 'offer-rows'}>
      {cards.map((card) => {
        const row = createRow(card);
        return <OfferRow key={row.id} {...row} />;
      })}
    </ul>
  );
}

type SellRowsProps = {
  listings: readonly ListingFacts[];
  getHref: (id: string) => string;
  openId: string | null;
};

/** Number of rows that are painted before the rest of a long list has arrived. */
const rowsOfFirstPaint = 10;
export const nextRowId = 'more-rows';

/** Listings of a sell screen in the same rows. Requires a `CompareForm` around it. */
export function SellRows({ listings, getHref, openId }: SellRowsProps) {
  return (
    <ul className="offer-rows">
      {listings.map((listing, position) => (
        <OfferRow
          key={listing.id}
          {...createSellRow(listing, getHref(listing.id), listing.id === openId)}
          elementId={position === rowsOfFirstPaint ? nextRowId : undefined}
        />
      ))}
    </ul>
  );
}
