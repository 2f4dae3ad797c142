import { and, count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type ContactStatus, contactStatuses } from '~db/enums';
import { contactMessages, contactTags } from '~db/schema/requests';
import { hasFreshPassword, passwordRequired } from '../accounts/fresh-password';
import { type AppError, createVersionConflict, err, ok, type Reason, type Result } from '../shared/result';
import { formatAuditEvent, recordAuditEvent } from '../moderation/audit-log.server';
import { type CommandContext, defineCommand, isEmptyChange, isOutdated } from '../shared/command.server';
import { oneOf, requiredText, seenVersion } from '../shared/fields.server';
import { type Permission, requirePermission } from '../shared/permissions';
import { type Message, maxLengths, maxTags, toReference } from './message';
import { findMessage } from './message.queries.server';
import { messageRules } from './send-message.server';

export const contactStatus = oneOf('Status', contactStatuses);

export const messageChanges = z.object({
  ...z.object({ ...messageRules, status: contactStatus }).partial().shape,
  id: z.string(),
  version: seenVersion,
});
type MessageChanges = z.infer<typeof messageChanges>;

export const tagChange = z.object({
  id: z.string(),
  version: seenVersion,
  action: oneOf('Action', ['add', 'remove']),
  tag: requiredText('Tag', maxLengths.tag),
});
type TagChange = z.infer<typeof tagChange>;

const messageDeletion = z.object({ id: z.string(), version: seenVersion });
type MessageDeletion = z.infer<typeof messageDeletion>;

const tooManyTags: Reason = { code: 'too_many_tags', values: { most: maxTags } };

export const messageNotFound: AppError = { kind: 'not-found', code: 'message_not_found' };
export const messageDeleted = 'The message has been deleted.';

function findMessageToChange(
  id: string,
  { db, actor }: CommandContext,
  permission: Permission = 'answer',
): Result<Message> {
  const operator = requirePermission(actor, permission);
  if (!operator.ok) return operator;
  const found = findMessage(db, id);
  return found ? ok(found) : err(messageNotFound);
}

/** Logs an action on a message under its reference: sender and content are confidential. */
const logAction = (id: string, action: string, context: CommandContext): void =>
  recordAuditEvent(context, { subject: 'message', subjectId: id, title: `Message ${toReference(id)}`, action });

function updateMessage(
  id: string,
  set: Partial<MessageChanges>,
  action: string,
  context: CommandContext,
): Result<Message> {
  const { db, now } = context;
  db.update(contactMessages)
    .set({ ...set, updatedAt: now.toISOString(), version: sql`version + 1` })
    .where(eq(contactMessages.id, id))
    .run();
  logAction(id, action || 'changed', context);
  const message = findMessage(db, id);
  return message ? ok(message) : err(messageNotFound);
}

export const changeMessage = defineCommand<MessageChanges, Message>({
  name: 'change-message',
  changes: ({ id }) => ({ table: 'contact_messages', id }),
  schema: () => messageChanges,
  limit: 'write',
  run({ id, version, ...fields }, context) {
    const lookup = findMessageToChange(id, context);
    if (!lookup.ok) return lookup;
    if (isOutdated(version, lookup.value)) return createVersionConflict('message');
    if (isEmptyChange(fields)) return lookup;
    return updateMessage(id, fields, formatAuditEvent(fields, ['status', 'priority', 'category']), context);
  },
});

/** Sets the status of a message; operators only. Any transition is allowed: a resolved message may be reopened. */
export const setMessageStatus = defineCommand<{ id: string; status: ContactStatus }, Message>({
  name: 'set-message-status',
  changes: ({ id }) => ({ table: 'contact_messages', id }),
  schema: () => z.object({ id: z.string(), status: contactStatus }),
  limit: 'write',
  run({ id, status }, context) {
    const found = findMessageToChange(id, context);
    return found.ok ? updateMessage(id, { status }, formatAuditEvent({ status }, ['status']), context) : found;
  },
});

/** Adds a tag to a message or removes one; operators only. Idempotent. */
export const changeMessageTags = defineCommand<TagChange, Message>({
  name: 'change-message-tags',
  changes: ({ id }) => ({ table: 'contact_messages', id }),
  schema: () => tagChange,
  limit: 'write',
  run({ id, version, action, tag }, context) {
    const { db } = context;
    const lookup = findMessageToChange(id, context);
    if (!lookup.ok) return lookup;
    if (lookup.value.tags.includes(tag) === (action === 'add')) return lookup;
    if (isOutdated(version, lookup.value)) return createVersionConflict('message');
    if (action === 'remove') {
      db.delete(contactTags)
        .where(and(eq(contactTags.messageId, id), eq(contactTags.tag, tag)))
        .run();
      return updateMessage(id, {}, `tag removed: ${tag}`, context);
    }
    const [owned] = db.select({ tags: count() }).from(contactTags).where(eq(contactTags.messageId, id)).all();
    if ((owned?.tags ?? 0) >= maxTags) {
      return err({ kind: 'invalid', ...tooManyTags, errors: { tag: tooManyTags } });
    }
    db.insert(contactTags).values({ messageId: id, tag }).run();
    return updateMessage(id, {}, `tag added: ${tag}`, context);
  },
});

export const deleteMessage = defineCommand<MessageDeletion, { id: string }>({
  name: 'delete-message',
  changes: ({ id }) => ({ table: 'contact_messages', id }),
  schema: () => messageDeletion,
  limit: 'write',
  run({ id, version }, context) {
    const lookup = findMessageToChange(id, context, 'erase');
    if (!lookup.ok) return lookup;
    const { user } = context.actor;
    if (user && !hasFreshPassword(user, context.now)) return err(passwordRequired);
    if (isOutdated(version, lookup.value)) return createVersionConflict('message');
    context.db.delete(contactMessages).where(eq(contactMessages.id, id)).run();
    logAction(id, 'deleted', context);
    return ok({ id });
  },
});
