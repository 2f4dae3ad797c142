import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { bookingTag } from '~db/enums';
import { users } from '~db/schema/accounts';
import { appointments } from '~db/schema/appointments';
import { conversationMessages, conversations } from '~db/schema/conversations';
import { deskRequests } from '~db/schema/desk';
import { contactMessages, contactTags, feedback, serviceRequests } from '~db/schema/requests';
import { memoizePrepared } from '~db/statements';
import { toGivenPhone } from '../accounts/account';
import { toEmailKey } from '../accounts/email-keys.server';
import { formatWhen } from '../appointments/appointment';
import { formatSubject } from '../conversations/conversation.queries.server';
import { defineCommand } from '../shared/command.server';
import { decrypt, encrypt, readSiteKey } from '../shared/secrets.server';
import { minuteMs } from '../shared/dates';
import { normalizeEmail } from '../shared/email';
import { requiredText } from '../shared/fields.server';
import { toPhoneKey } from '../shared/phone';
import { invalid, ok } from '../shared/result';
import { foundMinutes, maxAnswers, maxContactLength, maxReferenceLength, type SentItem, toSentKind } from './status';

/** Maximum number of items compared: in rare cases several have the same reference, and the contact details decide. */
const maxPerReference = 8;

const reads = memoizePrepared((db) => {
  // Every request and message has a conversation with the same id; the contact details are in the request.
  const isBooking = sql<number>`EXISTS (SELECT 1 FROM ${contactTags}
    WHERE ${contactTags.messageId} = ${contactMessages.id} AND ${contactTags.tag} = ${bookingTag})`;
  const isAnswered = sql`EXISTS (SELECT 1 FROM ${conversationMessages}
    WHERE ${conversationMessages.conversationId} = ${conversations.id} AND ${conversationMessages.side} = 'seller')`;
  const isReferred = and(gte(conversations.id, sql.placeholder('from')), lt(conversations.id, sql.placeholder('to')));
  return {
    referred: db
      .select({
        id: conversations.id,
        request: deskRequests.kind,
        isBooking,
        title: conversations.subject,
        status: sql<string>`coalesce(${deskRequests.status}, CASE WHEN ${conversations.closedAt} IS NOT NULL THEN 'ended'
          WHEN ${isAnswered} THEN 'answered' ELSE 'sent' END)`,
        sentAt: conversations.createdAt,
        changedAt: sql<string>`max(${conversations.lastWrittenAt}, coalesce(${contactMessages.updatedAt}, ''),
          coalesce(${serviceRequests.updatedAt}, ''), coalesce(${feedback.updatedAt}, ''),
          coalesce(${appointments.updatedAt}, ''))`,
        email: sql<
          string | null
        >`coalesce(${conversations.buyerEmail}, ${contactMessages.email}, ${serviceRequests.contactEmail}, ${appointments.email})`,
        phone: sql<
          string | null
        >`coalesce(${conversations.buyerPhone}, ${contactMessages.phone}, ${serviceRequests.contactPhone}, ${appointments.phone})`,
        accountEmail: users.email,
        accountPhone: users.phone,
        visit: { day: appointments.day, starts: appointments.starts, ends: appointments.ends },
      })
      .from(conversations)
      .leftJoin(deskRequests, eq(deskRequests.id, conversations.deskRequestId))
      .leftJoin(contactMessages, eq(contactMessages.id, conversations.deskRequestId))
      .leftJoin(serviceRequests, eq(serviceRequests.id, conversations.deskRequestId))
      .leftJoin(feedback, eq(feedback.id, conversations.deskRequestId))
      .leftJoin(appointments, eq(appointments.id, conversations.deskRequestId))
      .leftJoin(users, eq(users.id, conversations.buyerUserId))
      .where(isReferred)
      .limit(maxPerReference)
      .prepare(),
    answers: db
      .select({ text: conversationMessages.text, writtenAt: conversationMessages.createdAt })
      .from(conversationMessages)
      .where(
        and(eq(conversationMessages.conversationId, sql.placeholder('id')), eq(conversationMessages.side, 'seller')),
      )
      .orderBy(desc(conversationMessages.id))
      .limit(maxAnswers)
      .prepare(),
  };
});

type Row = Omit<SentItem, 'answers'> & Record<'email' | 'phone' | 'accountEmail' | 'accountPhone', string | null>;

function findRows(db: Database, beginning: string): Row[] {
  const range = { from: beginning, to: `${beginning}~` };
  return reads(db)
    .referred.all(range)
    .map(({ request, isBooking, title, visit, accountPhone, ...row }) => ({
      ...row,
      accountPhone: toGivenPhone(accountPhone),
      kind: toSentKind(request, Boolean(isBooking)),
      title: formatSubject(db, request, title),
      when: visit && formatWhen(visit),
    }));
}

const toItem = (db: Database, { id, kind, title, when, status, sentAt, changedAt }: Row): SentItem => ({
  ...{ id, kind, title, when, status, sentAt, changedAt },
  answers: reads(db).answers.all({ id }).reverse(),
});

/** The first eight hexadecimal digits of an id, from a reference with any separators; null if it is invalid. */
function toIdBeginning(reference: string): string | null {
  const digits = reference.toLowerCase().replace(/[^0-9a-z]/g, '');
  return /^[0-9a-f]{8,32}$/.test(digits) ? digits.slice(0, 8) : null;
}

/** The last ten digits of a phone number, without its country code; null for fewer than seven. */
function toComparedDigits(phone: string): string | null {
  const digits = toPhoneKey(phone);
  return digits.length < 7 ? null : digits.slice(-10);
}

function hasContact({ email, phone, accountEmail, accountPhone }: Row, contact: string): boolean {
  if (contact.includes('@')) {
    const key = toEmailKey(normalizeEmail(contact));
    return [email, accountEmail].some((one) => one !== null && toEmailKey(one) === key);
  }
  const digits = toComparedDigits(contact);
  return digits !== null && [phone, accountPhone].some((one) => one !== null && toComparedDigits(one) === digits);
}

export const lookupFields = z.object({
  reference: requiredText('Reference', maxReferenceLength),
  contact: requiredText('Phone or email', maxContactLength).meta({
    description: 'Phone or email that it was sent with.',
  }),
});

/** Limited like sign-in attempts. @returns the same error for a wrong reference and for a wrong contact */
export const findSentItem = defineCommand<z.infer<typeof lookupFields>, SentItem>({
  name: 'find-sent-item',
  schema: () => lookupFields,
  limit: 'sign-in',
  run({ reference, contact }, { db }) {
    const beginning = toIdBeginning(reference);
    const matches = beginning === null ? [] : findRows(db, beginning);
    const row = matches.find((one) => hasContact(one, contact));
    return row ? ok(toItem(db, row)) : invalid({ reference: { code: 'nothing_sent' } });
  },
});

const createKeyInput = (db: Database) => ({
  secret: readSiteKey(db, 'found-items').toString('hex'),
  salt: '',
  purpose: 'a found item',
});

/** `until` is a timestamp in milliseconds. */
const itemToken = z.object({ id: z.string(), until: z.number() });

/** A token for the URL of a found item: encrypted and signed, because browsers keep URLs in their history. */
export function createItemToken(db: Database, id: string, now: Date): string {
  const until = now.getTime() + foundMinutes * minuteMs;
  return encrypt(JSON.stringify({ id, until }), createKeyInput(db)).toString('base64url');
}

/** The item of a token; null when the token has expired or is invalid. */
export function findItemByToken(db: Database, token: string, now: Date): SentItem | null {
  try {
    const text = decrypt(Buffer.from(token, 'base64url'), createKeyInput(db));
    const item = itemToken.parse(JSON.parse(text));
    const row = item.until < now.getTime() ? undefined : findRows(db, item.id).find(({ id }) => id === item.id);
    return row ? toItem(db, row) : null;
  } catch {
    return null;
  }
}
