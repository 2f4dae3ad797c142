import { and, count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { contactMessages, contactTags } from '~db/schema';
import { hasFreshPassword, passwordNeeded } from '../accounts/fresh-password.server';
import { signedInOperator } from '../accounts/signed-in';
import { type CommandContext, defineCommand } from '../command.server';
import { deedOf, logDeed } from '../desk/operator-log.server';
import { fixErrors } from '../fix-errors';
import { changedMeanwhile, done, type Outcome, type Problem, refused } from '../outcome';
import { isEmptyChange, isOutdated } from '../seen-version.server';
import { type ContactStatus, mostTags } from './limits';
import type { Message } from './message';
import {
  contactStatus,
  type MessageChanges,
  type MessageDeletion,
  messageChanges,
  messageDeletion,
  type TagChange,
  tagChange,
  tooManyTags,
} from './message-fields.server';
import { findMessage } from './message-queries.server';
import { referenceOf } from './message-rules';

export const messageNotFound: Problem = { kind: 'not-found', message: 'There is no such message.' };
export const messageDeleted = 'The message has been deleted.';

/** The message that the signed-in operator may change. */
function messageToChange(id: string, { db, asker }: CommandContext): Outcome<Message> {
  const operator = signedInOperator(asker);
  if (!operator.done) return operator;
  const found = findMessage(db, id);
  return found ? done(found) : refused(messageNotFound);
}

/** Logs an action on a message under its reference: sender and content are confidential. */
const logged = (id: string, deed: string, context: CommandContext): void =>
  logDeed(context, { subject: 'message', subjectId: id, title: `Message ${referenceOf(id)}`, deed });

/** Stores a change of a message and returns its current state. */
function changed(id: string, set: Partial<MessageChanges>, deed: string, context: CommandContext): Outcome<Message> {
  const { db, now } = context;
  db.update(contactMessages)
    .set({ ...set, updatedAt: now.toISOString(), version: sql`version + 1` })
    .where(eq(contactMessages.id, id))
    .run();
  logged(id, deed || 'changed', context);
  const message = findMessage(db, id);
  return message ? done(message) : refused(messageNotFound);
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
    if (!found.done) return found;
    if (isOutdated(version, found.value)) return changedMeanwhile('message');
    if (isEmptyChange(fields)) return found;
    return changed(id, fields, deedOf(fields, ['status', 'priority', 'category']), context);
  },
});

/** Sets the status of a message; operators only. Any transition is allowed: a resolved matter may come up again. */
export const setMessageStatus = defineCommand<{ id: string; status: ContactStatus }, Message>({
  name: 'set-message-status',
  changes: ({ id }) => ({ table: 'contact_messages', id }),
  schema: () => z.object({ id: z.string(), status: contactStatus }),
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id, status }, context) {
    const found = messageToChange(id, context);
    return found.done ? changed(id, { status }, deedOf({ status }, ['status']), context) : found;
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
    if (!found.done) return found;
    if (found.value.tags.includes(tag) === (action === 'add')) return found;
    if (isOutdated(version, found.value)) return changedMeanwhile('message');
    if (action === 'remove') {
      db.delete(contactTags)
        .where(and(eq(contactTags.messageId, id), eq(contactTags.tag, tag)))
        .run();
      return changed(id, {}, `tag removed: ${tag}`, context);
    }
    const [held] = db.select({ tags: count() }).from(contactTags).where(eq(contactTags.messageId, id)).all();
    if ((held?.tags ?? 0) >= mostTags) {
      return refused({ kind: 'invalid', message: tooManyTags, errors: { tag: tooManyTags } });
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
    if (!found.done) return found;
    const { user } = context.asker;
    if (user && !hasFreshPassword(user, context.now)) return refused(passwordNeeded);
    if (isOutdated(version, found.value)) return changedMeanwhile('message');
    context.db.delete(contactMessages).where(eq(contactMessages.id, id)).run();
    logged(id, 'deleted', context);
    return done({ id });
  },
});
