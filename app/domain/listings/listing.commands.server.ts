import { randomBytes } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { listingPhotos, listings } from '~db/schema/listings';
import { foldForSearch } from '~db/search-fold';
import { memoizePrepared } from '~db/statements';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { completeDraft } from '../photos/draft-photos.server';
import { createDrawing, type Drawing } from '../photos/drawing';
import { findChangedLocation, findLocation } from '../places/places.server';
import { defineCommand, isEmptyChange, isOutdated } from '../shared/command.server';
import { toDay } from '../shared/dates';
import { createVersionConflict, err, ok } from '../shared/result';
import type { Listing } from './listing';
import { countDaysUsed } from './listing-facts';
import { isOwnedBy } from './listing-rows.server';
import { findListing } from './listing.queries.server';
import {
  findListingCode,
  getListingChangeSchema,
  getListingSchema,
  type ListingChange,
  type NewListing,
} from './listing.schema.server';
import { createManageKey, findManageKey, isManageKeyStored } from './manage-key.server';
import { findCanonicalModelName } from './models.server';
import {
  getOfferField,
  listingFieldNames,
  listingFlagNames,
  type OfferFieldName,
  offerFieldNames,
  type OfferValues,
  pickFields,
} from './offer-fields';
import { findListingToChange, listingNotFound, type OwnedListing } from './own-listing.commands.server';

const fieldColumns = [...offerFieldNames, 'place', 'daysUsedAsOf', 'searchBrand'] as const;
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

type StoredValues = OfferValues & { daysUsedAsOf: string | null };

const isOf = ({ type }: StoredValues, name: OfferFieldName): boolean => {
  const { onlyFor } = getOfferField(name);
  return onlyFor === undefined || onlyFor === type;
};

/** Values of the parameters. What only one type of vehicle has is not stored for the others. */
function toColumnValues(fields: StoredValues): Record<string, string | number | null> {
  return {
    ...Object.fromEntries(listingFieldNames.map((name) => [name, isOf(fields, name) ? (fields[name] ?? null) : null])),
    ...findLocation({ city: fields.city, state: fields.state ?? null }),
    model: findCanonicalModelName(fields),
    ...Object.fromEntries(listingFlagNames.map((name) => [name, fields[name] ? 1 : 0])),
    daysUsedAsOf: fields.daysUsedAsOf,
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

function insertListing(db: Database, fields: OfferValues, row: NewRow): void {
  const stated = { ...fields, daysUsedAsOf: toDay(new Date(row.timestamp)) };
  writes(db).insert.run({ ...toColumnValues(stated), ...row });
}

/** @param drawing null keeps the current illustration @param isBySeller also confirms that it is for sale */
function updateListing(
  db: Database,
  fields: StoredValues,
  row: { id: string; timestamp: string; drawing: Drawing | null; isBySeller: boolean },
): void {
  const { id, timestamp, drawing, isBySeller } = row;
  const { bodyStyle, body, accent } = drawing ?? { bodyStyle: null, body: null, accent: null };
  const confirmedAt = isBySeller ? timestamp : null;
  writes(db).update.run({ ...toColumnValues(fields), id, timestamp, confirmedAt, bodyStyle, body, accent });
}

const findListingPhotos = (db: Database, id: string): string[] =>
  writes(db)
    .findPhotos.all({ id })
    .map(({ hash }) => hash);

/** An unchanged list is not written: new rows would send the listing back to the operators' check. */
export function setListingPhotos(db: Database, listingId: string, hashes: readonly string[]): void {
  const { clearPhotos, putPhoto } = writes(db);
  const distinctHashes = [...new Set(hashes)];
  if (distinctHashes.join() === findListingPhotos(db, listingId).join()) return;
  clearPhotos.run({ id: listingId });
  for (const [position, hash] of distinctHashes.entries()) putPhoto.run({ id: listingId, position, hash });
}

export type CreatedListing = {
  listing: Listing;
  /** Shown only this once. Null for a seller who has a key or is signed in. */
  manageCode: string | null;
};

/** Public immediately; operators check it afterwards. */
export const createListing = defineCommand<NewListing, CreatedListing>({
  name: 'create-listing',
  schema: getListingSchema,
  invalidCode: findListingCode,
  limit: 'listing',
  secrets: {
    areOwned({ manageCode }, { db, actor }) {
      const keyId = manageCode === null ? null : findManageKey(db, manageCode);
      return keyId !== null && actor.manageKeyIds.includes(keyId);
    },
    remove: (created) => ({ ...created, manageCode: null }),
  },
  run(input, { db, actor, now }) {
    const completed = completeDraft(db, input, []);
    if (!completed.ok) return completed;
    const id = randomBytes(12).toString('hex');
    // A visitor's existing key is reused, so that one code covers all their listings. It may have been deleted while
    // the photos were uploading.
    const ownKeyId = actor.user ? null : (actor.manageKeyIds.findLast((keyId) => isManageKeyStored(db, keyId)) ?? null);
    const newKey = actor.user || ownKeyId ? null : createManageKey(db, now);
    const manageKeyId = newKey?.id ?? ownKeyId;
    insertListing(db, input, {
      ...createDrawing(input, id),
      id,
      kind: input.kind,
      ownerUserId: actor.user?.id ?? null,
      manageKeyId,
      timestamp: now.toISOString(),
    });
    setListingPhotos(db, id, input.photos);
    const seller = manageKeyId ? { ...actor, manageKeyIds: [manageKeyId] } : actor;
    const listing = findListing(db, id, seller);
    if (!listing) throw new Error('A listing that was just stored could not be read.');
    return ok({ listing, manageCode: newKey?.code ?? null });
  },
});

/** Unchanged days used stay as they were stated. */
function getAgeChange(before: OwnedListing, { daysUsed }: Pick<ListingChange, 'daysUsed'>, now: Date) {
  const { daysUsedAsOf } = before;
  return daysUsed === undefined || daysUsed === countDaysUsed(before, now)
    ? { daysUsed: before.daysUsed, daysUsedAsOf }
    : { daysUsed, daysUsedAsOf: before.isSample ? null : toDay(now) };
}

/** A model that was derived from the name is derived from the changed name. */
function getModelChange(before: OwnedListing, { name, brand, model }: ListingChange): string | null {
  if (model !== undefined) return model;
  const isDerived = before.model === findCanonicalModelName({ ...before, model: null });
  return (name !== undefined || brand !== undefined) && isDerived ? null : before.model;
}

/** The fields that a change leaves, without those of the request. */
const mergeChange = (before: OwnedListing, input: ListingChange, now: Date): StoredValues => ({
  ...before,
  ...input,
  ...findChangedLocation(before, input),
  ...getAgeChange(before, input, now),
  model: getModelChange(before, input),
});

/** The illustrations of samples are chosen by hand. */
const createChangedDrawing = (before: OwnedListing, after: StoredValues): Drawing | null =>
  before.isSample ? null : createDrawing({ ...after, kind: before.kind }, before.id);

/** The columns that a change by the team sets, by name, with those that are derived from them. */
export function planListingChange(before: OwnedListing, input: ListingChange, now: Date): Record<string, unknown> {
  const merged = mergeChange(before, input, now);
  const drawing = createChangedDrawing(before, merged);
  const after = {
    ...toColumnValues(merged),
    ...pickFields(merged, listingFlagNames),
    ...(drawing && { bodyStyle: drawing.bodyStyle, bodyColour: drawing.body, accentColour: drawing.accent }),
  };
  const stored = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== stored.get(name)));
}

export const changeListing = defineCommand<ListingChange, Listing>({
  name: 'change-listing',
  changes: ({ id }) => ({ table: 'listings', id }),
  schema: getListingChangeSchema,
  invalidCode: findListingCode,
  limit: 'write',
  run(input, context) {
    const { db, actor, now } = context;
    const lookup = findListingToChange(db, input, actor, 'stock');
    if (!lookup.ok) return lookup;
    const before = lookup.value;
    if (isOutdated(input.version, before)) return createVersionConflict('listing');
    const { id: _id, kind: _kind, version: _version, draft: _draft, ...changes } = input;
    if (isEmptyChange(changes)) {
      const same = findListing(db, before.id, actor);
      return same ? ok(same) : err(listingNotFound);
    }
    const completed = completeDraft(db, input, findListingPhotos(db, before.id));
    if (!completed.ok) return completed;
    const isOwn = isOwnedBy(before, actor);
    const after = mergeChange(before, input, now);
    const drawing = createChangedDrawing(before, after);
    updateListing(db, after, { id: before.id, timestamp: now.toISOString(), drawing, isBySeller: isOwn });
    if (input.photos) setListingPhotos(db, before.id, input.photos);
    recordAuditEvent(
      context,
      { subject: 'listing', subjectId: before.id, title: after.name, action: 'changed' },
      { isOwn },
    );
    const listing = findListing(db, before.id, actor);
    return listing ? ok(listing) : err(listingNotFound);
  },
});
