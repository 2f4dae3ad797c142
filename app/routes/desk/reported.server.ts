import { findAuditEventsOfItem } from '~/domain/moderation/audit-log.queries.server';
import { formatWait, reasonTexts } from '~/domain/moderation/moderation';
import { waitingStatus } from '~/domain/desk/desk.queries.server';
import { findOpenReports, type Report } from '~/domain/desk/reports.server';
import { formatTimestamp } from '~/domain/shared/dates';
import type { Runtime } from '~/http/runtime.server';
import type { ReportedSubject } from '~db/enums';
import { toShownAuditEvent } from './parts';

/** Labels for the two sides of a conversation: a report needs no names. */
export const sideNames = { buyer: 'The buyer', seller: 'The seller' } as const;

const toShownReport = ({ id, reason, comment, from, side, isSuspect, createdAt }: Report) => ({
  id,
  reason: reasonTexts[reason],
  comment,
  author: [
    side ? sideNames[side] : (from ?? 'A visitor'),
    formatTimestamp(createdAt),
    isSuspect && 'possibly a machine, not counted',
  ]
    .filter(Boolean)
    .join(' · '),
});

type ReportedItem = { subject: ReportedSubject; id: string; status: string; since: string };

/** What the page of an item has beside the item: its reports, how long it waits, and what operators did. */
export function describeReported({ db, clock }: Runtime, { subject, id, status, since }: ReportedItem) {
  return {
    id,
    subject,
    status,
    wait: formatWait(status === waitingStatus[subject] ? since : null, clock()),
    since: formatTimestamp(since),
    reports: findOpenReports(db, subject, id).map(toShownReport),
    actions: findAuditEventsOfItem(db, subject, id).map(toShownAuditEvent),
  };
}
