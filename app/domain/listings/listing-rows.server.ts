import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { listingPhotos, listingPrices, listings, photos, users } from '~db/schema';
import { foldForSearch } from '~db/search-fold';
import type { StoredPhoto } from '../photos/photo';
import { dayOf } from '../shared/dates';
import { locate } from '../places/places.server';
import type { Actor } from '../shared/actor';
import { preparedOf } from '../shared/memoize.server';
import type { Drawing } from './body-style';
import {
  type Listing,
  type ListingSummary,
  daysUsedBy,
  listingFieldNames,
  listingFlagNames,
  maskLicense,
  type PriceChange,
  privateSeller,
} from './listing';
import type { ListingValues } from './listing.schema.server';
import { modelAsSpelt } from './models.server';

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
/** The lowest former price, and the time of the last change, where the present price is lower than it ever was. */
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

/** What `toListing` makes a full listing of. */
export const listingColumns = {
  ...columns,
  sellerName: sql<string | null>`${sellerName}`.as('seller_name'),
  photos: sql`${allPhotos}`.mapWith((text: string): StoredPhoto[] | null => readPhotos(text)).as('photos'),
  lowered,
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
    daysUsed: daysUsedBy(row, new Date()),
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

/** Maps a row to a full listing, with the fields and permissions of this actor. Field by field, as `toSummary`. */
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
    daysUsed: daysUsedBy(row, new Date()),
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
    place: row.place,
    state: row.state,
    description: row.description,
    hasRc: row.hasRc,
    hasPuc: row.hasPuc,
    insuranceUntil: row.insuranceUntil,
    hasNoc: row.hasNoc,
    isLoanCleared: row.isLoanCleared,
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

/** Columns of the fields that sellers give, which have the names of the fields, and of what follows from those. */
const givenColumns = [...listingFieldNames, ...listingFlagNames, 'place', 'daysUsedAsOf', 'searchBrand'] as const;
type Parameters = Record<(typeof givenColumns)[number], SQL>;
const areComplete = (parameters: Partial<Parameters>): parameters is Parameters =>
  givenColumns.every((name) => parameters[name] !== undefined);

const bound = (name: string) => sql`${sql.placeholder(name)}`;

function parametersOfFields(): Parameters {
  const parameters: Partial<Parameters> = {};
  for (const name of givenColumns) parameters[name] = bound(name);
  if (!areComplete(parameters)) throw new Error('A column of a listing has no parameter.');
  return parameters;
}

/** The values of a listing, and the day on which its days used were stated. */
type StoredValues = ListingValues & { daysUsedAsOf: string | null };

/** Values of those parameters. A capacity is stored only for the type it belongs to. */
function valuesOf(fields: StoredValues): Record<string, string | number | null> {
  return {
    ...Object.fromEntries(listingFieldNames.map((name) => [name, fields[name] ?? null])),
    ...locate({ city: fields.city, state: fields.state ?? null }),
    model: modelAsSpelt(fields),
    ...Object.fromEntries(listingFlagNames.map((name) => [name, fields[name] ? 1 : 0])),
    daysUsedAsOf: fields.daysUsedAsOf,
    engineCapacity: fields.type === 'Petrol' ? fields.engineCapacity : null,
    batteryCapacity: fields.type === 'Electric' ? fields.batteryCapacity : null,
    searchBrand: foldForSearch(fields.brand),
  };
}

type NewRow = Drawing & {
  id: string;
  timestamp: string;
  kind: ListingKind;
  ownerUserId: string | null;
  manageKeyId: string | null;
};

// Prepared once: with all of its triggers, preparing one of these takes longer than SQLite needs to run it.
const writes = preparedOf((db) => ({
  insert: db
    .insert(listings)
    .values({
      ...parametersOfFields(),
      id: bound('id'),
      kind: bound('kind'),
      ownerUserId: bound('ownerUserId'),
      manageKeyId: bound('manageKeyId'),
      bodyStyle: bound('bodyStyle'),
      bodyColour: bound('body'),
      accentColour: bound('accent'),
      confirmedAt: bound('timestamp'),
      createdAt: bound('timestamp'),
      updatedAt: bound('timestamp'),
    })
    .prepare(),
  update: db
    .update(listings)
    .set({
      ...parametersOfFields(),
      bodyStyle: sql`coalesce(${sql.placeholder('bodyStyle')}, body_style)`,
      bodyColour: sql`coalesce(${sql.placeholder('body')}, body_colour)`,
      accentColour: sql`coalesce(${sql.placeholder('accent')}, accent_colour)`,
      confirmedAt: sql`coalesce(${sql.placeholder('confirmedAt')}, confirmed_at)`,
      isBehind: sql`iif(${sql.placeholder('confirmedAt')} IS NULL, is_behind, 0)`,
      updatedAt: bound('timestamp'),
      version: sql`version + 1`,
    })
    .where(eq(listings.id, sql.placeholder('id')))
    .prepare(),
  photosOf: db
    .select({ hash: listingPhotos.photoHash })
    .from(listingPhotos)
    .where(eq(listingPhotos.listingId, sql.placeholder('id')))
    .orderBy(listingPhotos.position)
    .prepare(),
  clearPhotos: db
    .delete(listingPhotos)
    .where(eq(listingPhotos.listingId, sql.placeholder('id')))
    .prepare(),
  putPhoto: db
    .insert(listingPhotos)
    .values({ listingId: bound('id'), position: bound('position'), photoHash: bound('hash') })
    .prepare(),
}));

/** Inserts a listing. @param row `timestamp` in UTC as ISO 8601; `body` and `accent` as `#rrggbb` */
export function insertListing(db: Database, fields: ListingValues, row: NewRow): void {
  const stated = { ...fields, daysUsedAsOf: dayOf(new Date(row.timestamp)) };
  writes(db).insert.run({ ...valuesOf(stated), ...row });
}

/**
 * Updates a listing and increments its version.
 *
 * @param drawing null keeps the current illustration
 * @param isBySeller whether the change confirms that it is still for sale
 */
export function updateListing(
  db: Database,
  fields: StoredValues,
  row: { id: string; timestamp: string; drawing: Drawing | null; isBySeller: boolean },
): void {
  const { id, timestamp, drawing, isBySeller } = row;
  const { bodyStyle, body, accent } = drawing ?? { bodyStyle: null, body: null, accent: null };
  const confirmedAt = isBySeller ? timestamp : null;
  writes(db).update.run({ ...valuesOf(fields), id, timestamp, confirmedAt, bodyStyle, body, accent });
}

/**
 * Replaces the photos of a listing with stored photos, in display order. An unchanged list is not written, because new
 * rows would send the listing back to the operators' check.
 *
 * @param hashes at most ten; duplicates count once
 */
export function setListingPhotos(db: Database, listingId: string, hashes: readonly string[]): void {
  const { photosOf, clearPhotos, putPhoto } = writes(db);
  const shown = [...new Set(hashes)];
  if (
    shown.join() ===
    photosOf
      .all({ id: listingId })
      .map(({ hash }) => hash)
      .join()
  )
    return;
  clearPhotos.run({ id: listingId });
  for (const [position, hash] of shown.entries()) putPhoto.run({ id: listingId, position, hash });
}
