import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import { users } from '~db/schema/accounts';
import { listingPhotos, listingPrices, listings } from '~db/schema/listings';
import { photos } from '~db/schema/photos';
import type { StoredPhoto } from '../photos/photo';
import type { Actor } from '../shared/actor';
import { maskLicense } from '../shared/plate';
import { type Listing, type ListingSummary, type PriceChange, privateSeller } from './listing';
import { countDaysUsed } from './listing-facts';
import { getOfferField, offerFieldNames, pickFields } from './offer-fields';

type ListingOwner = { ownerUserId: string | null; manageKeyId: string | null };

function readPhotos(text: string): StoredPhoto[] {
  return text.split(',').map((entry) => {
    const [hash = '', width, height] = entry.split(' ');
    return { hash, width: Number(width), height: Number(height) };
  });
}

const query = new QueryBuilder();
const photoText = sql`${photos.hash} || ' ' || ${photos.width} || ' ' || ${photos.height}`;
const firstPhoto = query
  .select({ text: sql`${photoText}` })
  .from(listingPhotos)
  .innerJoin(photos, eq(photos.hash, listingPhotos.photoHash))
  .where(eq(listingPhotos.listingId, listings.id))
  .orderBy(listingPhotos.position)
  .limit(1);
const allPhotos = query
  .select({ text: sql`group_concat(${photoText}, ',' ORDER BY ${listingPhotos.position})` })
  .from(listingPhotos)
  .innerJoin(photos, eq(photos.hash, listingPhotos.photoHash))
  .where(eq(listingPhotos.listingId, listings.id));
const loweredText = query
  .select({ text: sql`min(${listingPrices.formerPrice}) || ' ' || max(${listingPrices.changedAt})` })
  .from(listingPrices)
  .where(eq(listingPrices.listingId, listings.id))
  .having(sql`min(${listingPrices.formerPrice}) > ${listings.presentPrice}`);
function readPriceChange(text: string): PriceChange | null {
  const [from, at = ''] = text.split(' ');
  return { from: Number(from), at };
}

const lowered = sql<PriceChange | null>`${loweredText}`.mapWith(readPriceChange).as('lowered');
const sellerName = query.select({ name: users.name }).from(users).where(eq(users.id, listings.ownerUserId));

export const summaryColumns = {
  id: listings.id,
  kind: listings.kind,
  name: listings.name,
  brand: listings.brand,
  year: listings.year,
  type: listings.type,
  condition: listings.condition,
  daysUsed: listings.daysUsed,
  daysUsedAsOf: listings.daysUsedAsOf,
  soldAt: listings.soldAt,
  confirmedAt: listings.confirmedAt,
  mileage: listings.mileage,
  presentPrice: listings.presentPrice,
  pastPrice: listings.pastPrice,
  kilometresDriven: listings.kilometresDriven,
  city: listings.city,
  place: listings.place,
  availability: listings.availability,
  isSample: listings.isSample,
  bodyStyle: listings.bodyStyle,
  bodyColour: listings.bodyColour,
  accentColour: listings.accentColour,
  ownerUserId: listings.ownerUserId,
  manageKeyId: listings.manageKeyId,
  photos: sql<StoredPhoto[] | null>`${firstPhoto}`
    .mapWith((text: string): StoredPhoto[] | null => readPhotos(text))
    .as('photos'),
  lowered,
};

const {
  seq: _seq,
  hiddenAt: _hiddenAt,
  hiddenReason: _hiddenReason,
  checkedAt: _checkedAt,
  searchBrand: _searchBrand,
  position: _position,
  ...columns
} = getTableColumns(listings);

export const listingColumns = {
  ...columns,
  sellerName: sql<string | null>`${sellerName}`.as('seller_name'),
  photos: sql`${allPhotos}`.mapWith((text: string): StoredPhoto[] | null => readPhotos(text)).as('photos'),
  lowered,
};

/** @param subquery a table expression with the sequence numbers in the column `value` */
export const selectSummaries = (db: Database, subquery: SQL) =>
  db
    .select({ seq: listings.seq, ...summaryColumns })
    .from(sql`${subquery} found`)
    .crossJoin(listings)
    .where(sql`${listings.seq} = found.value`)
    .$dynamic();

export const selectListings = (db: Database, subquery: SQL) =>
  db
    .select(listingColumns)
    .from(sql`${subquery} found`)
    .crossJoin(listings)
    .where(sql`${listings.seq} = found.value`)
    .$dynamic();

type SummaryRow = Omit<ReturnType<ReturnType<typeof selectSummaries>['all']>[number], 'seq'>;
type ListingRow = ReturnType<ReturnType<typeof selectListings>['all']>[number];

/** Whether the actor owns a listing: as its user, or by a manage key that came with the request. */
export function isOwnedBy({ ownerUserId, manageKeyId }: ListingOwner, { user, manageKeyIds }: Actor): boolean {
  if (ownerUserId !== null) return ownerUserId === user?.id;
  return manageKeyId !== null && manageKeyIds.includes(manageKeyId);
}

/** Field by field, because a rest pattern takes longer than reading the row. */
export function toSummary(row: SummaryRow, actor: Actor): ListingSummary {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    brand: row.brand,
    year: row.year,
    type: row.type,
    condition: row.condition,
    daysUsed: countDaysUsed(row, new Date()),
    mileage: row.mileage,
    presentPrice: row.presentPrice,
    pastPrice: row.pastPrice,
    kilometresDriven: row.kilometresDriven,
    city: row.city,
    place: row.place,
    availability: row.availability,
    confirmedAt: row.confirmedAt,
    isSample: row.isSample,
    isMine: isOwnedBy(row, actor),
    lowered: row.lowered,
    photo: row.photos?.[0] ?? null,
    drawing: { bodyStyle: row.bodyStyle, body: row.bodyColour, accent: row.accentColour },
  };
}

const withheld = Object.fromEntries(
  offerFieldNames.filter((name) => getOfferField(name).personal === 'hidden').map((name) => [name, null]),
);

export function toListing(row: ListingRow, actor: Actor): Listing {
  const isMine = isOwnedBy(row, actor);
  const isHidden = row.hideLicenseDigits && !isMine;
  return {
    id: row.id,
    kind: row.kind,
    ...pickFields(row, offerFieldNames),
    ...(!isMine && withheld),
    daysUsed: countDaysUsed(row, new Date()),
    license: isHidden ? maskLicense(row.license) : row.license,
    place: row.place,
    features: row.features,
    lowered: row.lowered,
    photos: row.photos ?? [],
    drawing: { bodyStyle: row.bodyStyle, body: row.bodyColour, accent: row.accentColour },
    availability: row.availability,
    soldAt: row.soldAt,
    confirmedAt: row.confirmedAt,
    isSample: row.isSample,
    isMine,
    isPromoted: row.isPromoted,
    rating: row.rating,
    reviewCount: row.reviewCount,
    sampleRating: row.reviewCount === 0 ? row.sampleRating : null,
    sampleReviewCount: row.reviewCount === 0 ? row.sampleReviewCount : 0,
    viewCount: row.viewCount,
    seller: { id: row.ownerUserId, name: row.sellerName ?? (row.isSample ? sampleSeller : privateSeller) },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}

const sampleSeller = 'Sample';
