import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { contactCategories, contactPriorities, type ContactPriority } from '~db/enums';
import { contactMessages, contactTags, listings } from '~db/schema';
import { memoizePrepared } from '~db/statements';
import { getOfferName, type Offer } from '../catalogue/vehicle';
import { findOffersById } from '../catalogue/vehicle.queries.server';
import { findAccessories } from '../content/accessories.server';
import { insurancePlans } from '../content/finance-content.server';
import {
  openConversation,
  openDeskConversation,
  type OpenedConversation,
  type Seller,
} from '../conversations/add-message.server';
import type { ConversationName } from '../conversations/conversation';
import type { Actor } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { getTimestampBefore, hourMs } from '../shared/dates';
import { checkText, isOfficialName, officialName, oneOf, ruledText, textUpTo } from '../shared/fields.server';
import { formatRupees } from '../shared/money';
import { err, fixErrors, ok } from '../shared/result';
import { normalizeEmail } from '../shared/email';
import { maxPhoneLength, normalizePhone, phoneNumberInvalid } from '../shared/phone';
import { toLines, validateMaxLength } from '../shared/text';
import {
  type LoanFigures,
  maxLengths,
  maxSubjects,
  type Message,
  type MessageField,
  messageLabels,
  minLengths,
  readAbout,
  splitAbout,
  subjectGone,
  validateMessageField,
} from './message';

const createTextRule = (field: MessageField, clean?: (text: string) => string) =>
  ruledText((text) => validateMessageField(field, text), { label: messageLabels[field], ...(clean && { clean }) });

/** Empty text counts as absent. */
const phone = z
  .string({ error: phoneNumberInvalid })
  .transform(normalizePhone)
  .refine((text) => validateMessageField('phone', text) === null, { error: phoneNumberInvalid })
  .meta({ maxLength: maxPhoneLength })
  .transform((text) => text || null)
  .nullish();

/** Rules of the fields that a sender fills in and operators may change. */
export const messageRules = {
  name: createTextRule('name').meta({ minLength: minLengths.name, maxLength: maxLengths.name }),
  email: createTextRule('email', normalizeEmail).meta({ format: 'email' }),
  phone,
  subject: createTextRule('subject').meta({ minLength: minLengths.subject, maxLength: maxLengths.subject }),
  message: createTextRule('message', toLines).meta({ minLength: minLengths.message }),
  category: oneOf('Category', contactCategories),
  priority: oneOf('Priority', contactPriorities),
  source: textUpTo('Source', maxLengths.source),
};

/**
 * Validation rules of a new message (docs/product.md, "Contact messages"). The command checks whether the subjects in
 * `about` exist.
 */
export const newMessage = z.object({
  ...messageRules,
  // The seller sees it as the sender's name.
  name: messageRules.name.refine((given) => !isOfficialName(given), { error: officialName }),
  phone: phone.transform((given) => given ?? null),
  category: messageRules.category.nullish().transform((given) => given ?? 'general'),
  priority: messageRules.priority.nullish().transform((given) => given ?? 'medium'),
  source: messageRules.source.nullish().transform((given) => given || 'website'),
  about: z
    .string({ error: 'About must be text' })
    .superRefine(checkText((text) => validateMaxLength('About', text, 1000)))
    .refine((text) => splitAbout(text).length <= maxSubjects, { error: `About can name up to ${maxSubjects} subjects` })
    .meta({
      description:
        'Subjects of the message, which must exist: the id of a vehicle or listing, `plan:basic`, `accessory:helmet-1`; several are separated by commas.',
    })
    .nullish()
    .transform((given) => given ?? ''),
  /** Spam signals detected by the form handler; never taken from the request. */
  isSuspect: z.boolean().default(false),
  /** The secret of the visitor's earlier conversations, as sent with the request; never taken from its fields. */
  visitorSecret: z.string().nullable().default(null),
});
type NewMessage = z.infer<typeof newMessage>;

/** An existing subject of a message. */
export type MessageSubject = {
  /** As links to the form carry it. */
  about: string;
  /** Tag of the message. */
  tag: string;
  /** 'Hero Xpulse 200 4V' */
  name: string;
  /** The vehicle or listing; null for a plan, a loan, a spot purchase or an accessory. */
  offer: Offer | null;
};

const formatLoanName = ({ price, downPayment, rate, tenureMonths }: LoanFigures): string =>
  `Loan of ${formatRupees(price - downPayment)} over ${tenureMonths} months at ${rate}%, for a price of ${formatRupees(price)}`;

/** The offer id in a part of an `about`, as a list; empty for another subject. */
function getOfferIds(text: string): string[] {
  const about = readAbout(text);
  return about?.kind === 'offer' ? [about.id] : [];
}

/** Resolves one part of an `about`. @param offers offers by the ids found in `about` */
function findSubject(text: string, offers: ReadonlyMap<string, Offer>): MessageSubject | null {
  const about = readAbout(text);
  if (!about) return null;
  const createSubject = (name: string): MessageSubject => ({ about: text, tag: text, name, offer: null });
  if (about.kind === 'loan') return createSubject(formatLoanName(about.figures));
  if (about.kind === 'spot-purchase') return createSubject(`Spot Purchase for a price of ${formatRupees(about.price)}`);
  if (about.kind === 'plan') {
    const plan = insurancePlans.find(({ id }) => id === about.id);
    return plan ? createSubject(plan.name) : null;
  }
  if (about.kind === 'accessory') {
    const [accessory] = findAccessories([about.id]);
    return accessory ? createSubject(accessory.name) : null;
  }
  const offer = offers.get(about.id);
  if (!offer) return null;
  return { about: about.id, tag: `${offer.kind}:${about.id}`, name: getOfferName(offer), offer };
}

/**
 * Resolves an `about`, keeping its order. Unknown subjects, and those that no longer exist, are skipped.
 *
 * @param about see `readAbout`; at most twelve subjects are looked up
 */
export function findSubjects(db: Database, about: string, actor: Actor): MessageSubject[] {
  const parts = splitAbout(about).slice(0, maxSubjects);
  if (parts.length === 0) return [];
  const offers = findOffersById(db, parts.flatMap(getOfferIds), actor);
  return parts.flatMap((part) => findSubject(part, offers) ?? []);
}

const owners = memoizePrepared((db) =>
  db
    .select({ userId: listings.ownerUserId, keyId: listings.manageKeyId })
    .from(listings)
    .where(eq(listings.id, sql.placeholder('id')))
    .prepare(),
);

/**
 * Returns the recipient of a message (docs/product.md, "Conversations"): a message about exactly one user's listing or
 * used vehicle goes to its seller. Messages about samples, the catalogue, several items or one's own item go to the
 * business.
 *
 * @param subjects the items of the message, as read for its sender
 * @returns null for the business
 */
export function findRecipient(db: Database, subjects: readonly MessageSubject[], actor: Actor): Seller | null {
  const [subject, ...others] = subjects;
  if (!subject?.offer || others.length > 0) return null;
  if (subject.offer.kind === 'vehicle') {
    const { id, name, owner } = subject.offer.vehicle;
    if (owner === null || owner.id === actor.user?.id) return null;
    return { listingId: null, vehicleId: id, listingName: name, name: owner.name, userId: owner.id, keyId: null };
  }
  const { listing } = subject.offer;
  const owner = listing.isSample || listing.isMine ? undefined : owners(db).get({ id: listing.id });
  if (!owner || (owner.userId === null && owner.keyId === null)) return null;
  return { listingId: listing.id, vehicleId: null, listingName: listing.name, name: listing.seller.name, ...owner };
}

/** A message to be stored, from any sender. */
type MessageToStore = Pick<Message, 'name' | 'email' | 'phone' | 'subject' | 'message' | 'category' | 'userId'> & {
  priority?: ContactPriority;
  source?: string;
  aboutVehicleId: string | null;
  aboutListingId: string | null;
  tags: readonly string[];
};

/** Stores a message with its tags, within the transaction of the calling command. @returns its id */
export function storeMessage(db: Database, { tags, ...columns }: MessageToStore, now: Date): string {
  const id = randomUUID();
  const timestamp = now.toISOString();
  db.insert(contactMessages)
    .values({ ...columns, id, createdAt: timestamp, updatedAt: timestamp })
    .run();
  for (const tag of new Set(tags)) db.insert(contactTags).values({ messageId: id, tag }).run();
  return id;
}

/** Tag for suspected spam. Not reported to the sender, because it may be a false positive. */
const suspectTag = 'suspected-spam';

const duplicateHours = 24;
/** Maximum number of recent messages compared. */
const maxCompared = 500;

type Compared = { since: string; email: string; most: number; message: string };

// Raw: the forced indexes keep a day with many messages from being read in full.
const sameText = memoizePrepared(({ $client }) =>
  $client
    .prepare<[Compared], number>(
      `SELECT 1 FROM (SELECT email, message FROM contact_messages INDEXED BY contact_messages_newest
                       WHERE created_at > @since AND email <> @email ORDER BY created_at DESC LIMIT @most)
        WHERE message = @message
       UNION ALL
       SELECT 1 FROM (SELECT id FROM conversations INDEXED BY conversations_newest
                       WHERE created_at > @since AND desk_request_id IS NULL AND buyer_email <> @email ORDER BY created_at DESC LIMIT @most) c
         CROSS JOIN conversation_messages m ON m.conversation_id = c.id WHERE m.side = 'buyer' AND m.text = @message
       LIMIT 1`,
    )
    .pluck(),
);

/** A sent message: its copy for the sender, and the conversation in which the seller or the business will answer. */
export type SentMessage = {
  message: Message;
  /** Whether it went to the seller of a listing or used vehicle, and not to the business. */
  isToSeller: boolean;
  /** `name` is null when a repeated request has no proof that it comes from the sender of the first. */
  conversation: Pick<OpenedConversation, 'id' | 'visitorSecret'> & { name: ConversationName | null };
};

/**
 * Sends a message; any visitor may. A message about a user's listing or used vehicle goes to its seller, who replies in a
 * conversation; any other goes to the business, tagged with its subjects. Suspected spam, such as a text that others
 * have just sent, is stored too, but tagged.
 *
 * @returns invalid with an error on `about` when a subject does not exist (any more); a conflict when the conversation
 *   to continue is closed or full
 */
export const sendMessage = defineCommand<NewMessage, SentMessage>({
  name: 'send-message',
  schema: () => newMessage,
  invalidMessage: () => fixErrors,
  limit: 'contact',
  secrets: {
    // A first message never carries the private link as proof.
    areOwned: ({ conversation: { name } }) => name === null || 'id' in name,
    remove: ({ conversation, ...sent }) => ({
      ...sent,
      conversation: { ...conversation, name: null, visitorSecret: null },
    }),
  },
  run({ about, isSuspect: looksAutomated, visitorSecret, ...fields }, context) {
    const { db, actor, now } = context;
    const subjects = findSubjects(db, about, actor);
    // A message meant for a seller must not silently reach the business because the offer is gone.
    if (subjects.length < splitAbout(about).length) {
      return err({ kind: 'invalid', message: fixErrors, errors: { about: subjectGone } });
    }
    const since = getTimestampBefore(now, duplicateHours * hourMs);
    const { email, message } = fields;
    const isSuspect = looksAutomated || sameText(db).get({ since, email, most: maxCompared, message }) !== undefined;
    const userId = actor.user?.id ?? null;
    const timestamp = now.toISOString();
    const sent = { ...fields, status: 'new', userId, createdAt: timestamp, updatedAt: timestamp, version: 1 } as const;
    const seller = findRecipient(db, subjects, actor);
    if (seller) {
      const opened = openConversation(context, seller, { ...fields, isSuspect, visitorSecret });
      if (!opened.ok) return opened;
      const conversation = opened.value;
      return ok({ message: { ...sent, id: conversation.id, tags: [] }, isToSeller: true, conversation });
    }
    const tags = [...subjects.map(({ tag }) => tag), ...(isSuspect ? [suspectTag] : [])];
    const id = storeMessage(
      db,
      {
        ...fields,
        userId,
        aboutVehicleId: subjects.find(({ offer }) => offer?.kind === 'vehicle')?.about ?? null,
        aboutListingId: subjects.find(({ offer }) => offer?.kind === 'listing')?.about ?? null,
        tags,
      },
      now,
    );
    const conversation = openDeskConversation(context, id, visitorSecret);
    return ok({ message: { ...sent, id, tags }, isToSeller: false, conversation });
  },
});
