import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { MailKind } from '~db/enums';
import { mails } from '~db/schema';
import { aMinute } from '../shared/dates';
import { preparedOf } from '../shared/memoize.server';

/*
 * The outbox (docs/product.md, "Mail"): commands put into it what a person should be told, and the server sends it
 * (`app/domain/mail`).
 */

/** Time for which further events of a subject are gathered into one mail. */
const gatherMilliseconds = aMinute;
/** Least time between two mails about one subject to one recipient. */
const pauseMilliseconds = 10 * aMinute;

/** Marks the connection itself, so that a build and sources that run in one process agree. */
const mark = Symbol.for('dopahiya.sends-mail');

/** Has mails about what happens in this database written from now on. Without it, nothing is written. */
export function switchOnMail(db: Database): void {
  Reflect.set(db.$client, mark, true);
}

/** Whether the site sends mail. */
export const sendsMail = (db: Database): boolean => Reflect.get(db.$client, mark) === true;

/** An account, or the address of a person without one. */
export type Recipient = { userId: string } | { address: string };

type NewMail = {
  kind: MailKind;
  /** Id of what it tells of; absent where the kind says it all. */
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
 * Has a mail sent, within the transaction of what it tells of; does nothing where the site sends no mail. What happens
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
