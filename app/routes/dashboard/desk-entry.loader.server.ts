import { findMessagesInConversation } from '~/domain/conversations/conversation.queries.server';
import { waitingStatus } from '~/domain/desk/desk.queries.server';
import { findReportedConversation, isOpenTo } from '~/domain/desk/reported-conversation.server';
import { toReference } from '~/domain/messages/message';
import { findAuditEventsOfItem } from '~/domain/moderation/audit-log.queries.server';
import { formatWait, reasonTexts, reportedStatus } from '~/domain/moderation/moderation';
import { findPhotosOfPublicItem, findPublicItem } from '~/domain/moderation/public-item.server';
import { getPhotoPath } from '~/domain/photos/photo';
import { findOpenReports, findReportSummaries, type Report } from '~/domain/desk/reports.server';
import type { SignedInUser } from '~/domain/shared/actor';
import { formatTimestamp } from '~/domain/shared/dates';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import type { PublicSubject, ReportedSubject } from '~db/enums';
import { toShownAuditEvent } from './desk-parts';

type Fact = { name: string; value: string | null; href?: string };

type ShownEntry = { title: string; status: string; createdAt: string; facts: Fact[]; text: string | null };

/** Labels for the two sides of a conversation: a report needs no names. */
const sideNames = { buyer: 'The buyer', seller: 'The seller' } as const;

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

function openPublic({ db }: Runtime, subject: PublicSubject, id: string) {
  const found = findPublicItem(db, subject, id);
  if (!found) return null;
  const { title, text, rating, kind, offerId, hiddenAt, hiddenReason, checkedAt, updatedAt, version } = found;
  const reported = findReportSummaries(db, subject, [id]).get(id);
  const isHidden = hiddenAt !== null;
  const photos = findPhotosOfPublicItem(db, subject, id);
  const shown: ShownEntry = {
    title,
    status: isHidden ? 'hidden' : checkedAt === null ? 'unchecked' : 'checked',
    createdAt: reported?.since ?? updatedAt,
    text,
    facts: [
      { name: 'From', value: found.from ?? 'A visitor' },
      { name: 'Rating', value: rating === null ? null : `${rating} of 5` },
      { name: 'Hidden', value: hiddenAt && formatTimestamp(hiddenAt) },
      { name: 'Why it is hidden', value: hiddenReason },
      { name: 'Photos', value: isHidden && photos.length > 0 ? `${photos.length}, hidden with it` : null },
      {
        name: 'Code of the seller',
        value: subject === 'listing' && found.from === null ? 'Issue a new one' : null,
        href: paths.desk({ show: 'manage-code', open: id }),
      },
      {
        name: 'On the site',
        value: isHidden && subject !== 'review' ? null : 'Look at it',
        href: kind ? paths.listing(kind, offerId) : paths.vehicle(offerId),
      },
    ],
  };
  return {
    ...shown,
    subject,
    // Hidden photos are not served, not even to operators.
    photos: isHidden ? [] : photos.map((hash) => ({ small: getPhotoPath(hash, 320), whole: getPhotoPath(hash, 1280) })),
    reports: findOpenReports(db, subject, id).map(toShownReport),
    form: { version, isHidden, isChecked: checkedAt !== null, reported: reported?.count ?? 0 },
  } as const;
}

type OpenOptions = { operator: SignedInUser; page: number };

/** Messages of both sides, for the operator who opened the conversation; newest page first. */
function loadHistory({ db }: Runtime, id: string, page: number) {
  const { items, pagination } = findMessagesInConversation(db, id, page);
  return {
    page,
    pages: pagination.pages,
    messages: items.map(({ id: number, side, text, createdAt }) => ({
      id: number,
      author: `${sideNames[side]} · ${formatTimestamp(createdAt)}`,
      text,
    })),
  };
}

function openConversation(runtime: Runtime, id: string, { operator, page }: OpenOptions) {
  const { db, clock } = runtime;
  const found = findReportedConversation(db, id);
  if (!found) return null;
  const { subject, listingName, listingId, vehicleId, closedAt, closedReason, reportedAt } = found;
  const reported = findReportSummaries(db, 'conversation', [id]).get(id);
  const isEnded = closedAt !== null;
  const aboutId = listingId ?? vehicleId;
  const shown: ShownEntry = {
    title: subject,
    status: reported ? reportedStatus : isEnded ? 'ended' : 'checked',
    createdAt: reported?.since ?? reportedAt,
    text: null,
    facts: [
      {
        name: 'Listing',
        value: listingName,
        ...(aboutId && { href: paths.desk({ show: listingId ? 'listing' : 'vehicle', open: aboutId }) }),
      },
      { name: 'Reference', value: toReference(id) },
      { name: 'Ended', value: closedAt && formatTimestamp(closedAt) },
      { name: 'Why it was ended', value: closedReason },
    ],
  };
  return {
    ...shown,
    subject: 'conversation',
    reports: findOpenReports(db, 'conversation', id).map(toShownReport),
    form: { isEnded, reported: reported?.count ?? 0 },
    history: isOpenTo(db, id, operator.id, clock()) ? loadHistory(runtime, id, page) : null,
  } as const;
}

/** An item with all data for operators, and their audit events on it. @returns null if it does not exist */
export function openEntry(runtime: Runtime, subject: ReportedSubject, id: string, opening: OpenOptions) {
  const found = subject === 'conversation' ? openConversation(runtime, id, opening) : openPublic(runtime, subject, id);
  const since = found && found.status === waitingStatus[subject] ? found.createdAt : null;
  return (
    found && {
      ...found,
      id,
      wait: formatWait(since, runtime.clock()),
      createdAt: formatTimestamp(found.createdAt),
      actions: findAuditEventsOfItem(runtime.db, subject, id).map(toShownAuditEvent),
    }
  );
}
export type OpenEntry = NonNullable<ReturnType<typeof openEntry>>;
