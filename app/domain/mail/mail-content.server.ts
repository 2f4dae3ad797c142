import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { MailKind, RequestKind } from '~db/enums';
import { users } from '~db/schema/accounts';
import { conversations } from '~db/schema/conversations';
import { deskRequests } from '~db/schema/desk';
import { teamNotices } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { inviteDays, issuedCodeMinutes } from '../accounts/account';
import { mailRecoveryCode } from '../accounts/recovery-codes.server';
import { findInviteById } from '../accounts/team-invites.server';
import { type Appointment, type AppointmentName, formatWhen } from '../appointments/appointment';
import { findMoves, findStoredAppointment } from '../appointments/appointment.queries.server';
import { type ConversationName, deletedAccount } from '../conversations/conversation';
import { privateSeller } from '../listings/listing';
import { generateSecret } from '../shared/secrets.server';
import { formatCount } from '../shared/money';
import { readShop } from '../content/shop.server';

export type MailContent = {
  subject: string;
  paragraphs: readonly string[];
  link: { text: string; to: MailTarget };
};

export type MailTarget =
  | { page: 'conversation'; name: ConversationName }
  | { page: 'appointment'; name: AppointmentName }
  | { page: 'desk' }
  | { page: 'customer'; id: string }
  | { page: 'customers' }
  | { page: 'invite'; token: string }
  | { page: 'recover'; email: string; code: string };

export const kindTexts: Readonly<Record<MailKind, string>> = {
  message: 'messages of buyers and sellers',
  answer: 'our answers to your messages',
  appointment: 'your appointments',
  report: 'new reports',
  recovery: 'a forgotten password',
  lead: 'new customers',
  invite: 'invitations to a team',
};

const maxQuotedLength = 60;
const minPhoneDigits = 7;

/** Addresses, links and phone numbers of other people are replaced. @param fallback text to use instead */
export function quoteText(text: string, fallback: string): string {
  const words = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  const digits = words.match(/\p{Nd}/gu)?.length ?? 0;
  const isLink = /@|:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2}/iu.test(words);
  if (words === '' || isLink || digits >= minPhoneDigits) return fallback;
  const letters = [...words];
  return letters.length <= maxQuotedLength ? words : `${letters.slice(0, maxQuotedLength - 1).join('')}…`;
}

type QueuedMail = {
  aboutId: string | null;
  /** Null for a person without an account. */
  userId: string | null;
  times: number;
};

export type ComposedMail = { content: MailContent; secret: string | null };

/** After them, one mail an hour is about all others. */
export const maxLeadMailsPerHour = 10;

const queries = memoizePrepared((db) => ({
  member: db
    .select({ mailTime: teamNotices.mailTime })
    .from(users)
    .innerJoin(teamNotices, eq(teamNotices.userId, users.id))
    .where(and(eq(users.id, sql.placeholder('userId')), ne(users.role, 'user'), isNull(users.blockedAt)))
    .prepare(),
  request: db
    .select({ kind: deskRequests.kind, waitingSince: deskRequests.waitingSince })
    .from(deskRequests)
    .where(eq(deskRequests.id, sql.placeholder('id')))
    .prepare(),
  conversation: db
    .select({
      listingName: conversations.listingName,
      requestKind: deskRequests.kind,
      sellerUserId: conversations.sellerUserId,
      sellerKeyId: conversations.sellerKeyId,
      sellerName: users.name,
      buyerName: conversations.buyerName,
      buyerUnread: conversations.buyerUnread,
      sellerUnread: conversations.sellerUnread,
      closedAt: conversations.closedAt,
    })
    .from(conversations)
    .leftJoin(deskRequests, eq(deskRequests.id, conversations.deskRequestId))
    .leftJoin(users, eq(users.id, conversations.sellerUserId))
    .where(eq(conversations.id, sql.placeholder('id')))
    .prepare(),
}));

const requestNames: Readonly<Record<RequestKind, string>> = {
  message: 'your message',
  service: 'your service request',
  feedback: 'your feedback',
  appointment: 'what you wrote about your visit',
};

/** Null once the conversation is deleted or ended, or the recipient has read the message on the site. */
export function composeMessageMail(db: Database, { aboutId, userId }: QueuedMail): ComposedMail | null {
  const conversation = aboutId === null ? undefined : queries(db).conversation.get({ id: aboutId });
  if (!conversation || aboutId === null || conversation.closedAt !== null) return null;
  const isSeller = userId !== null && userId === conversation.sellerUserId;
  const unread = isSeller ? conversation.sellerUnread : conversation.buyerUnread;
  if (unread === 0) return null;
  const secret = userId === null ? generateSecret() : null;
  const to = { page: 'conversation', name: secret === null ? { id: aboutId } : { key: secret } } as const;
  const linkWarning =
    secret === null ? [] : ['The link is for you alone: anyone who has it can read and write there as you.'];
  if (conversation.requestKind !== null) {
    const answered = `We have answered ${requestNames[conversation.requestKind]}`;
    const paragraphs = [`${answered}.`, ...linkWarning];
    return { secret, content: { subject: answered, paragraphs, link: { text: 'Read the answer', to } } };
  }
  const sellerName = conversation.sellerKeyId === null ? conversation.sellerName : privateSeller;
  const name = quoteText((isSeller ? conversation.buyerName : sellerName) ?? deletedAccount, 'Someone');
  const about = quoteText(conversation.listingName, 'a vehicle');
  const wrote = `${name} wrote to you about ${about}`;
  const messages = `${formatCount(unread)} new messages about ${about}`;
  return {
    secret,
    content: {
      subject: unread === 1 ? wrote : messages,
      paragraphs: [
        unread === 1 ? `${wrote}.` : `${wrote}: ${formatCount(unread)} messages that you have not read.`,
        'Your phone and email stay hidden until you share them.',
        ...linkWarning,
      ],
      link: { text: 'Read and answer', to },
    },
  };
}

/** The last action of the business about a visit; null if the customer has acted since. */
function formatAppointmentNews(db: Database, { id, status, updatedAt }: Appointment): string | null {
  if (status === 'cancelled') return 'We have cancelled your visit';
  const [move] = findMoves(db, id);
  if (move?.movedBy === 'business' && move.movedAt === updatedAt) return 'We have moved your visit';
  return status === 'confirmed' ? 'Your visit is confirmed' : null;
}

/** Mail that a visit was confirmed, moved or cancelled; null once its customer has changed it again. */
export function composeAppointmentMail(db: Database, { aboutId }: QueuedMail): ComposedMail | null {
  const appointment = aboutId === null ? null : findStoredAppointment(db, aboutId);
  const subject = appointment && formatAppointmentNews(db, appointment);
  if (!appointment || !subject) return null;
  const secret = appointment.userId === null ? generateSecret() : null;
  return {
    secret,
    content: {
      subject,
      paragraphs: [
        `${subject}: ${formatWhen(appointment)} (India time), at ${appointment.branch.name}.`,
        appointment.status === 'cancelled'
          ? 'Please choose another time, or call us. We are sorry.'
          : 'The page of the visit has a file for your calendar.',
        ...(secret === null ? [] : ['The link is for you alone: anyone who has it can move or cancel your visit.']),
      ],
      link: {
        text: 'Open the visit',
        to: { page: 'appointment', name: secret === null ? { id: appointment.id } : { key: secret } },
      },
    },
  };
}

export const leadNames: Readonly<Record<RequestKind, string>> = {
  message: 'message',
  service: 'service request',
  feedback: 'feedback',
  appointment: 'visit',
};

/** About one request, or several that were gathered. Null once it was answered, and for who left the team. */
export function composeLeadMail(db: Database, { aboutId, userId, times }: QueuedMail): ComposedMail | null {
  const member = queries(db).member.get({ userId });
  if (!member) return null;
  if (aboutId === null) {
    const subject = times === 1 ? 'A new customer' : `${formatCount(times)} new customers`;
    const paragraphs = [
      `${subject} wrote, booked or asked for a service.`,
      ...(member.mailTime === 'at-once'
        ? [
            `More came within an hour than the ${maxLeadMailsPerHour} mails that are sent in it. This one is about the others.`,
          ]
        : []),
    ];
    return {
      secret: null,
      content: { subject, paragraphs, link: { text: 'Open the list', to: { page: 'customers' } } },
    };
  }
  const request = queries(db).request.get({ id: aboutId });
  if (!request || request.waitingSince === null) return null;
  const subject = `New ${leadNames[request.kind]}`;
  return {
    secret: null,
    content: {
      subject,
      paragraphs: [`${subject}: it waits at the desk.`],
      link: { text: 'Read and answer', to: { page: 'customer', id: aboutId } },
    },
  };
}

export function composeReportMail({ times }: QueuedMail): ComposedMail {
  const count = times === 1 ? 'A new report' : `${formatCount(times)} new reports`;
  return {
    secret: null,
    content: {
      subject: count,
      paragraphs: [`${count} ${times === 1 ? 'waits' : 'wait'} for an operator.`],
      link: { text: 'Open the desk', to: { page: 'desk' } },
    },
  };
}

/** With a link of its own, because that of the desk is stored as a hash. Null once it was accepted or withdrawn. */
export function composeInviteMail(db: Database, { aboutId }: QueuedMail, now: Date): ComposedMail | null {
  const invite = aboutId === null ? null : findInviteById(db, aboutId, now);
  if (!invite) return null;
  const secret = generateSecret();
  const subject = `Join the team of ${readShop(db).name}`;
  return {
    secret,
    content: {
      subject,
      paragraphs: [
        `${quoteText(invite.inviter, 'An owner')} invites you to join as ${invite.role === 'owner' ? 'an' : 'a'} ${invite.role}.`,
        `The link works once, for ${inviteDays} days, and is for you alone. If you do not know the shop, do nothing.`,
      ],
      link: { text: 'See the invitation', to: { page: 'invite', token: secret } },
    },
  };
}

export function composeRecoveryMail(
  db: Database,
  { userId }: QueuedMail,
  email: string,
  now: Date,
): ComposedMail | null {
  if (userId === null) return null;
  const code = mailRecoveryCode(db, userId, now);
  return {
    secret: null,
    content: {
      subject: `A new password for ${readShop(db).name}`,
      paragraphs: [
        'Someone requested a link that sets a new password for your account. If that was not you, do nothing: your password stays as it is.',
        `The link works once, for ${issuedCodeMinutes} minutes.`,
      ],
      link: { text: 'Set a new password', to: { page: 'recover', email, code } },
    },
  };
}
