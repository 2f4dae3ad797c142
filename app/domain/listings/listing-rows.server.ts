import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import { listingPhotos, listings, photos, users } from '~db/schema';
import type { StoredPhoto } from '../photos/photo';
import type { Actor } from '../shared/actor';
import { type Listing, type ListingSummary, maskLicense, privateSeller } from './listing';

/** Owner of a listing: a user or a manage key; a sample has neither. */
type ListingOwner = { ownerUserId: string | null; manageKeyId: string | null };

function readPhotos(text: string): StoredPhoto[] {
  return text.split(',').map((one) => {
    const [hash = '', width, height] = one.split(' ');
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
const sellerName = query.select({ name: users.name }).from(users).where(eq(users.id, listings.ownerUserId));

/** What `toSummary` makes a card of. */
export const summaryColumns = {
  id: listings.id,
  kind: listings.kind,
  name: listings.name,
  brand: listings.brand,
  year: listings.year,
  type: listings.type,
  condition: listings.condition,
  daysUsed: listings.daysUsed,
  mileage: listings.mileage,
  presentPrice: listings.presentPriceRupees,
  pastPrice: listings.pastPriceRupees,
  kilometresDriven: listings.kilometresDriven,
  availability: listings.availability,
  isSample: listings.isSample,
  bodyStyle: listings.bodyStyle,
  body: listings.bodyColour,
  accent: listings.accentColour,
  ownerUserId: listings.ownerUserId,
  manageKeyId: listings.manageKeyId,
  photos: sql<StoredPhoto[] | null>`${firstPhoto}`
    .mapWith((text: string): StoredPhoto[] | null => readPhotos(text))
    .as('photos'),
};

const {
  seq: _seq,
  presentPriceRupees: presentPrice,
  pastPriceRupees: pastPrice,
  topSpeedKmph: topSpeed,
  bodyColour: body,
  accentColour: accent,
  soldAt: _soldAt,
  hiddenAt: _hiddenAt,
  hiddenReason: _hiddenReason,
  checkedAt: _checkedAt,
  searchName: _searchName,
  searchBrand: _searchBrand,
  ...columns
} = getTableColumns(listings);

/** What `toListing` makes a full listing of. */
export const listingColumns = {
  ...columns,
  presentPrice,
  pastPrice,
  topSpeed,
  body,
  accent,
  sellerName: sql<string | null>`${sellerName}`.as('seller_name'),
  photos: sql`${allPhotos}`.mapWith((text: string): StoredPhoto[] | null => readPhotos(text)).as('photos'),
};

/**
 * Reads the rows that raw SQL finds, such as a search or a forced index.
 *
 * @param found a table expression with the sequence numbers in the column `value`; `found` in the rest of the query
 */
export const summariesIn = (db: Database, found: SQL) =>
  db
    .select({ seq: listings.seq, ...summaryColumns })
    .from(sql`${found} found`)
    .crossJoin(listings)
    .where(sql`${listings.seq} = found.value`)
    .$dynamic();

/** The same, in full. */
export const listingsIn = (db: Database, found: SQL) =>
  db
    .select(listingColumns)
    .from(sql`${found} found`)
    .crossJoin(listings)
    .where(sql`${listings.seq} = found.value`)
    .$dynamic();

type SummaryRow = Omit<ReturnType<ReturnType<typeof summariesIn>['all']>[number], 'seq'>;
type ListingRow = ReturnType<ReturnType<typeof listingsIn>['all']>[number];

/** Whether the actor owns a listing: as its user, or by a manage key that came with the request. */
export function isOwnedBy({ ownerUserId, manageKeyId }: ListingOwner, { user, manageKeyIds }: Actor): boolean {
  if (ownerUserId !== null) return ownerUserId === user?.id;
  return manageKeyId !== null && manageKeyIds.includes(manageKeyId);
}

/**
 * Maps a row to a card, with the fields and permissions of this actor. Field by field, because a rest pattern takes the
 * engine longer than reading the row, and a list has many.
 */
export function toSummary(row: SummaryRow, actor: Actor): ListingSummary {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    brand: row.brand,
    year: row.year,
    type: row.type,
    condition: row.condition,
    daysUsed: row.daysUsed,
    mileage: row.mileage,
    presentPrice: row.presentPrice,
    pastPrice: row.pastPrice,
    kilometresDriven: row.kilometresDriven,
    availability: row.availability,
    isSample: row.isSample,
    isMine: isOwnedBy(row, actor),
    photo: row.photos?.[0] ?? null,
    drawing: { bodyStyle: row.bodyStyle, body: row.body, accent: row.accent },
  };
}

/** Maps a row to a full listing, with the fields and permissions of this actor. */
export function toListing(row: ListingRow, actor: Actor): Listing {
  const isMine = isOwnedBy(row, actor);
  const isHidden = row.hideLicenseDigits && !isMine;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    brand: row.brand,
    model: row.model,
    year: row.year,
    type: row.type,
    condition: row.condition,
    daysUsed: row.daysUsed,
    mileage: row.mileage,
    topSpeed: row.topSpeed,
    presentPrice: row.presentPrice,
    pastPrice: row.pastPrice,
    license: isHidden ? maskLicense(row.license) : row.license,
    hideLicenseDigits: row.hideLicenseDigits,
    engineCapacity: row.engineCapacity,
    batteryCapacity: row.batteryCapacity,
    kilometresDriven: row.kilometresDriven,
    ownerNumber: row.ownerNumber,
    city: row.city,
    state: row.state,
    description: row.description,
    features: row.features,
    photos: row.photos ?? [],
    drawing: { bodyStyle: row.bodyStyle, body: row.body, accent: row.accent },
    availability: row.availability,
    isSample: row.isSample,
    isMine,
    isPromoted: row.isPromoted,
    rating: row.rating,
    reviewCount: row.reviewCount,
    viewCount: row.viewCount,
    seller: { id: row.ownerUserId, name: row.sellerName ?? (row.isSample ? sampleSeller : privateSeller) },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}

const sampleSeller = 'Sample';
