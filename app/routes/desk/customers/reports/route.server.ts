import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import { findMessagesInConversation } from '~/domain/conversations/conversation.queries.server';
import {
  countDeskEntries,
  type DeskEntry,
  findDeskPage,
  getViews,
  waitingStatus,
} from '~/domain/desk/desk.queries.server';
import { decideOnConversation, findReportedConversation, isOpenTo } from '~/domain/desk/reported-conversation.server';
import { findReportSummaries, formatReports } from '~/domain/desk/reports.server';
import { toReference } from '~/domain/messages/message';
import { formatTimeAgo, formatWait, reportedStatus } from '~/domain/moderation/moderation';
import type { SignedInUser } from '~/domain/shared/actor';
import { formatTimestamp } from '~/domain/shared/dates';
import { ok } from '~/domain/shared/result';
import type { Runtime } from '~/http/runtime.server';
import { readPageNumber } from '~/http/url-params';
import { deskPaths } from '~/paths';
import { createFormAction } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { showUnfinishedForm } from '~/submit/form-response.server';
import { allowTeam, confirmPassword, getPathItem, requireDesk } from '../../access.server';
import { describeReported, sideNames } from '../../reported.server';

/** The waiting time of a reported conversation starts with its first report. */
function createRows({ db, clock }: Runtime, items: readonly DeskEntry[]) {
  const now = clock();
  const reports = findReportSummaries(
    db,
    'conversation',
    items.map(({ id }) => id),
  );
  return items.map(({ id, title, status, changedAt }) => {
    const reported = reports.get(id);
    return {
      id,
      title,
      status,
      changedAt: formatTimestamp(changedAt),
      age: formatTimeAgo(changedAt, now),
      wait: formatWait(reported?.since ?? null, now),
      reports: reported ? formatReports(reported) : null,
    };
  });
}

function loadList(runtime: Runtime, search: URLSearchParams) {
  const views = getViews('conversation');
  const status = views.find((view) => view === search.get('status')) ?? waitingStatus.conversation;
  const { items, pagination } = findDeskPage(runtime.db, 'conversation', { status }, readPageNumber(search));
  const kinds = views.map((view) => ({
    status: view,
    count: view === status ? pagination.total : countDeskEntries(runtime.db, 'conversation', view),
  }));
  return { kinds, status, ...pagination, rows: createRows(runtime, items) };
}

/** Messages of both sides, for the operator who opened the conversation; newest page first. */
function loadHistory({ db }: Runtime, id: string, page: number) {
  const { items, pagination } = findMessagesInConversation(db, id, page);
  return {
    page,
    pages: pagination.pages,
    messages: items.map(({ id: number, side, text, createdAt }) => ({
      id: number,
      author: `${sideNames[side]} · ${formatTimestamp(createdAt)}`,
      text,
    })),
  };
}

/** @throws a 404 response if it does not exist */
function openConversation(runtime: Runtime, id: string, operator: SignedInUser, page: number) {
  const { db, clock } = runtime;
  const conversation = findReportedConversation(db, id);
  if (!conversation) throw new Response(null, { status: 404 });
  const { subject, listingName, listingId, vehicleId, closedAt, closedReason, reportedAt } = conversation;
  const reported = findReportSummaries(db, 'conversation', [id]).get(id);
  const isEnded = closedAt !== null;
  const status = reported ? reportedStatus : isEnded ? 'ended' : 'checked';
  const aboutId = listingId ?? vehicleId;
  return {
    title: subject,
    ...describeReported(runtime, { subject: 'conversation', id, status, since: reported?.since ?? reportedAt }),
    facts: [
      {
        name: 'Listing',
        value: listingName,
        ...(aboutId && { href: deskPaths.publication(listingId ? 'listing' : 'vehicle', aboutId) }),
      },
      { name: 'Reference', value: toReference(id) },
      { name: 'Ended', value: closedAt && formatTimestamp(closedAt) },
      { name: 'Why it was ended', value: closedReason },
    ],
    isEnded,
    reported: reported?.count ?? 0,
    history: isOpenTo(db, id, operator.id, clock()) ? loadHistory(runtime, id, page) : null,
  };
}

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route, 'reports');
  const { searchParams } = new URL(route.request.url);
  const { id } = route.params;
  return json({
    unfinished: showUnfinishedForm(route.request, runtime),
    list: id === undefined ? loadList(runtime, searchParams) : null,
    conversation: id === undefined ? null : openConversation(runtime, id, operator, readPageNumber(searchParams)),
    needsPassword: !hasFreshPassword(operator, runtime.clock()),
  });
}

export const action = createFormAction({
  access: {
    ...allowTeam('reports'),
    // The messages of two users are private.
    confirm: (post, operator) =>
      post.values.intent === 'read' ? confirmPassword(post, operator) : Promise.resolve(ok(null)),
  },
  values: selectFields(['intent', 'reason', 'reports']),
  command: decideOnConversation,
  decode: (post) => ({
    id: getPathItem(post),
    action: post.values.intent,
    reason: post.values.reason ?? '',
    reports: Number(post.values.reports),
  }),
  onSuccess: (_decided, post) => ({ to: deskPaths.report(getPathItem(post)), flash: 'desk-done' }) as const,
  redisplay: () => ({}),
});
