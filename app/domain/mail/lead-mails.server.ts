import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { LeadMailTime } from '~db/enums';
import { teamNotices } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { importSources } from '../messages/customer-columns';
import { queueMail } from '../outbox/outbox.server';
import { hourMs } from '../shared/dates';
import { maxLeadMailsPerHour } from './mail-content.server';

/*
 * The sender of mails looks for requests of the desk that are newer than those that a member of the team had a notice of, so
 * that no request waits for it and none is forgotten (docs/product.md, "Notices of new customers").
 */

type Member = {
  userId: string;
  mailTime: LeadMailTime;
  lastSeq: number;
  hourBeganAt: string | null;
  mailsInHour: number;
};
type Lead = { seq: number; id: string; createdAt: string };

const maxMembers = 50;

/** What was imported is not new, and suspected spam waits at the desk without a mail. */
export const isAnnounced = `NOT EXISTS (SELECT 1 FROM contact_messages m WHERE m.id = r.id AND m.source GLOB '${importSources}')
  AND NOT EXISTS (SELECT 1 FROM contact_tags t WHERE t.message_id = r.id AND t.tag = 'suspected-spam')
  AND NOT EXISTS (SELECT 1 FROM appointments a WHERE a.id = r.id AND a.is_suspect = 1)
  AND NOT EXISTS (SELECT 1 FROM desk_follow_ups f WHERE f.request_id = r.id AND f.is_spam = 1)`;

const reads = memoizePrepared(({ $client }) => ({
  newest: $client.prepare<[], number | null>('SELECT max(seq) FROM desk_requests').pluck(),
  members: $client.prepare<[number], Member>(
    `SELECT n.user_id AS userId, n.mail_time AS mailTime, n.told_seq AS lastSeq, n.hour_began_at AS hourBeganAt,
       n.mails_in_hour AS mailsInHour
     FROM team_notices n INDEXED BY team_notices_mailed CROSS JOIN users u ON u.id = n.user_id
     WHERE n.mail_time IS NOT NULL AND n.told_seq <> ? AND u.role <> 'user' AND u.blocked_at IS NULL LIMIT ${maxMembers}`,
  ),
  leads: $client.prepare<[number, number], Lead>(
    `SELECT r.seq, r.id, r.created_at AS createdAt FROM desk_requests r WHERE r.seq > ? AND ${isAnnounced} ORDER BY r.seq LIMIT ?`,
  ),
  count: $client
    .prepare<[number], number>(`SELECT count(*) FROM desk_requests r WHERE r.seq > ? AND ${isAnnounced}`)
    .pluck(),
}));

const isInHour = ({ hourBeganAt }: Member, now: Date): boolean =>
  hourBeganAt !== null && now.getTime() - Date.parse(hourBeganAt) < hourMs;

/** No notice can be sent before the hour is over. */
const hasToWait = (member: Member, now: Date): boolean =>
  isInHour(member, now) && (member.mailTime === 'hourly' || member.mailsInHour >= maxLeadMailsPerHour);

/** Reads only, for each look at the outbox. */
export function hasNewLeads(db: Database, now: Date): boolean {
  const newest = reads(db).newest.get() ?? 0;
  return reads(db)
    .members.all(newest)
    .some((member) => member.lastSeq > newest || !hasToWait(member, now));
}

/**
 * At once: a mail for each, up to ten in an hour; those that had to wait for its end are one mail. Hourly: one mail. Inside
 * a transaction.
 */
export function queueLeadMails(db: Database, now: Date): void {
  const newest = reads(db).newest.get() ?? 0;
  for (const member of reads(db).members.all(newest)) {
    const to = { userId: member.userId };
    const store = (changes: Partial<typeof teamNotices.$inferInsert>): void => {
      db.update(teamNotices)
        .set(changes)
        .where(and(eq(teamNotices.userId, member.userId), sql`mail_time IS NOT NULL`))
        .run();
    };
    // The newest request was deleted, and its number is given again.
    if (member.lastSeq > newest) {
      store({ lastSeq: newest });
      continue;
    }
    if (hasToWait(member, now)) continue;
    const leads = reads(db).leads.all(member.lastSeq, maxLeadMailsPerHour + 1);
    const [first] = leads;
    if (!first) {
      store({ lastSeq: newest });
      continue;
    }
    const isGoingOn = isInHour(member, now);
    const hasWaited =
      !isGoingOn &&
      member.hourBeganAt !== null &&
      Date.parse(first.createdAt) < Date.parse(member.hourBeganAt) + hourMs;
    if (member.mailTime === 'hourly' || (hasWaited && member.mailsInHour >= maxLeadMailsPerHour)) {
      queueMail(db, { kind: 'lead', to, times: reads(db).count.get(member.lastSeq) ?? 1, now });
      store({ lastSeq: newest, hourBeganAt: now.toISOString(), mailsInHour: 1 });
      continue;
    }
    const sent = isGoingOn ? member.mailsInHour : 0;
    const mailed = leads.slice(0, maxLeadMailsPerHour - sent);
    for (const { id } of mailed) queueMail(db, { kind: 'lead', aboutId: id, to, now });
    store({
      lastSeq: leads.length === mailed.length ? newest : (mailed.at(-1)?.seq ?? member.lastSeq),
      mailsInHour: sent + mailed.length,
      ...(!isGoingOn && { hourBeganAt: now.toISOString() }),
    });
  }
}
