import { createECDH, ECDH, randomUUID } from 'node:crypto';
import { and, asc, count, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type LeadMailTime, leadMailTimes } from '~db/enums';
import { pushSubscriptions } from '~db/schema/webhooks';
import { memoizePrepared } from '~db/statements';
import type { SignedInUser } from '../shared/actor';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { failWith, oneOf } from '../shared/fields.server';
import { commitIfPossible } from '../shared/group-commit.server';
import { requirePermission } from '../shared/permissions';
import { type AppError, err, ok, type Result } from '../shared/result';
import { readSiteKey } from '../shared/secrets.server';
import { findUrlProblem } from '../webhooks/public-addresses.server';

/* Notifications on the devices of members of the team (docs/product.md, "Notices of new customers"). */

const maxPushDevices = 10;
const maxEndpointLength = 1_000;

const curve = 'prime256v1';

/** The pair by which push services know the site (RFC 8292). Another one would end every subscription. */
export function readPushKeys(db: Database): { publicKey: string; privateKey: string } {
  const key = readSiteKey(db, 'push');
  const pair = createECDH(curve);
  pair.setPrivateKey(key);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: key.toString('base64url') };
}

export type PushDevice = Pick<
  typeof pushSubscriptions.$inferSelect,
  'id' | 'device' | 'time' | 'createdAt' | 'lastSuccessAt' | 'failingSince'
>;

const reads = memoizePrepared((db) => ({
  own: db
    .select({
      id: pushSubscriptions.id,
      device: pushSubscriptions.device,
      time: pushSubscriptions.time,
      createdAt: pushSubscriptions.createdAt,
      lastSuccessAt: pushSubscriptions.lastSuccessAt,
      failingSince: pushSubscriptions.failingSince,
    })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, sql.placeholder('userId')))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id))
    .prepare(),
  session: db
    .select({ sessionId: pushSubscriptions.sessionId })
    .from(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.id, sql.placeholder('id')), eq(pushSubscriptions.userId, sql.placeholder('userId'))),
    )
    .prepare(),
}));

/** The oldest first. */
export const findPushDevices = (db: Database, userId: string): PushDevice[] => reads(db).own.all({ userId });

/** After the next sign-in on a device its subscription ends with that one. */
export function renewPushDevice(db: Database, id: string | null, { id: userId, sessionId }: SignedInUser): void {
  const stored = id === null ? undefined : reads(db).session.get({ id, userId });
  if (id === null || !stored || stored.sessionId === sessionId) return;
  commitIfPossible(db, () =>
    db
      .update(pushSubscriptions)
      .set({ sessionId })
      .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId)))
      .run(),
  );
}

function isPointOfCurve(text: string): boolean {
  const point = Buffer.from(text, 'base64url');
  if (point.length !== 65 || !/^[\w-]+=*$/.test(text)) return false;
  try {
    ECDH.convertKey(point, curve);
    return true;
  } catch {
    return false;
  }
}

const isSecret = (text: string): boolean => /^[\w-]+=*$/.test(text) && Buffer.from(text, 'base64url').length === 16;

const notSubscribed = failWith({ code: 'push_not_subscribed' });

type NewDevice = {
  endpoint: string;
  /** Keys of the browser for the encryption (RFC 8291). */
  p256dh: string;
  auth: string;
  time: LeadMailTime;
  device: string | null;
  /** The subscription that the browser had before. */
  before: string | null;
  isAnyAllowed: boolean;
};

/**
 * A browser has one subscription: of another account in it, the former ends. What came before is not notified.
 *
 * @param input `isAnyAllowed`: whether the settings allow private addresses and http
 */
export const turnOnPush = defineCommand<NewDevice, { id: string }>({
  name: 'turn-on-push',
  schema: () =>
    z
      .object({
        endpoint: z.string(notSubscribed).max(maxEndpointLength, notSubscribed),
        p256dh: z.string(notSubscribed),
        auth: z.string(notSubscribed),
        time: oneOf('Time', leadMailTimes),
        device: z.string().nullable(),
        before: z.string().nullable(),
        isAnyAllowed: z.boolean(),
      })
      .superRefine(({ endpoint, p256dh, auth, isAnyAllowed }, context) => {
        const isReachable = findUrlProblem(endpoint, maxEndpointLength, isAnyAllowed) === null;
        if (isReachable && isPointOfCurve(p256dh) && isSecret(auth)) return;
        context.addIssue({ code: 'custom', message: notSubscribed.error, path: ['endpoint'] });
      }),
  limit: 'write',
  run({ before, isAnyAllowed: _allowed, ...fields }, { db, actor, now }) {
    const member = requirePermission(actor, 'read');
    if (!member.ok) return member;
    const { id: userId, sessionId } = member.value;
    const endpoint = new URL(fields.endpoint).href;
    const isOfBrowser = or(
      eq(pushSubscriptions.endpoint, endpoint),
      and(eq(pushSubscriptions.id, before ?? ''), eq(pushSubscriptions.userId, userId)),
    );
    const devices = db
      .select({ count: count() })
      .from(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.userId, userId),
          ne(pushSubscriptions.endpoint, endpoint),
          ne(pushSubscriptions.id, before ?? ''),
        ),
      )
      .get();
    if ((devices?.count ?? 0) >= maxPushDevices) return err({ kind: 'conflict', code: 'too_many_push_devices' });
    db.delete(pushSubscriptions).where(isOfBrowser).run();
    const id = randomUUID();
    const timestamp = now.toISOString();
    const lastSeq = sql`coalesce((SELECT max(seq) FROM desk_requests), 0)`;
    db.insert(pushSubscriptions)
      .values({ ...fields, id, userId, sessionId, endpoint, lastSeq, dueAt: timestamp, createdAt: timestamp })
      .run();
    return ok({ id });
  },
});

/** It ends with the session of its browser. */
const deviceNotFound: AppError = { kind: 'not-found', code: 'session_not_found' };

const defineForDevice = (
  name: string,
  change: (isOwn: SQL | undefined, context: CommandContext) => { changes: number },
) =>
  defineCommand<{ id: string }, null>({
    name,
    schema: () => z.object({ id: z.string() }),
    limit: 'write',
    run({ id }, context): Result<null> {
      const member = requirePermission(context.actor, 'read');
      if (!member.ok) return member;
      const isOwn = and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, member.value.id));
      return change(isOwn, context).changes === 0 ? err(deviceNotFound) : ok(null);
    },
  });

export const turnOffPush = defineForDevice('turn-off-push', (isOwn, { db }) =>
  db.delete(pushSubscriptions).where(isOwn).run(),
);

/** A notification that says that they work, within seconds. */
export const testPush = defineForDevice('test-push', (isOwn, { db, now }) =>
  db.update(pushSubscriptions).set({ testAt: now.toISOString() }).where(isOwn).run(),
);
