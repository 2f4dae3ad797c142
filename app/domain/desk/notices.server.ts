import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type LeadMailTime, leadMailTimes, type RequestKind } from '~db/enums';
import { users } from '~db/schema/accounts';
import { deskRequests } from '~db/schema/desk';
import { teamNotices } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { allowMails, isStopped } from '../outbox/outbox.server';
import { defineCommand } from '../shared/command.server';
import { oneOf } from '../shared/fields.server';
import { requirePermission } from '../shared/permissions';
import { ok } from '../shared/result';
import { generateSecret, sha256 } from '../shared/secrets.server';

/* How members of the team hear of new customers (docs/product.md, "Notices of new customers"). */

const mailChoices = ['off', ...leadMailTimes] as const;
export type MailChoice = (typeof mailChoices)[number];

const reads = memoizePrepared((db) => ({
  own: db
    .select({ email: users.email, mailTime: teamNotices.mailTime, feedHash: teamNotices.feedHash })
    .from(users)
    .leftJoin(teamNotices, eq(teamNotices.userId, users.id))
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
  ofFeed: db
    .select({ id: users.id })
    .from(teamNotices)
    .innerJoin(users, eq(users.id, teamNotices.userId))
    .where(and(eq(teamNotices.feedHash, sql.placeholder('hash')), ne(users.role, 'user'), isNull(users.blockedAt)))
    .prepare(),
  newest: db
    .select({ id: deskRequests.id, kind: deskRequests.kind, createdAt: deskRequests.createdAt })
    .from(deskRequests)
    .orderBy(desc(deskRequests.createdAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
}));

/** A stop by the link of a mail counts as none. */
export function findNotices(db: Database, id: string): { mails: MailChoice; hasFeed: boolean } {
  const own = reads(db).own.get({ id });
  const isOff = !own?.mailTime || isStopped(db, own.email, 'lead');
  return { mails: isOff ? 'off' : (own.mailTime ?? 'off'), hasFeed: Boolean(own?.feedHash) };
}

/** What came before is not mailed. */
export const chooseLeadMails = defineCommand<{ mails: MailChoice }, null>({
  name: 'choose-lead-mails',
  schema: () => z.object({ mails: oneOf('Mail', mailChoices) }),
  limit: 'write',
  run({ mails }, { db, actor }) {
    const member = requirePermission(actor, 'read');
    if (!member.ok) return member;
    const { id } = member.value;
    const before = reads(db).own.get({ id });
    const mailTime: LeadMailTime | null = mails === 'off' ? null : mails;
    const lastSeq = before?.mailTime ? {} : { lastSeq: sql`coalesce((SELECT max(seq) FROM desk_requests), 0)` };
    db.insert(teamNotices)
      .values({ userId: id, mailTime, ...lastSeq })
      .onConflictDoUpdate({ target: teamNotices.userId, set: { mailTime, ...lastSeq } })
      .run();
    if (before && mailTime) allowMails(db, before.email, 'lead');
    return ok(null);
  },
});

/** An earlier address ends. @returns the key, only this once */
export const createLeadFeed = defineCommand<Record<string, never>, { key: string | null }>({
  name: 'create-lead-feed',
  schema: () => z.strictObject({}),
  limit: 'write',
  secrets: { areOwned: () => true, remove: () => ({ key: null }) },
  run(_input, { db, actor }) {
    const member = requirePermission(actor, 'read');
    if (!member.ok) return member;
    const key = generateSecret();
    const feedHash = sha256(key);
    db.insert(teamNotices)
      .values({ userId: member.value.id, feedHash })
      .onConflictDoUpdate({ target: teamNotices.userId, set: { feedHash } })
      .run();
    return ok({ key });
  },
});

export const endLeadFeed = defineCommand<Record<string, never>, null>({
  name: 'end-lead-feed',
  schema: () => z.strictObject({}),
  limit: 'write',
  run(_input, { db, actor }) {
    const member = requirePermission(actor, 'read');
    if (!member.ok) return member;
    db.update(teamNotices).set({ feedHash: null }).where(eq(teamNotices.userId, member.value.id)).run();
    return ok(null);
  },
});

export const isLeadFeed = (db: Database, key: string): boolean =>
  reads(db).ofFeed.get({ hash: sha256(key) }) !== undefined;

/** Without what the customer wrote, and who it was. */
export type FeedLead = { id: string; kind: RequestKind; createdAt: string };

export const findNewestLeads = (db: Database, limit: number): FeedLead[] => reads(db).newest.all({ limit });
