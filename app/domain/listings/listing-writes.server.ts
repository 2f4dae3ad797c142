import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { listingPhotos, listings } from '~db/schema';
import { foldForSearch } from '~db/search-fold';
import { memoizePrepared } from '~db/statements';
import { findLocation } from '../places/places.server';
import { toDay } from '../shared/dates';
import type { Drawing } from '../photos/drawing';
import { listingFieldNames, listingFlagNames } from './listing';
import type { ListingValues } from './listing.schema.server';
import { findCanonicalModelName } from './models.server';

/** Columns of the sell form's fields, which have the same names, and columns derived from them. */
const fieldColumns = [...listingFieldNames, ...listingFlagNames, 'place', 'daysUsedAsOf', 'searchBrand'] as const;
type Parameters = Record<(typeof fieldColumns)[number], SQL>;
const areComplete = (parameters: Partial<Parameters>): parameters is Parameters =>
  fieldColumns.every((name) => parameters[name] !== undefined);

const createPlaceholder = (name: string) => sql`${sql.placeholder(name)}`;

function createParameters(): Parameters {
  const parameters: Partial<Parameters> = {};
  for (const name of fieldColumns) parameters[name] = createPlaceholder(name);
  if (!areComplete(parameters)) throw new Error('A column of a listing has no parameter.');
  return parameters;
}

/** The values of a listing, and the day on which its days used were stated. */
type StoredValues = ListingValues & { daysUsedAsOf: string | null };

/** Values of the parameters. A capacity is stored only for its type. */
function toColumnValues(fields: StoredValues): Record<string, string | number | null> {
  return {
    ...Object.fromEntries(listingFieldNames.map((name) => [name, fields[name] ?? null])),
    ...findLocation({ city: fields.city, state: fields.state ?? null }),
    model: findCanonicalModelName(fields),
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

// Prepared once: with its triggers, each of these takes longer to prepare than to run.
const writes = memoizePrepared((db) => ({
  insert: db
    .insert(listings)
    .values({
      ...createParameters(),
      id: createPlaceholder('id'),
      kind: createPlaceholder('kind'),
      ownerUserId: createPlaceholder('ownerUserId'),
      manageKeyId: createPlaceholder('manageKeyId'),
      bodyStyle: createPlaceholder('bodyStyle'),
      bodyColour: createPlaceholder('body'),
      accentColour: createPlaceholder('accent'),
      confirmedAt: createPlaceholder('timestamp'),
      createdAt: createPlaceholder('timestamp'),
      updatedAt: createPlaceholder('timestamp'),
    })
    .prepare(),
  update: db
    .update(listings)
    .set({
      ...createParameters(),
      bodyStyle: sql`coalesce(${sql.placeholder('bodyStyle')}, body_style)`,
      bodyColour: sql`coalesce(${sql.placeholder('body')}, body_colour)`,
      accentColour: sql`coalesce(${sql.placeholder('accent')}, accent_colour)`,
      confirmedAt: sql`coalesce(${sql.placeholder('confirmedAt')}, confirmed_at)`,
      isBehind: sql`iif(${sql.placeholder('confirmedAt')} IS NULL, is_behind, 0)`,
      updatedAt: createPlaceholder('timestamp'),
      version: sql`version + 1`,
    })
    .where(eq(listings.id, sql.placeholder('id')))
    .prepare(),
  findPhotos: db
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
    .values({
      listingId: createPlaceholder('id'),
      position: createPlaceholder('position'),
      photoHash: createPlaceholder('hash'),
    })
    .prepare(),
}));

/** Inserts a listing. @param row `timestamp` in UTC as ISO 8601; `body` and `accent` as `#rrggbb` */
export function insertListing(db: Database, fields: ListingValues, row: NewRow): void {
  const stated = { ...fields, daysUsedAsOf: toDay(new Date(row.timestamp)) };
  writes(db).insert.run({ ...toColumnValues(stated), ...row });
}

/**
 * Updates a listing and increments its version.
 *
 * @param drawing null keeps the current illustration
 * @param isBySeller whether the seller makes the change, which also confirms that it is still for sale
 */
export function updateListing(
  db: Database,
  fields: StoredValues,
  row: { id: string; timestamp: string; drawing: Drawing | null; isBySeller: boolean },
): void {
  const { id, timestamp, drawing, isBySeller } = row;
  const { bodyStyle, body, accent } = drawing ?? { bodyStyle: null, body: null, accent: null };
  const confirmedAt = isBySeller ? timestamp : null;
  writes(db).update.run({ ...toColumnValues(fields), id, timestamp, confirmedAt, bodyStyle, body, accent });
}

/**
 * Replaces the photos of a listing with stored photos, in display order. An unchanged list is not written, because new
 * rows would send the listing back to the operators' check.
 *
 * @param hashes at most ten; duplicates count once
 */
export function setListingPhotos(db: Database, listingId: string, hashes: readonly string[]): void {
  const { findPhotos, clearPhotos, putPhoto } = writes(db);
  const shown = [...new Set(hashes)];
  if (
    shown.join() ===
    findPhotos
      .all({ id: listingId })
      .map(({ hash }) => hash)
      .join()
  )
    return;
  clearPhotos.run({ id: listingId });
  for (const [position, hash] of shown.entries()) putPhoto.run({ id: listingId, position, hash });
}
