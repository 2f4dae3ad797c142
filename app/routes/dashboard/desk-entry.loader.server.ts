import { formatAppointmentTitle, formatWhen } from '~/domain/appointments/appointment';
import { findStoredAppointment } from '~/domain/appointments/appointment.queries.server';
import { feedbackTypes, findFeedback } from '~/domain/feedback/feedback.server';
import { getServiceName } from '~/domain/content/service-types.server';
import { findMessagesInConversation } from '~/domain/conversations/conversation.queries.server';
import { waitingStatus } from '~/domain/desk/desk.queries.server';
import { findReportedConversation, isOpenTo } from '~/domain/desk/reported-conversation.server';
import { toReference } from '~/domain/messages/message';
import { findMessage } from '~/domain/messages/message.queries.server';
import { findAuditEventsOfItem } from '~/domain/moderation/audit-log.server';
import { formatWait, isReportedSubject, reasonTexts, reportedStatus } from '~/domain/moderation/moderation';
import { findPhotosOfPublicItem, findPublicItem } from '~/domain/moderation/public-item.server';
import { getPhotoPath } from '~/domain/photos/photo';
import { findOpenReports, findReportSummaries, type Report } from '~/domain/desk/reports.server';
import { findServiceRequest } from '~/domain/services/service.commands.server';
import { nextStatuses } from '~/domain/services/service-request';
import type { SignedInUser } from '~/domain/shared/actor';
import { formatDay, formatTimestamp, toDay } from '~/domain/shared/dates';
import { createPhoneHref, createWhatsappHref } from '~/domain/shared/phone';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { formatLabel } from '~/ui/forms/field';
import { type DeskSubject, isRequestKind, type PublicSubject } from '~db/enums';
import { toDeskAppointment } from './desk-sections.loader.server';
import { toShownAuditEvent } from './desk-parts';
import { openRequest, type ReplyDraft } from './desk-requests.loader.server';

type Fact = { name: string; value: string | null; href?: string; more?: { text: string; href: string } };

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

const createEmailFact = (email: string): Fact => ({ name: 'Email', value: email, href: `mailto:${email}` });
function createPhoneFact(phone: string | null): Fact {
  const [href, chat] = phone === null ? [] : [createPhoneHref(phone), createWhatsappHref(phone)];
  return {
    name: 'Phone',
    value: phone,
    ...(href && { href }),
    ...(chat && { more: { text: 'WhatsApp', href: chat } }),
  };
}

function openMessage({ db }: Runtime, id: string) {
  const message = findMessage(db, id);
  if (!message) return null;
  const { version, status, priority, category, tags, name, email, phone, subject, source } = message;
  const shown: ShownEntry = {
    title: subject,
    status,
    createdAt: message.createdAt,
    text: message.message,
    facts: [
      { name: 'From', value: name },
      createEmailFact(email),
      createPhoneFact(phone),
      { name: 'Reference', value: toReference(id) },
      { name: 'Source', value: formatLabel(source) },
    ],
  };
  return { ...shown, subject: 'message', form: { version, status, priority, category, tags } } as const;
}

function openService({ db }: Runtime, id: string) {
  const request = findServiceRequest(db, id);
  if (!request) return null;
  const { status, version, preferredDay, preferredTime, vehicleBrand, vehicleModel, vehicleYear } = request;
  const shown: ShownEntry = {
    title: getServiceName(db, request.serviceType),
    status,
    createdAt: request.createdAt,
    text: request.description,
    facts: [
      { name: 'From', value: request.contactName },
      createEmailFact(request.contactEmail),
      createPhoneFact(request.contactPhone),
      { name: 'Reference', value: toReference(id) },
      { name: 'Vehicle', value: [vehicleBrand, vehicleModel, vehicleYear].filter(Boolean).join(' ') || null },
      { name: 'Registration number', value: request.registrationNumber },
      { name: 'Preferred day', value: preferredDay && formatDay(preferredDay) },
      { name: 'Preferred time', value: preferredTime },
      { name: 'Urgency', value: formatLabel(request.urgency) },
    ],
  };
  return { ...shown, subject: 'service', form: { version, next: nextStatuses[status] } } as const;
}

function openFeedback({ db }: Runtime, id: string) {
  const feedback = findFeedback(db, id);
  if (!feedback) return null;
  const { version, status, priority } = feedback;
  const shown: ShownEntry = {
    title: feedback.subject,
    status,
    createdAt: feedback.createdAt,
    text: feedback.message,
    facts: [
      { name: 'From', value: feedback.isAnonymous ? 'Anonymous' : feedback.userName },
      { name: 'Type', value: feedbackTypes.find((type) => type.id === feedback.type)?.name ?? feedback.type },
      { name: 'Rating', value: `${feedback.rating} of 5` },
      { name: 'Reference', value: toReference(id) },
    ],
  };
  return { ...shown, subject: 'feedback', form: { version, status, priority } } as const;
}

function openAppointment({ db, clock }: Runtime, id: string) {
  const appointment = findStoredAppointment(db, id);
  if (!appointment) return null;
  const { status, branch, day, vehicleId, vehicleName, registrationNumber, name, phone, cancelReason } = appointment;
  const today = toDay(clock());
  const shown: ShownEntry = {
    title: formatAppointmentTitle(appointment),
    status,
    createdAt: appointment.createdAt,
    text: null,
    facts: [
      { name: 'From', value: name },
      createPhoneFact(phone),
      { name: 'Reference', value: toReference(id) },
      { name: 'When', value: formatWhen(appointment, today), href: paths.desk({ show: 'appointments', day }) },
      { name: 'Where', value: branch.name },
      { name: 'Vehicle', value: vehicleName, ...(vehicleId && { href: paths.vehicle(vehicleId) }) },
      { name: 'Registration number', value: registrationNumber },
      { name: 'Why it was cancelled', value: cancelReason },
    ],
  };
  return { ...shown, subject: 'appointment', form: toDeskAppointment(appointment, today) } as const;
}

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

type OpenOptions = { operator: SignedInUser; page: number; draft: ReplyDraft };

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

function findEntry(runtime: Runtime, subject: DeskSubject, id: string, opening: OpenOptions) {
  if (subject === 'message') return openMessage(runtime, id);
  if (subject === 'service') return openService(runtime, id);
  if (subject === 'appointment') return openAppointment(runtime, id);
  if (subject === 'conversation') return openConversation(runtime, id, opening);
  return subject === 'feedback' ? openFeedback(runtime, id) : openPublic(runtime, subject, id);
}

/** An item with all data for operators, and their audit events on it. @returns null if it does not exist */
export function openEntry(runtime: Runtime, subject: DeskSubject, id: string, opening: OpenOptions) {
  const found = findEntry(runtime, subject, id, opening);
  const request = found && isRequestKind(subject) ? openRequest(runtime, id, opening) : null;
  const isWaiting = found && isReportedSubject(subject) && found.status === waitingStatus[subject];
  const since = request ? request.waitingSince : isWaiting ? found.createdAt : null;
  return (
    found && {
      ...found,
      id,
      /** The conversation with the customer; null when the item is not a request. */
      request,
      wait: formatWait(since, runtime.clock()),
      createdAt: formatTimestamp(found.createdAt),
      actions: findAuditEventsOfItem(runtime.db, subject, id).map(toShownAuditEvent),
    }
  );
}
export type OpenEntry = NonNullable<ReturnType<typeof openEntry>>;
