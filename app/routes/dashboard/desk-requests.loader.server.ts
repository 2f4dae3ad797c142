import { listOperators } from '~/domain/accounts/operators.server';
import { countDeskEntries, waitingStatus } from '~/domain/desk/desk.queries.server';
import { type DeskRequest, finishedStatuses, requestPriorities, waitingView } from '~/domain/desk/request';
import {
  findRequests,
  oldestWaiting,
  requestViews,
  searchQuery,
  waitingRequests,
} from '~/domain/desk/request.queries.server';
import { referenceOf } from '~/domain/messages/message';
import { ageText, reportedStatus, waitText } from '~/domain/moderation/moderation';
import { timestampText } from '~/domain/shared/dates';
import type { Runtime } from '~/http/runtime.server';
import { isRequestKind, publicSubjects, requestKinds } from '~db/enums';
import type { DeskAddress } from './desk-parts';

/** A request as a row of a list. */
const shownRequest = ({ createdAt, waitingSince, assignee, name, ...request }: DeskRequest, now: Date) => ({
  ...request,
  name: name ?? 'Somebody who stays unnamed',
  reference: referenceOf(request.id),
  came: timestampText(new Date(createdAt)),
  /** How long ago the customer wrote what waits, or wrote first. */
  age: ageText(waitingSince ?? createdAt, now),
  /** How long it waits, once that is too long. */
  wait: waitText(waitingSince, now),
  assignee: assignee?.name ?? null,
});
export type ShownRequest = ReturnType<typeof shownRequest>;

const operatorChoices = ({ db }: Runtime) => listOperators(db).map(({ id, name }) => ({ value: id, label: name }));

/** One page of requests: those of one kind, those of all kinds, or those that a search finds. */
export function loadRequests(runtime: Runtime, address: DeskAddress) {
  const { db, clock } = runtime;
  const { show, category, priority, tag, assignee, q, page } = address;
  const kind = isRequestKind(show) ? show : null;
  const views = requestViews(kind);
  // A search finds what is done as well.
  const first = q === undefined ? waitingView : 'all';
  const status = views.find((view) => view === address.status) ?? first;
  const filters = { status, category, priority, tag, assignee, q, kind: kind ?? undefined };
  const { items, pagination } = findRequests(db, filters, { page });
  return {
    views,
    priorities: kind ? requestPriorities[kind] : requestPriorities.message,
    filters: { status, category: category ?? '', priority: priority ?? '', tag: tag ?? '', assignee: assignee ?? '' },
    q: q ?? '',
    /** Whether the words of the search are too short to be looked for. */
    isTooShort: q !== undefined && searchQuery(q) === null,
    page,
    pages: pagination.pages,
    total: pagination.total,
    /** Whether urgent ones come before all others. */
    isUrgentFirst: items.some(({ isUrgent }) => isUrgent) && status !== 'all' && !finishedStatuses.has(status),
    requests: items.map((request) => shownRequest(request, clock())),
    operators: operatorChoices(runtime),
  };
}
export type RequestList = ReturnType<typeof loadRequests>;

/** Requests on the first page of the desk. */
const mostShown = 5;

/** The first page of the desk: how much waits, what waits longest, and the most urgent of it. */
export function loadToday(runtime: Runtime) {
  const { db, clock } = runtime;
  const now = clock();
  const waiting = waitingRequests(db);
  const oldest = oldestWaiting(db);
  const { items } = findRequests(db, { status: waitingView }, { page: 1, limit: mostShown });
  return {
    requests: requestKinds.map((kind) => ({ kind, ...waiting[kind] })),
    toLookAt: publicSubjects.reduce((sum, one) => sum + countDeskEntries(db, one, waitingStatus[one]), 0),
    reported: [...publicSubjects, 'conversation' as const].map((subject) => ({
      subject,
      count: countDeskEntries(db, subject, reportedStatus),
    })),
    oldest: oldest && shownRequest(oldest, now),
    urgent: items.map((request) => shownRequest(request, now)),
  };
}
export type Today = ReturnType<typeof loadToday>;
