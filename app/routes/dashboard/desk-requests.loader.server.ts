import { listOperators } from '~/domain/accounts/operators.server';
import { findLastMessage, findMessagesInConversation } from '~/domain/conversations/conversation.queries.server';
import { countDeskEntries, waitingStatus } from '~/domain/desk/desk.queries.server';
import {
  type DeskRequest,
  finishedStatuses,
  maxSearchLength,
  requestPriorities,
  resolvedStatuses,
  waitingView,
} from '~/domain/desk/request';
import {
  countWaitingRequests,
  createRequestSearchQuery,
  findDeskRequest,
  findNotes,
  findOldestWaiting,
  findRequests,
  findTextOfRequest,
  getRequestViews,
} from '~/domain/desk/request.queries.server';
import { findSavedReplies, findSavedReply } from '~/domain/desk/saved-replies.server';
import { formatReason, type Reason } from '~/domain/shared/result';
import { toReference } from '~/domain/messages/message';
import { formatTimeAgo, formatWait, reportedStatus } from '~/domain/moderation/moderation';
import { validateSearchText } from '~/domain/names/tokenizer';
import { formatTimestamp } from '~/domain/shared/dates';
import { readShop } from '~/domain/content/shop.server';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import type { Runtime } from '~/http/runtime.server';
import { formatWritten, type ThreadMessage } from '~/ui/lists/conversations';
import { isRequestKind, publicSubjects, requestKinds } from '~db/enums';
import type { DeskQuery } from './desk-parts';

const toShownRequest = ({ createdAt, waitingSince, assignee, name, ...request }: DeskRequest, now: Date) => ({
  ...request,
  name: name ?? 'Anonymous',
  reference: toReference(request.id),
  createdAt: formatTimestamp(createdAt),
  /** Age of the customer's oldest message without a reply, or of the first message. */
  age: formatTimeAgo(waitingSince ?? createdAt, now),
  /** Waiting time, once it is too long. */
  wait: formatWait(waitingSince, now),
  assignee: assignee?.name ?? null,
});
export type ShownRequest = ReturnType<typeof toShownRequest>;

const createOperatorChoices = ({ db }: Runtime) =>
  listOperators(db).map(({ id, name }) => ({ value: id, label: name }));

export function loadRequests(runtime: Runtime, query: DeskQuery) {
  const { db, clock } = runtime;
  const { show, category, priority, tag, assignee, q, page } = query;
  const kind = isRequestKind(show) ? show : null;
  const views = getRequestViews(kind);
  // A search includes requests that are done.
  const first = q === undefined ? waitingView : 'all';
  const status = views.find((view) => view === query.status) ?? first;
  const searchError: Reason | null =
    q === undefined
      ? null
      : (validateSearchText(q, maxSearchLength) ??
        (createRequestSearchQuery(q) === null ? { code: 'search_text_too_short' } : null));
  const searched = searchError === null ? q : '';
  const filters = { status, category, priority, tag, assignee, q: searched, kind: kind ?? undefined };
  const { items, pagination } = findRequests(db, filters, { page });
  return {
    views,
    priorities: kind ? requestPriorities[kind] : requestPriorities.message,
    filters: { status, category: category ?? '', priority: priority ?? '', tag: tag ?? '', assignee: assignee ?? '' },
    q: q ?? '',
    /** Why nothing was searched; null if the search text can be searched for, or there is none. */
    searchError: searchError && formatReason(searchError),
    page,
    pages: pagination.pages,
    total: pagination.total,
    isUrgentFirst: items.some(({ isUrgent }) => isUrgent) && status !== 'all' && !finishedStatuses.has(status),
    requests: items.map((request) => toShownRequest(request, clock())),
    operators: createOperatorChoices(runtime),
  };
}
export type RequestList = ReturnType<typeof loadRequests>;

const maxShown = 5;

export function loadToday(runtime: Runtime) {
  const { db, clock } = runtime;
  const now = clock();
  const waiting = countWaitingRequests(db);
  const oldest = findOldestWaiting(db);
  const { items } = findRequests(db, { status: waitingView }, { page: 1, limit: maxShown });
  return {
    requests: requestKinds.map((kind) => ({ kind, ...waiting[kind] })),
    toLookAt: publicSubjects.reduce((sum, one) => sum + countDeskEntries(db, one, waitingStatus[one]), 0),
    reported: [...publicSubjects, 'conversation' as const].map((subject) => ({
      subject,
      count: countDeskEntries(db, subject, reportedStatus),
    })),
    oldest: oldest && toShownRequest(oldest, now),
    urgent: items.map((request) => toShownRequest(request, now)),
  };
}
export type Today = ReturnType<typeof loadToday>;

/** Text typed before a saved reply was chosen, and the id of that reply. */
export type ReplyDraft = { text: string; saved: string | null };

export const readReplyDraft = ({ searchParams }: URL): ReplyDraft => ({
  text: searchParams.get('text') ?? '',
  saved: searchParams.get('saved'),
});

const createDraft = ({ db }: Runtime, { text, saved }: ReplyDraft): string =>
  [text.trim(), saved ? findSavedReply(db, saved)?.text : undefined].filter(Boolean).join('\n\n');

/** See docs/product.md, "Requests at the desk". Null when there is no such request. */
export function openRequest(runtime: Runtime, id: string, { page, draft }: { page: number; draft: ReplyDraft }) {
  const { db } = runtime;
  const now = runtime.clock();
  const request = findDeskRequest(db, id);
  if (!request) return null;
  const { kind, name, assignee, waitingSince, createdAt } = request;
  const customer = name ?? 'The customer';
  const { items, pagination } = findMessagesInConversation(db, id, page);
  const messages: ThreadMessage[] = items.map((message) => ({
    id: message.id,
    isOwn: message.side === 'seller',
    author: message.side === 'seller' ? (message.operatorName ?? readShop(db).name) : customer,
    text: message.text,
    written: formatWritten(message.createdAt, now),
  }));
  const text = findTextOfRequest(db, { id, kind });
  const first = { id: 'first', isOwn: false, author: customer, written: formatWritten(createdAt, now) };
  return {
    kind,
    canBeResolved: resolvedStatuses[kind] !== undefined,
    waitingSince,
    // The customer's first message is on the last page, which has the oldest messages.
    messages: text && page >= pagination.pages ? [{ ...first, text }, ...messages] : messages,
    page,
    pages: pagination.pages,
    /** Id of the last message: a reply is refused once there is a newer one. */
    seen: findLastMessage(db, id),
    notes: findNotes(db, id).map((note) => ({ ...note, createdAt: formatTimestamp(note.createdAt) })),
    assignee: assignee?.id ?? '',
    assigneeName: assignee?.name ?? null,
    operators: createOperatorChoices(runtime),
    savedReplies: findSavedReplies(db).map(({ id: reply, title }) => ({ id: reply, title })),
    draft: createDraft(runtime, draft),
    idempotencyKey: generateIdempotencyKey(),
  };
}

export type OpenRequest = NonNullable<ReturnType<typeof openRequest>>;
