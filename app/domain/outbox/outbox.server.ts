import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, count, desc, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type MailKind, mailKinds, type MailState } from '~db/enums';
import { users } from '~db/schema/accounts';
import { mails, mailStops } from '~db/schema/site';
import { deleteEach, memoizePrepared } from '~db/statements';
import { defineCommand } from '../shared/command.server';
import { getTimestampBefore, minuteMs } from '../shared/dates';
import { createPagination, type Page } from '../shared/pagination.server';
import { type AppError, err, ok } from '../shared/result';
import { readSiteKey, sha256 } from '../shared/secrets.server';

/* docs/product.md, "Mail". A separate folder: commands of every subject import it and the delivery imports them. */

const mergeMilliseconds = minuteMs;
const minIntervalMilliseconds = 10 * minuteMs;

/** Property of the connection, so that the built site and the sources agree when both run in one process, as in tests. */
const mailEnabled = Symbol.for('dopahiya.sends-mail');

export function enableMail(db: Database): void {
  Reflect.set(db.$client, mailEnabled, true);
}

export const isMailEnabled = (db: Database): boolean => Reflect.get(db.$client, mailEnabled) === true;

type Recipient = { userId: string } | { address: string };

type NewMail = {
  kind: MailKind;
  /** Id of its subject, such as a conversation; absent for a kind without one. */
  aboutId?: string;
  to: Recipient;
  /** Events that it reports, when they are gathered before. */
  times?: number;
  now: Date;
};

const isOfSubject = sql`${mails.kind} = ${sql.placeholder('kind')} AND ${mails.aboutId} IS ${sql.placeholder('aboutId')}
  AND ${mails.userId} IS ${sql.placeholder('userId')} AND ${mails.address} IS ${sql.placeholder('address')}`;

const queries = memoizePrepared((db) => ({
  latest: db
    .select({ id: mails.id, state: mails.state, dueAt: mails.dueAt, settledAt: mails.settledAt })
    .from(mails)
    .where(isOfSubject)
    .orderBy(desc(mails.createdAt))
    .limit(1)
    .prepare(),
  addTo: db
    .update(mails)
    .set({ times: sql`times + ${sql.placeholder('times')}` })
    .where(eq(mails.id, sql.placeholder('id')))
    .prepare(),
  add: db
    .insert(mails)
    .values({
      id: sql.placeholder('id'),
      kind: sql.placeholder('kind'),
      aboutId: sql.placeholder('aboutId'),
      userId: sql.placeholder('userId'),
      address: sql.placeholder('address'),
      times: sql.placeholder('times'),
      dueAt: sql.placeholder('dueAt'),
      createdAt: sql.placeholder('now'),
    })
    .prepare(),
}));

const normalizeAddress = (address: string): string => address.normalize('NFC').toLowerCase();

const toMilliseconds = ({ settledAt, dueAt }: { settledAt: string | null; dueAt: string }): number =>
  Date.parse(settledAt ?? dueAt);

/** In the transaction of the event; later events are merged until it is sent. Recovery links are not delayed. */
export function queueMail(db: Database, { kind, aboutId, to, times = 1, now }: NewMail): void {
  if (!isMailEnabled(db)) return;
  const userId = 'userId' in to ? to.userId : null;
  // In one spelling, because its mails are counted.
  const address = 'address' in to ? normalizeAddress(to.address) : null;
  const subject = { kind, aboutId: aboutId ?? null, userId, address };
  const latest = queries(db).latest.get(subject);
  if (latest?.state === 'waiting') {
    queries(db).addTo.run({ id: latest.id, times });
    return;
  }
  const earliest = now.getTime() + mergeMilliseconds;
  const due =
    kind === 'recovery'
      ? now.getTime()
      : Math.max(earliest, latest ? toMilliseconds(latest) + minIntervalMilliseconds : 0);
  const timestamps = { dueAt: new Date(due).toISOString(), now: now.toISOString() };
  queries(db).add.run({ ...subject, ...timestamps, times, id: randomUUID() });
}

/** Kinds of mail that a recipient can unsubscribe from. Recovery links are sent only on request. */
type StoppableKind = Exclude<MailKind, 'recovery'>;

/* Signed, with only a hash of the address; works without signing in (docs/product.md, "Mail"). */

const stoppableKinds: readonly StoppableKind[] = mailKinds.filter((kind) => kind !== 'recovery');

const hashAddress = (address: string): string => sha256(normalizeAddress(address));

/** Mails to an address without an account, sent or waiting, and what it does not want. @returns number of mails */
export function forgetAddress(db: Database, address: string, most: number): number {
  db.delete(mailStops)
    .where(eq(mailStops.addressHash, hashAddress(address)))
    .run();
  const ids = db
    .select({ id: sql<string>`id` })
    .from(sql`${mails} INDEXED BY mails_address`)
    .where(sql`address IN (${address}, ${normalizeAddress(address)}) AND address IS NOT NULL`)
    .limit(most)
    .all();
  for (const { id } of ids) db.delete(mails).where(eq(mails.id, id)).run();
  return ids.length;
}

const createSignature = (db: Database, text: string): Buffer =>
  createHmac('sha256', readSiteKey(db, 'mail')).update(text).digest();

export function createStopToken(db: Database, address: string, kind: StoppableKind): string {
  const text = `${kind}.${hashAddress(address)}`;
  return `${text}.${createSignature(db, text).toString('base64url')}`;
}

type Stop = { kind: StoppableKind; addressHash: string };

/** Reads a token. @returns null when the signature is invalid */
function readStopToken(db: Database, token: string): Stop | null {
  const [, text = '', name, addressHash = '', signature = ''] =
    /^((\w+)\.([0-9a-f]{64}))\.([\w-]{43})$/.exec(token) ?? [];
  const kind = stoppableKinds.find((one) => one === name);
  if (kind === undefined) return null;
  return timingSafeEqual(Buffer.from(signature, 'base64url'), createSignature(db, text)) ? { kind, addressHash } : null;
}

const isSameStop = and(
  eq(mailStops.addressHash, sql.placeholder('addressHash')),
  eq(mailStops.kind, sql.placeholder('kind')),
);

const stopQueries = memoizePrepared((db) => ({
  find: db.select({ kind: mailStops.kind }).from(mailStops).where(isSameStop).prepare(),
  add: db
    .insert(mailStops)
    .values({
      addressHash: sql.placeholder('addressHash'),
      kind: sql.placeholder('kind'),
      createdAt: sql.placeholder('now'),
    })
    .onConflictDoNothing()
    .prepare(),
  remove: db.delete(mailStops).where(isSameStop).prepare(),
}));

export const isStopped = (db: Database, address: string, kind: MailKind): boolean =>
  stopQueries(db).find.get({ addressHash: hashAddress(address), kind }) !== undefined;

/** Takes a stop back, for a recipient who asks for mails of the kind. */
export const allowMails = (db: Database, address: string, kind: StoppableKind): unknown =>
  stopQueries(db).remove.run({ addressHash: hashAddress(address), kind });

/** Kind and current state of the link with a token; null when the signature is invalid. */
export function findStop(db: Database, token: string): { kind: StoppableKind; isStopped: boolean } | null {
  const stop = readStopToken(db, token);
  return stop && { kind: stop.kind, isStopped: stopQueries(db).find.get(stop) !== undefined };
}

export const unknownStopLink: AppError = { kind: 'not-found', code: 'invalid_stop_link' };

/** Unsubscribes an address from mails of a kind, or subscribes it again; idempotent. Authorized by the signed token. */
export const stopMails = defineCommand<{ token: string; isStopped: boolean }, Stop>({
  name: 'stop-mails',
  schema: () => z.object({ token: z.string(), isStopped: z.boolean() }),
  limit: 'write',
  run({ token, isStopped: stops }, { db, now }) {
    const stop = readStopToken(db, token);
    if (!stop) return err(unknownStopLink);
    if (stops) stopQueries(db).add.run({ ...stop, now: now.toISOString() });
    else stopQueries(db).remove.run(stop);
    return ok(stop);
  },
});

const isUnsent = sql`state in ('failed', 'unknown')`;

export type UnsentMail = {
  id: string;
  kind: MailKind;
  /** Name of the account; null for a person without one. */
  name: string | null;
  address: string;
  state: MailState;
  attempts: number;
  reason: string | null;
  settledAt: string;
};

export const unsentPerPage = 20;

export const countUnsentMails = (db: Database): number =>
  db.select({ mails: count() }).from(sql`${mails} INDEXED BY mails_unsent`).where(isUnsent).get()?.mails ?? 0;

/** Mails that were not sent, the newest first. @param page from 1 */
export function findUnsentMails(db: Database, page: number, limit = unsentPerPage): Page<UnsentMail> {
  const total = countUnsentMails(db);
  const items = db
    .select({
      id: mails.id,
      kind: mails.kind,
      name: users.name,
      address: sql<string>`coalesce(${mails.address}, ${users.email})`,
      state: mails.state,
      attempts: mails.attempts,
      reason: mails.reason,
      settledAt: sql<string>`${mails.settledAt}`,
    })
    // Raw: the planner may read all mails instead of the index of those that were not sent.
    .from(
      sql`(SELECT id FROM mails INDEXED BY mails_unsent WHERE ${isUnsent}
            ORDER BY settled_at DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}) unsent`,
    )
    .crossJoin(mails)
    .leftJoin(users, eq(users.id, mails.userId))
    .where(eq(mails.id, sql`unsent.id`))
    .orderBy(desc(mails.settledAt))
    .all();
  return { items, pagination: createPagination({ page, limit }, total) };
}

const purgeBatch = 500;

/** @param keep in milliseconds; null: forever @returns number of deleted mails; zero when none is left */
export function purgeMails(db: Database, keep: number | null, now: Date): number {
  if (keep === null) return 0;
  const old = db
    .select({ id: mails.id })
    .from(mails)
    .where(lt(mails.settledAt, getTimestampBefore(now, keep)))
    .limit(purgeBatch)
    .all();
  return deleteEach(db, mails, mails.id, old);
}
