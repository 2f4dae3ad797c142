import { listOperators } from '~/domain/accounts/operators.server';
import { findMessagesOf, lastMessageOf } from '~/domain/conversations/conversation.queries.server';
import { resolvedStatuses } from '~/domain/desk/request';
import { findDeskRequest, notesOf, textOfRequest } from '~/domain/desk/request.queries.server';
import { allSavedReplies, findSavedReply } from '~/domain/desk/saved-replies.server';
import { timestampText } from '~/domain/shared/dates';
import { site } from '~/domain/shared/site';
import { newIdempotencyKey } from '~/http/form-response.server';
import type { Runtime } from '~/http/runtime.server';
import { type ThreadMessage, whenWritten } from '~/ui/lists/thread';

/** What was typed when a saved reply was chosen, and the id of that. */
export type ReplyDraft = { text: string; saved: string | null };

/** Reads the draft of a reply from a query. */
export const readReplyDraft = ({ searchParams }: URL): ReplyDraft => ({
  text: searchParams.get('text') ?? '',
  saved: searchParams.get('saved'),
});

const written = (timestamp: string): string => timestampText(new Date(timestamp));

/** The chosen saved reply after what was typed. */
const draftText = ({ db }: Runtime, { text, saved }: ReplyDraft): string =>
  [text.trim(), saved ? findSavedReply(db, saved)?.text : undefined].filter(Boolean).join('\n\n');

/**
 * The conversation of a customer with the desk, and what an operator does in it (docs/product.md, "Requests at the
 * desk"): the thread, the notes, and what the forms need.
 *
 * @returns null when there is no such request
 */
export function openRequest(runtime: Runtime, id: string, { page, draft }: { page: number; draft: ReplyDraft }) {
  const { db } = runtime;
  const now = runtime.clock();
  const request = findDeskRequest(db, id);
  if (!request) return null;
  const { kind, name, assignee, waitingSince, createdAt } = request;
  const customer = name ?? 'The customer';
  const { items, pagination } = findMessagesOf(db, id, page);
  const messages: ThreadMessage[] = items.map((message) => ({
    id: message.id,
    isOwn: message.side === 'seller',
    author: message.side === 'seller' ? (message.operatorName ?? site.name) : customer,
    text: message.text,
    written: whenWritten(message.createdAt, now),
  }));
  const text = textOfRequest(db, { id, kind });
  const first = { id: 'first', isOwn: false, author: customer, written: whenWritten(createdAt, now) };
  return {
    kind,
    /** Whether a reply can finish it. */
    canBeResolved: resolvedStatuses[kind] !== undefined,
    waitingSince,
    // What the customer wrote first is on the last page, which is the oldest.
    messages: text && page >= pagination.pages ? [{ ...first, text }, ...messages] : messages,
    page,
    pages: pagination.pages,
    /** Id of the last message: a reply is refused once there is a newer one. */
    seen: lastMessageOf(db, id),
    notes: notesOf(db, id).map((note) => ({ ...note, createdAt: written(note.createdAt) })),
    assignee: assignee?.id ?? '',
    assigneeName: assignee?.name ?? null,
    operators: listOperators(db).map((operator) => ({ value: operator.id, label: operator.name })),
    savedReplies: allSavedReplies(db).map(({ id: reply, title }) => ({ id: reply, title })),
    draft: draftText(runtime, draft),
    idempotencyKey: newIdempotencyKey(),
  };
}

export type OpenRequest = NonNullable<ReturnType<typeof openRequest>>;
