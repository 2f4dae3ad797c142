import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type MailKind, mailKinds } from '~db/enums';
import { mailStops, mails } from '~db/schema';
import { defineCommand } from '../shared/command.server';
import { sha256, siteKey } from '../shared/crypto.server';
import { aMinute } from '../shared/dates';
import { preparedOf } from '../shared/memoize.server';
import { type AppError, err, fixErrors, ok } from '../shared/result';

/*
 * The outbox (docs/product.md, "Mail"): commands put the mails of an event into it, and the server sends them
 * (`app/domain/mail`).
 */

/** Time for which further events of a subject are gathered into one mail. */
const gatherMilliseconds = aMinute;
/** Least time between two mails about one subject to one recipient. */
const pauseMilliseconds = 10 * aMinute;

/** Marks the connection itself, so that a build and sources that run in one process agree. */
const mark = Symbol.for('dopahiya.sends-mail');

/** Has mails about what happens in this database written from now on. Without it, nothing is written. */
export function enableMail(db: Database): void {
  Reflect.set(db.$client, mark, true);
}

/** Whether the site sends mail. */
export const sendsMail = (db: Database): boolean => Reflect.get(db.$client, mark) === true;

/** An account, or the address of a person without one. */
type Recipient = { userId: string } | { address: string };

type NewMail = {
  kind: MailKind;
  /** Id of its subject, such as a conversation; absent where the kind says it all. */
  aboutId?: string;
  to: Recipient;
  now: Date;
};

const isOfSubject = sql`${mails.kind} = ${sql.placeholder('kind')} AND ${mails.aboutId} IS ${sql.placeholder('aboutId')}
  AND ${mails.userId} IS ${sql.placeholder('userId')} AND ${mails.address} IS ${sql.placeholder('address')}`;

const queries = preparedOf((db) => ({
  latest: db
    .select({ id: mails.id, state: mails.state, dueAt: mails.dueAt, settledAt: mails.settledAt })
    .from(mails)
    .where(isOfSubject)
    .orderBy(desc(mails.createdAt))
    .limit(1)
    .prepare(),
  addTo: db
    .update(mails)
    .set({ times: sql`times + 1` })
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
      dueAt: sql.placeholder('dueAt'),
      createdAt: sql.placeholder('now'),
    })
    .prepare(),
}));

/** Milliseconds from a mail about the same subject that was sent, or is being sent. */
const timeOf = ({ settledAt, dueAt }: { settledAt: string | null; dueAt: string }): number =>
  Date.parse(settledAt ?? dueAt);

/**
 * Has a mail sent, within the transaction of the event that it reports; does nothing where the site sends no mail. What happens
 * to the same subject before it is sent becomes part of it. A recovery link is not delayed.
 */
export function queueMail(db: Database, { kind, aboutId, to, now }: NewMail): void {
  if (!sendsMail(db)) return;
  const userId = 'userId' in to ? to.userId : null;
  const address = 'address' in to ? to.address : null;
  const subject = { kind, aboutId: aboutId ?? null, userId, address };
  const latest = queries(db).latest.get(subject);
  if (latest?.state === 'waiting') {
    queries(db).addTo.run({ id: latest.id });
    return;
  }
  const gathered = now.getTime() + gatherMilliseconds;
  const due = kind === 'recovery' ? now.getTime() : Math.max(gathered, latest ? timeOf(latest) + pauseMilliseconds : 0);
  const times = { dueAt: new Date(due).toISOString(), now: now.toISOString() };
  queries(db).add.run({ ...subject, ...times, id: randomUUID() });
}

/** Kinds of mail that an address can have stopped. A recovery link is only sent to an account that asks for it. */
type StoppableKind = Exclude<MailKind, 'recovery'>;

/*
 * An address has mails of a kind stopped, and sent again, with the link at the end of each (docs/product.md, "Mail").
 * The link is signed and names the address by its hash: it says nothing to others, and works without signing in.
 */

const stoppableKinds: readonly StoppableKind[] = mailKinds.filter((kind) => kind !== 'recovery');

const hashOfAddress = (address: string): string => sha256(address.normalize('NFC').toLowerCase());

const signatureOf = (db: Database, text: string): Buffer =>
  createHmac('sha256', siteKey(db, 'mail')).update(text).digest();

/** The token of the link that stops mails of a kind to an address. */
export function stopToken(db: Database, address: string, kind: StoppableKind): string {
  const text = `${kind}.${hashOfAddress(address)}`;
  return `${text}.${signatureOf(db, text).toString('base64url')}`;
}

type Stop = { kind: StoppableKind; addressHash: string };

/** Reads a token. @returns null for one that this site did not make */
function readStopToken(db: Database, token: string): Stop | null {
  const [, text = '', name, addressHash = '', signature = ''] =
    /^((\w+)\.([0-9a-f]{64}))\.([\w-]{43})$/.exec(token) ?? [];
  const kind = stoppableKinds.find((one) => one === name);
  if (kind === undefined) return null;
  return timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(db, text)) ? { kind, addressHash } : null;
}

const isOf = and(
  eq(mailStops.addressHash, sql.placeholder('addressHash')),
  eq(mailStops.kind, sql.placeholder('kind')),
);

const stopQueries = preparedOf((db) => ({
  find: db.select({ kind: mailStops.kind }).from(mailStops).where(isOf).prepare(),
  add: db
    .insert(mailStops)
    .values({
      addressHash: sql.placeholder('addressHash'),
      kind: sql.placeholder('kind'),
      createdAt: sql.placeholder('now'),
    })
    .onConflictDoNothing()
    .prepare(),
  remove: db.delete(mailStops).where(isOf).prepare(),
}));

/** Whether an address wants no mails of a kind. */
export const isStopped = (db: Database, address: string, kind: MailKind): boolean =>
  stopQueries(db).find.get({ addressHash: hashOfAddress(address), kind }) !== undefined;

/** What the link of a token is about; null for one that this site did not make. */
export function findStop(db: Database, token: string): { kind: StoppableKind; isStopped: boolean } | null {
  const stop = readStopToken(db, token);
  return stop && { kind: stop.kind, isStopped: stopQueries(db).find.get(stop) !== undefined };
}

export const unknownStopLink: AppError = {
  kind: 'not-found',
  message: 'This link is not one of ours, or a part of it is missing.',
};

/** Stops mails of a kind to an address, or has them sent again; idempotent. The signed token is the permission. */
export const stopMails = defineCommand<{ token: string; isStopped: boolean }, Stop>({
  name: 'stop-mails',
  schema: () => z.object({ token: z.string(), isStopped: z.boolean() }),
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ token, isStopped: stops }, { db, now }) {
    const stop = readStopToken(db, token);
    if (!stop) return err(unknownStopLink);
    if (stops) stopQueries(db).add.run({ ...stop, now: now.toISOString() });
    else stopQueries(db).remove.run(stop);
    return ok(stop);
  },
});
