import { randomUUID } from 'node:crypto';
import { asc, count, eq, getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { savedReplies } from '~db/schema/desk';
import { memoizePrepared } from '~db/statements';
import { maxReplyLength } from '../conversations/conversation';
import { requirePermission } from '../shared/permissions';
import { type CommandContext, defineCommand, isOutdated } from '../shared/command.server';
import { requiredText, seenVersion } from '../shared/fields.server';
import { type AppError, createVersionConflict, err, invalid, ok, type Result } from '../shared/result';
import { toLines } from '../shared/text';
import { maxReplyTitleLength, maxSavedReplies, type SavedReply } from './request';

/* Texts that operators save once and insert into replies (docs/product.md, "Requests at the desk"). */

export const savedReplyNotFound: AppError = { kind: 'not-found', code: 'saved_reply_not_found' };

const { createdAt: _createdAt, updatedAt: _updatedAt, ...columns } = getTableColumns(savedReplies);

const reads = memoizePrepared((db) => ({
  all: db.select(columns).from(savedReplies).orderBy(asc(savedReplies.title)).limit(maxSavedReplies).prepare(),
  one: db
    .select(columns)
    .from(savedReplies)
    .where(eq(savedReplies.id, sql.placeholder('id')))
    .prepare(),
  titled: db
    .select({ id: savedReplies.id })
    .from(savedReplies)
    .where(eq(savedReplies.title, sql.placeholder('title')))
    .prepare(),
}));

export const findSavedReplies = (db: Database): SavedReply[] => reads(db).all.all();

/** @returns null when there is no such saved reply */
export const findSavedReply = (db: Database, id: string): SavedReply | null => reads(db).one.get({ id }) ?? null;

export const deskReplyText = requiredText('Reply', maxReplyLength, toLines);

export const savedReplyFields = z.object({ title: requiredText('Title', maxReplyTitleLength), text: deskReplyText });

const validateTitle = (db: Database, title: string, own: string | null): Result<null> => {
  const taken = reads(db).titled.get({ title });
  return taken && taken.id !== own ? invalid({ title: { code: 'saved_reply_title_taken' } }) : ok(null);
};

type NewReply = z.infer<typeof savedReplyFields>;

export const saveReply = defineCommand<NewReply, SavedReply>({
  name: 'save-reply',
  schema: () => savedReplyFields,
  limit: 'write',
  run({ title, text }, { db, actor, now }) {
    const operator = requirePermission(actor, 'replies');
    if (!operator.ok) return operator;
    const valid = validateTitle(db, title, null);
    if (!valid.ok) return valid;
    const [stored] = db.select({ replies: count() }).from(savedReplies).all();
    if ((stored?.replies ?? 0) >= maxSavedReplies) {
      return err({ kind: 'conflict', code: 'too_many_saved_replies', values: { most: maxSavedReplies } });
    }
    const id = randomUUID();
    const timestamp = now.toISOString();
    db.insert(savedReplies).values({ id, title, text, createdAt: timestamp, updatedAt: timestamp }).run();
    return ok({ id, title, text, version: 1 });
  },
});

function findReplyToChange(id: string, { db, actor }: CommandContext): Result<SavedReply> {
  const operator = requirePermission(actor, 'replies');
  if (!operator.ok) return operator;
  const found = findSavedReply(db, id);
  return found ? ok(found) : err(savedReplyNotFound);
}

export const changeSavedReply = defineCommand<NewReply & { id: string; version?: number | undefined }, SavedReply>({
  name: 'change-saved-reply',
  changes: ({ id }) => ({ table: 'saved_replies', id }),
  schema: () => savedReplyFields.extend({ id: z.string(), version: seenVersion }),
  limit: 'write',
  run({ id, version, title, text }, context) {
    const lookup = findReplyToChange(id, context);
    if (!lookup.ok) return lookup;
    if (isOutdated(version, lookup.value)) return createVersionConflict('saved reply');
    if (title === lookup.value.title && text === lookup.value.text) return lookup;
    const { db, now } = context;
    const valid = validateTitle(db, title, id);
    if (!valid.ok) return valid;
    db.update(savedReplies)
      .set({ title, text, updatedAt: now.toISOString(), version: sql`version + 1` })
      .where(eq(savedReplies.id, id))
      .run();
    return ok({ id, title, text, version: lookup.value.version + 1 });
  },
});

/** Deletes a saved reply; operators only. Replies that contain it stay. */
export const deleteSavedReply = defineCommand<{ id: string }, { id: string }>({
  name: 'delete-saved-reply',
  changes: ({ id }) => ({ table: 'saved_replies', id }),
  schema: () => z.object({ id: z.string() }),
  limit: 'write',
  run({ id }, context) {
    const lookup = findReplyToChange(id, context);
    if (!lookup.ok) return lookup;
    context.db.delete(savedReplies).where(eq(savedReplies.id, id)).run();
    return ok({ id });
  },
});
