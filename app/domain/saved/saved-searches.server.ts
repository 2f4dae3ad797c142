import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { savedSearches } from '~db/schema/engagement';
import { memoizePrepared } from '~db/statements';
import type { OfferMarks } from '../browse/browse-query';
import { validateSearchText } from '../names/tokenizer';
import { type Actor, signInRequired } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { dayMs, getTimestampBefore, minuteMs } from '../shared/dates';
import { checkText, failWith, textUpTo } from '../shared/fields.server';
import { createPagination, type Page } from '../shared/pagination.server';
import { type AppError, err, ok, type Result } from '../shared/result';

/** A saved search of a user, or of a visitor's browser (docs/product.md, "Saved searches"). */
export type SavedSearch = {
  id: string;
  /** Query string of the browse screen, without order and page. */
  query: string;
  /** Name given by the owner; null: a description of the query is shown. */
  name: string | null;
  since: OfferMarks;
  version: number;
  createdAt: string;
};

const maxSearches = 50;
export const maxSearchNameLength = 60;
const maxQueryLength = 2_000;
export const searchesPerPage = 10;

/** Minutes without a request that end a visit. A reload within a visit still shows what is new since the last visit. */
const visitMinutes = 30;
export const visitorSearchDays = 365;

type Owner = { userId: string; visitorHash: null } | { userId: null; visitorHash: string };

/** The searches of a signed-in user belong to the account, even if the browser has a visitor's cookie. */
function getOwner({ user, searchesHash }: Actor): Owner | null {
  if (user) return { userId: user.id, visitorHash: null };
  return searchesHash ? { userId: null, visitorHash: searchesHash } : null;
}

const isOwnedBy = ({ userId, visitorHash }: Owner): SQL =>
  userId === null ? eq(savedSearches.visitorHash, visitorHash) : eq(savedSearches.userId, userId);

const newest = memoizePrepared(({ $client }) =>
  // Raw: a SELECT without FROM.
  $client.prepare<[], OfferMarks>(
    `SELECT coalesce((SELECT max(seq) FROM vehicles), 0) AS vehicle, coalesce((SELECT max(seq) FROM listings), 0) AS listing`,
  ),
);
const findNewestMarks = (db: Database): OfferMarks => newest(db).get() ?? { vehicle: 0, listing: 0 };

const columns = {
  id: savedSearches.id,
  query: savedSearches.query,
  name: savedSearches.name,
  since: { vehicle: savedSearches.sinceVehicle, listing: savedSearches.sinceListing },
  version: savedSearches.version,
  createdAt: savedSearches.createdAt,
};

const countSearches = (db: Database, owner: Owner): number =>
  db.select({ count: count() }).from(savedSearches).where(isOwnedBy(owner)).get()?.count ?? 0;

/** The actor's searches, the newest first. @param page from 1 */
export function findSearches(
  db: Database,
  actor: Actor,
  { page, limit = searchesPerPage }: { page: number; limit?: number },
): Page<SavedSearch> {
  const owner = getOwner(actor);
  if (!owner) return { items: [], pagination: createPagination({ page, limit }, 0) };
  const items = db
    .select(columns)
    .from(savedSearches)
    .where(isOwnedBy(owner))
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
    .limit(limit)
    .offset((page - 1) * limit)
    .all();
  return { items, pagination: createPagination({ page, limit }, countSearches(db, owner)) };
}

/** New offers are those since the last visit: within a visit, that position does not change. */
export function markSearchesVisited(db: Database, actor: Actor, now: Date): void {
  const owner = getOwner(actor);
  if (!owner) return;
  const { vehicle, listing } = findNewestMarks(db);
  const isNewVisit = sql`${savedSearches.visitedAt} < ${getTimestampBefore(now, visitMinutes * minuteMs)}`;
  db.update(savedSearches)
    .set({
      sinceVehicle: sql`iif(${isNewVisit}, ${savedSearches.seenVehicle}, ${savedSearches.sinceVehicle})`,
      sinceListing: sql`iif(${isNewVisit}, ${savedSearches.seenListing}, ${savedSearches.sinceListing})`,
      seenVehicle: vehicle,
      seenListing: listing,
      visitedAt: now.toISOString(),
    })
    .where(isOwnedBy(owner))
    .run();
}

const find = (db: Database, where: SQL | undefined): SavedSearch | undefined =>
  db.select(columns).from(savedSearches).where(where).get();

const searchRequired = failWith({ code: 'search_required' });

export const searchFields = z.object({
  query: z
    .string(searchRequired)
    .min(1, searchRequired)
    .max(maxQueryLength, failWith({ code: 'search_too_long' }))
    .superRefine(checkText((query) => validateSearchText(new URLSearchParams(query).get('q')?.trim() ?? '')))
    .meta({ description: 'Query string of `/browse`: `q=activa&maxPrice=60000`.' }),
});

/** @param visitorHash hash of a new secret, for a visitor whose browser has none yet; never taken from the request */
export const saveSearch = defineCommand<{ query: string; visitorHash?: string }, SavedSearch>({
  name: 'save-search',
  schema: () => searchFields.extend({ visitorHash: z.string().optional() }),
  limit: 'write',
  run({ query, visitorHash }, { db, actor, now }) {
    const owner = getOwner(actor) ?? (visitorHash === undefined ? null : { userId: null, visitorHash });
    if (!owner) return err(signInRequired);
    const existing = find(db, and(isOwnedBy(owner), eq(savedSearches.query, query)));
    if (existing) return ok(existing);
    if (countSearches(db, owner) >= maxSearches) {
      return err({ kind: 'conflict', code: 'too_many_searches', values: { most: maxSearches } });
    }
    const { vehicle, listing } = findNewestMarks(db);
    const createdAt = now.toISOString();
    const stored = { id: randomUUID(), query, name: null, version: 1, createdAt };
    db.insert(savedSearches)
      .values({
        ...owner,
        ...stored,
        sinceVehicle: vehicle,
        sinceListing: listing,
        seenVehicle: vehicle,
        seenListing: listing,
        visitedAt: createdAt,
      })
      .run();
    return ok({ ...stored, since: { vehicle, listing } });
  },
});

export const searchSaved = 'This search is saved.';
export const searchDeleted = 'The search has been deleted.';
const searchNotFound: AppError = { kind: 'not-found', code: 'saved_search_not_found' };

function findOwnSearch(db: Database, id: string, actor: Actor): Result<SavedSearch> {
  const owner = getOwner(actor);
  const found = owner && find(db, and(isOwnedBy(owner), eq(savedSearches.id, id)));
  return found ? ok(found) : err(searchNotFound);
}

/** Renames a search; an empty name restores the description of the query. */
export const renameSearch = defineCommand<{ id: string; name: string }, SavedSearch>({
  name: 'rename-search',
  schema: () =>
    z.object({
      id: z.string(),
      name: textUpTo('Name', maxSearchNameLength),
    }),
  limit: 'write',
  changes: ({ id }) => ({ table: 'saved_searches', id }),
  run({ id, name }, { db, actor }) {
    const lookup = findOwnSearch(db, id, actor);
    if (!lookup.ok) return lookup;
    const named = name === '' ? null : name;
    const version = lookup.value.version + 1;
    db.update(savedSearches).set({ name: named, version }).where(eq(savedSearches.id, id)).run();
    return ok({ ...lookup.value, name: named, version });
  },
});

export const deleteSearch = defineCommand<{ id: string }, { id: string }>({
  name: 'delete-search',
  schema: () => z.object({ id: z.string() }),
  invalidCode: () => 'saved_search_not_found',
  limit: 'write',
  changes: ({ id }) => ({ table: 'saved_searches', id }),
  run({ id }, { db, actor }) {
    const lookup = findOwnSearch(db, id, actor);
    if (!lookup.ok) return lookup;
    db.delete(savedSearches).where(eq(savedSearches.id, id)).run();
    return ok({ id });
  },
});

/** Moves a visitor's searches to the account of a user who signs in, the newest first, up to the maximum. */
export function claimSearches(db: Database, userId: string, visitorHash: string | null): void {
  if (visitorHash === null) return;
  const room = Math.max(0, maxSearches - countSearches(db, { userId, visitorHash: null }));
  // Raw: OR IGNORE skips searches that the account already has.
  db.$client
    .prepare(
      `UPDATE OR IGNORE saved_searches SET user_id = ?, visitor_hash = NULL WHERE id IN
         (SELECT id FROM saved_searches WHERE visitor_hash = ? ORDER BY created_at DESC LIMIT ?)`,
    )
    .run(userId, visitorHash, room);
  db.delete(savedSearches).where(eq(savedSearches.visitorHash, visitorHash)).run();
}

/** Deletes the searches of visitors without a visit for a year. @returns number of deleted searches */
export function purgeVisitorSearches(db: Database, now: Date): number {
  const before = getTimestampBefore(now, visitorSearchDays * dayMs);
  return db
    .delete(savedSearches)
    .where(and(sql`${savedSearches.visitorHash} IS NOT NULL`, lt(savedSearches.visitedAt, before)))
    .run().changes;
}
