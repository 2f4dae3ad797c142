import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type ContactPriority, contactCategories, contactPriorities } from '~db/enums';
import { contactMessages, contactTags } from '~db/schema/requests';
import { memoizePrepared } from '~db/statements';
import { type OpenedConversation, openConversation, openDeskConversation } from '../conversations/add-message.server';
import { type ConversationName, isReadyQuestion } from '../conversations/conversation';
import { defineCommand } from '../shared/command.server';
import { recordLeadSource } from '../figures/lead-sources.server';
import { getTimestampBefore, hourMs } from '../shared/dates';
import { checkSenderNotBlocked } from '../moderation/blocked-contacts.server';
import { normalizeEmail } from '../shared/email';
import { checkText, failWith, isOfficialName, oneOf, ruledText, textUpTo } from '../shared/fields.server';
import { maxPhoneLength, normalizePhone } from '../shared/phone';
import { invalid, ok } from '../shared/result';
import { toLines, validateMaxLength } from '../shared/text';
import {
  type Message,
  type MessageField,
  maxLengths,
  maxSubjects,
  messageLabels,
  minLengths,
  splitAbout,
  validateMessageField,
} from './message';
import { findRecipient, findSubjects } from './message-subjects.server';

const createTextRule = (field: MessageField, clean?: (text: string) => string) =>
  ruledText((text) => validateMessageField(field, text), { label: messageLabels[field], ...(clean && { clean }) });

/** Empty text counts as absent. */
const phone = z
  .string(failWith({ code: 'phone_invalid' }))
  .transform(normalizePhone)
  .superRefine(checkText((text) => validateMessageField('phone', text)))
  .meta({ maxLength: maxPhoneLength })
  .transform((text) => text || null)
  .nullish();

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

/** docs/product.md, "Contact messages". The command checks whether the subjects in `about` exist. */
export const newMessage = z.object({
  ...messageRules,
  // The seller sees it as the sender's name.
  name: messageRules.name.refine((given) => !isOfficialName(given), failWith({ code: 'name_reserved' })),
  phone: phone.transform((given) => given ?? null),
  category: messageRules.category.nullish().transform((given) => given ?? 'general'),
  priority: messageRules.priority.nullish().transform((given) => given ?? 'medium'),
  source: messageRules.source.nullish().transform((given) => given || 'website'),
  about: z
    .string(failWith({ code: 'not_text', values: { label: 'About' } }))
    .superRefine(checkText((text) => validateMaxLength('About', text, 1000)))
    .refine(
      (text) => splitAbout(text).length <= maxSubjects,
      failWith({ code: 'too_many_subjects', values: { most: maxSubjects } }),
    )
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

export type SentMessage = {
  message: Message;
  isToSeller: boolean;
  /** `name` is null when a repeated request has no proof that it comes from the sender of the first. */
  conversation: Pick<OpenedConversation, 'id' | 'visitorSecret'> & { name: ConversationName | null };
};

/** @returns invalid when a subject does not exist; a conflict when the conversation is closed or full */
export const sendMessage = defineCommand<NewMessage, SentMessage>({
  name: 'send-message',
  schema: () => newMessage,
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
      return invalid({ about: { code: 'subject_gone' } });
    }
    const since = getTimestampBefore(now, duplicateHours * hourMs);
    const { email, message } = fields;
    const isSameText = () => sameText(db).get({ since, email, most: maxCompared, message }) !== undefined;
    const isSuspect = looksAutomated || (!isReadyQuestion(message) && isSameText());
    const userId = actor.user?.id ?? null;
    const timestamp = now.toISOString();
    const sent = { ...fields, status: 'new', userId, createdAt: timestamp, updatedAt: timestamp, version: 1 } as const;
    const seller = findRecipient(db, subjects, actor);
    if (seller) {
      const opened = openConversation(context, seller, { ...fields, isSuspect, visitorSecret });
      if (!opened.ok) return opened;
      const conversation = opened.value;
      recordLeadSource(context, conversation.id);
      return ok({ message: { ...sent, id: conversation.id, tags: [] }, isToSeller: true, conversation });
    }
    const accepted = checkSenderNotBlocked(context, { ...fields, userId });
    if (!accepted.ok) return accepted;
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
    recordLeadSource(context, id);
    const conversation = openDeskConversation(context, id, visitorSecret);
    return ok({ message: { ...sent, id, tags }, isToSeller: false, conversation });
  },
});
