import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type MailKind, mailKinds } from '~db/enums';
import { mailStops } from '~db/schema';
import { defineCommand } from '../shared/command.server';
import { sha256, siteKey } from '../shared/crypto.server';
import { preparedOf } from '../shared/memoize.server';
import { type AppError, err, fixErrors, ok } from '../shared/result';
import type { StoppableKind } from './mail';

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

const queries = preparedOf((db) => ({
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
  queries(db).find.get({ addressHash: hashOfAddress(address), kind }) !== undefined;

/** What the link of a token is about; null for one that this site did not make. */
export function findStop(db: Database, token: string): { kind: StoppableKind; isStopped: boolean } | null {
  const stop = readStopToken(db, token);
  return stop && { kind: stop.kind, isStopped: queries(db).find.get(stop) !== undefined };
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
    if (stops) queries(db).add.run({ ...stop, now: now.toISOString() });
    else queries(db).remove.run(stop);
    return ok(stop);
  },
});
