import { json, type LoaderFunctionArgs } from '@remix-run/node';
import type { DoneCode } from '~/domain/desk/done-notice';
import { maxSelected, waitingView } from '~/domain/desk/request';
import { handleRequests } from '~/domain/desk/request.commands.server';
import {
  countDueSteps,
  countWaitingRequests,
  type FollowUpView,
  findFollowUps,
  findRequests,
} from '~/domain/desk/request.queries.server';
import { countDeskEntries, waitingStatus } from '~/domain/desk/desk.queries.server';
import { toDay } from '~/domain/shared/dates';
import { readPageNumber } from '~/http/url-params';
import { createFormAction, type FormPost } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { isRequestKind } from '~db/enums';
import { mayUse } from '~/domain/shared/permissions';
import { allowTeam, requireDesk } from '../access.server';
import { createOperatorChoices, createQueueRows, readQueueFilter } from '../queue.server';
import { showUnfinishedForm } from '~/submit/form-response.server';

/** Requests a page; rows are short, and a page is one screen of a desk and a half. */
const rowsOfPage = 20;

const toFilters = (url: URL, operatorId: string) => {
  const { kind, owner } = readQueueFilter(url);
  return {
    kind: kind !== undefined && isRequestKind(kind) ? kind : undefined,
    assignee: owner === 'me' ? operatorId : owner,
  };
};

/** The requests that wait, the longest waiting first. */
export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  const { db, clock } = runtime;
  const url = new URL(route.request.url);
  const filter = readQueueFilter(url);
  const page = readPageNumber(url.searchParams);
  const { items, pagination } = findRequests(
    db,
    { ...toFilters(url, operator.id), status: waitingView },
    { page, limit: rowsOfPage },
  );
  const waiting = countWaitingRequests(db);
  return json({
    unfinished: showUnfinishedForm(route.request, runtime),
    filter,
    page,
    pages: pagination.pages,
    total: pagination.total,
    counts: {
      message: waiting.message.all,
      service: waiting.service.all,
      appointment: waiting.appointment.all,
      feedback: waiting.feedback.all,
    },
    due: countDueSteps(db, toDay(clock())),
    reported: mayUse(operator, 'reports') ? countDeskEntries(db, 'conversation', waitingStatus.conversation) : 0,
    operators: createOperatorChoices(runtime),
    rows: createQueueRows(runtime, items, { filter }),
  });
}

/** A list of what does not wait: next steps, what is done, or spam. */
export function loadFollowUps(route: LoaderFunctionArgs, view: FollowUpView) {
  const { runtime } = requireDesk(route);
  const page = readPageNumber(new URL(route.request.url).searchParams);
  const { items, pagination } = findFollowUps(runtime.db, view, { page });
  return {
    page,
    pages: pagination.pages,
    total: pagination.total,
    rows: createQueueRows(runtime, items, { isLead: view === 'lead' }),
  };
}

/** All of the narrowed queue if that was ticked, otherwise the ticked ones. */
function findChosen({ url, fields, runtime, actor }: FormPost): string[] {
  // One field of a button that takes something back, or one of each tick.
  if (!fields.has('all')) return fields.getAll('chosen').flatMap((ids) => ids.split(' '));
  const filters = toFilters(url, actor.user?.id ?? '');
  const { items } = findRequests(runtime.db, { ...filters, status: waitingView }, { page: 1, limit: maxSelected });
  return items.map(({ id }) => id);
}

const changes: Readonly<Record<string, object>> = {
  done: { isDone: true },
  waiting: { isDone: false },
  spam: { isSpam: true },
  'not-spam': { isSpam: false },
};

const doneCodes: Readonly<Record<string, DoneCode>> = {
  done: 'requests_done',
  waiting: 'requests_open',
  spam: 'requests_spam',
  'not-spam': 'requests_open',
};

const undoing: Readonly<Record<string, string>> = { done: 'waiting', spam: 'not-spam' };

/** More ids than this do not fit into the cookie of a notice. */
const maxUndone = 20;

export const action = createFormAction({
  access: allowTeam('answer'),
  values: (fields) => ({
    ...selectFields(['what', 'all'])(fields),
    chosen: fields.getAll('chosen').join(' '),
  }),
  command: handleRequests,
  decode: (post) => {
    const { what = '' } = post.values;
    const assignee = /^to (.+)$/.exec(what)?.[1];
    const change = assignee === undefined ? changes[what] : { assignee: assignee === 'none' ? null : assignee };
    return { chosen: findChosen(post), ...change };
  },
  onSuccess({ requests }, { url, values, fields }) {
    const { what = '' } = values;
    const chosen = fields.getAll('chosen');
    const next = undoing[what];
    const isUndoable = next !== undefined && !fields.has('all') && chosen.length <= maxUndone;
    const to = url.pathname + url.search;
    return {
      to,
      done: {
        code: doneCodes[what] ?? 'requests_assigned',
        values: { count: requests },
        ...(isUndoable && { undo: { action: to, fields: { what: next, chosen: chosen.join(' ') } } }),
      },
    };
  },
  redisplay: () => ({}),
});
