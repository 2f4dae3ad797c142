import { randomUUID } from 'node:crypto';
import { and, count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { ContactCategory, ContactPriority, ContactStatus } from '~db/enums';
import { contactMessages, contactTags } from '~db/schema';
import { hasFreshPassword, passwordNeeded } from '../accounts/passwords.server';
import { openConversation, openDeskConversation, type OpenedConversation } from '../conversations/add-message.server';
import type { ConversationName } from '../conversations/conversation';
import { auditEventOf, recordAuditEvent } from '../moderation/audit-log.server';
import { signedInOperator } from '../shared/actor';
import { type CommandContext, defineCommand, isEmptyChange, isOutdated } from '../shared/command.server';
import { anHour, timestampBefore } from '../shared/dates';
import { preparedOf } from '../shared/memoize.server';
import { type AppError, err, fixErrors, ok, type Result, versionConflict } from '../shared/result';
import { maxTags, type Message, referenceOf, subjectGone } from './message';
import { findMessage, findSubjects, recipientOf } from './message.queries.server';
import {
  contactStatus,
  type MessageChanges,
  messageChanges,
  type MessageDeletion,
  messageDeletion,
  type NewMessage,
  newMessage,
  type TagChange,
  tagChange,
} from './message.schema.server';
import { splitAbout } from './subject';

const tooManyTags = `A message can have up to ${maxTags} tags`;

/** A message to be stored, from any sender. */
type MessageToStore = {
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  category: ContactCategory;
  priority?: ContactPriority;
  source?: string;
  userId: string | null;
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
const sameText = preparedOf(({ $client }) =>
  $client
    .prepare<[Compared], number>(
      `SELECT 1 FROM (SELECT email, message FROM contact_messages INDEXED BY contact_messages_newest
                       WHERE created_at > @since AND email <> @email ORDER BY created_at DESC LIMIT @most)
        WHERE message = @message
       UNION ALL
       SELECT 1 FROM (SELECT id FROM conversations INDEXED BY conversations_newest
                       WHERE created_at > @since AND desk_request_id IS NULL AND buyer_email <> @email ORDER BY created_at DESC LIMIT @most) c
         JOIN conversation_messages m ON m.conversation_id = c.id WHERE m.side = 'buyer' AND m.text = @message
       LIMIT 1`,
    )
    .pluck(),
);

/** A sent message: its copy for the sender, and the conversation in which the seller or the business will answer. */
type SentMessage = {
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
    const since = timestampBefore(now, duplicateHours * anHour);
    const { email, message } = fields;
    const isSuspect = looksAutomated || sameText(db).get({ since, email, most: maxCompared, message }) !== undefined;
    const userId = actor.user?.id ?? null;
    const seller = recipientOf(db, subjects, actor);
    if (seller) {
      const opened = openConversation(context, seller, { ...fields, isSuspect, visitorSecret });
      if (!opened.ok) return opened;
      const conversation = opened.value;
      const timestamp = now.toISOString();
      const sent: Message = {
        ...fields,
        id: conversation.id,
        status: 'new',
        tags: [],
        userId,
        createdAt: timestamp,
        updatedAt: timestamp,
        version: 1,
      };
      return ok({ message: sent, isToSeller: true, conversation });
    }
    const id = storeMessage(
      db,
      {
        ...fields,
        userId,
        aboutVehicleId: subjects.find(({ offer }) => offer?.kind === 'vehicle')?.about ?? null,
        aboutListingId: subjects.find(({ offer }) => offer?.kind === 'listing')?.about ?? null,
        tags: [...subjects.map(({ tag }) => tag), ...(isSuspect ? [suspectTag] : [])],
      },
      now,
    );
    const sent = findMessage(db, id);
    if (!sent) throw new Error('A message that was just stored could not be read.');
    return ok({ message: sent, isToSeller: false, conversation: openDeskConversation(context, id, visitorSecret) });
  },
});

export const messageNotFound: AppError = { kind: 'not-found', message: 'There is no such message.' };
export const messageDeleted = 'The message has been deleted.';

/** The message that the signed-in operator may change. */
function messageToChange(id: string, { db, actor }: CommandContext): Result<Message> {
  const operator = signedInOperator(actor);
  if (!operator.ok) return operator;
  const found = findMessage(db, id);
  return found ? ok(found) : err(messageNotFound);
}

/** Logs an action on a message under its reference: sender and content are confidential. */
const logAction = (id: string, action: string, context: CommandContext): void =>
  recordAuditEvent(context, { subject: 'message', subjectId: id, title: `Message ${referenceOf(id)}`, action });

/** Stores a change of a message and returns its current state. */
function changed(id: string, set: Partial<MessageChanges>, action: string, context: CommandContext): Result<Message> {
  const { db, now } = context;
  db.update(contactMessages)
    .set({ ...set, updatedAt: now.toISOString(), version: sql`version + 1` })
    .where(eq(contactMessages.id, id))
    .run();
  logAction(id, action || 'changed', context);
  const message = findMessage(db, id);
  return message ? ok(message) : err(messageNotFound);
}

/** Changes the given fields of a message; operators only. */
export const changeMessage = defineCommand<MessageChanges, Message>({
  name: 'change-message',
  changes: ({ id }) => ({ table: 'contact_messages', id }),
  schema: () => messageChanges,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id, version, ...fields }, context) {
    const found = messageToChange(id, context);
    if (!found.ok) return found;
    if (isOutdated(version, found.value)) return versionConflict('message');
    if (isEmptyChange(fields)) return found;
    return changed(id, fields, auditEventOf(fields, ['status', 'priority', 'category']), context);
  },
});

/** Sets the status of a message; operators only. Any transition is allowed: a resolved message may be reopened. */
export const setMessageStatus = defineCommand<{ id: string; status: ContactStatus }, Message>({
  name: 'set-message-status',
  changes: ({ id }) => ({ table: 'contact_messages', id }),
  schema: () => z.object({ id: z.string(), status: contactStatus }),
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id, status }, context) {
    const found = messageToChange(id, context);
    return found.ok ? changed(id, { status }, auditEventOf({ status }, ['status']), context) : found;
  },
});

/** Adds a tag to a message or removes one; operators only. Idempotent. */
export const changeMessageTags = defineCommand<TagChange, Message>({
  name: 'change-message-tags',
  changes: ({ id }) => ({ table: 'contact_messages', id }),
  schema: () => tagChange,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id, version, action, tag }, context) {
    const { db } = context;
    const found = messageToChange(id, context);
    if (!found.ok) return found;
    if (found.value.tags.includes(tag) === (action === 'add')) return found;
    if (isOutdated(version, found.value)) return versionConflict('message');
    if (action === 'remove') {
      db.delete(contactTags)
        .where(and(eq(contactTags.messageId, id), eq(contactTags.tag, tag)))
        .run();
      return changed(id, {}, `tag removed: ${tag}`, context);
    }
    const [owned] = db.select({ tags: count() }).from(contactTags).where(eq(contactTags.messageId, id)).all();
    if ((owned?.tags ?? 0) >= maxTags) {
      return err({ kind: 'invalid', message: tooManyTags, errors: { tag: tooManyTags } });
    }
    db.insert(contactTags).values({ messageId: id, tag }).run();
    return changed(id, {}, `tag added: ${tag}`, context);
  },
});

/** Deletes a message permanently; operators only. */
export const deleteMessage = defineCommand<MessageDeletion, { id: string }>({
  name: 'delete-message',
  changes: ({ id }) => ({ table: 'contact_messages', id }),
  schema: () => messageDeletion,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id, version }, context) {
    const found = messageToChange(id, context);
    if (!found.ok) return found;
    const { user } = context.actor;
    if (user && !hasFreshPassword(user, context.now)) return err(passwordNeeded);
    if (isOutdated(version, found.value)) return versionConflict('message');
    context.db.delete(contactMessages).where(eq(contactMessages.id, id)).run();
    logAction(id, 'deleted', context);
    return ok({ id });
  },
});
