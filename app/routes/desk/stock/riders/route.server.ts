import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { countDeskEntries, findDeskPage, waitingStatus } from '~/domain/desk/desk.queries.server';
import type { DoneCode } from '~/domain/desk/done-notice';
import { getModerationPermission, moderateMany, undoModeration } from '~/domain/desk/moderate.server';
import { findModerationFacts } from '~/domain/desk/moderation-facts.server';
import { findReportSummaries, formatReports } from '~/domain/desk/reports.server';
import { formatAge, isOverdue, reportedStatus } from '~/domain/moderation/moderation';
import { mayUse, requirePermission } from '~/domain/shared/permissions';
import { ok } from '~/domain/shared/result';
import { maxWhole } from '~/domain/shared/steps';
import { readPageNumber } from '~/http/url-params';
import { deskPaths } from '~/paths';
import { type FormFields, selectFields } from '~/submit/form-body.server';
import { createFormAction, createFormActions, type FormPost, type FormRedirect } from '~/submit/form.server';
import { showUnfinishedForm } from '~/submit/form-response.server';
import type { Database } from '~db/connection';
import { publicSubjects } from '~db/enums';
import { requireDesk } from '../../access.server';
import { createListMark, submitInSteps, undoInSteps } from '../../whole-list.server';

/** As many as are approved at once, within the first flight. */
const rowsOfPage = 50;

const statuses = { new: 'unchecked', reported: reportedStatus, ok: 'checked', hidden: 'hidden' } as const;
const states = ['new', 'reported', 'ok', 'hidden'] as const;
const stateTexts = { new: 'New', reported: 'Reported', ok: 'Looked at', hidden: 'Hidden' } as const;

const actions = ['check', 'hide', 'restore'] as const;
export type Action = (typeof actions)[number];

const readAction = (text: string | null): Action | null => actions.find((name) => name === text) ?? null;

/** All items of a list, as the operator sees them. */
function findWhole(db: Database, { of, state }: Pick<ReturnType<typeof readAddress>, 'of' | 'state'>) {
  const { items } = findDeskPage(db, of, { status: statuses[state], limit: maxWhole }, 1);
  const reports = findReportSummaries(
    db,
    of,
    items.map(({ id }) => id),
  );
  return items.map(({ id, version }) => ({ id, version: version ?? 0, reports: reports.get(id)?.count ?? 0 }));
}

function readAddress({ searchParams }: URL) {
  const of = publicSubjects.find((subject) => subject === searchParams.get('of')) ?? 'listing';
  const state = states.find((name) => name === searchParams.get('state')) ?? 'new';
  const query = { of: of === 'listing' ? null : of, state: state === 'new' ? null : state };
  return { of, state, query };
}

export function loader(route: LoaderFunctionArgs) {
  const url = new URL(route.request.url);
  const { of, state, query } = readAddress(url);
  const { runtime, operator } = requireDesk(route, getModerationPermission(of));
  const { db, clock } = runtime;
  const now = clock();
  const list = { status: statuses[state], limit: rowsOfPage };
  const { items, pagination } = findDeskPage(db, of, list, readPageNumber(url.searchParams));
  const ids = items.map(({ id }) => id);
  const reports = findReportSummaries(db, of, ids);
  const facts = findModerationFacts(db, of, ids, now);
  const intent = readAction(url.searchParams.get('all'));
  const whole = intent && findWhole(db, { of, state });
  const waits = state === 'new' || state === 'reported';
  const rows = items.flatMap(({ id, title, from, changedAt, version }) => {
    const item = facts.get(id);
    if (!item) return [];
    const { remarks, photo, ...listing } = item;
    const reported = reports.get(id);
    const since = reported?.since ?? changedAt;
    return {
      ...listing,
      id,
      seen: `${version}.${reported?.count ?? 0}`,
      title,
      seller: from ?? 'A visitor',
      // Hidden photos are not served, not even to operators.
      photo: state === 'hidden' ? null : photo,
      remarks: reported ? [formatReports(reported), ...remarks] : remarks,
      age: formatAge(since, now),
      isLate: waits && isOverdue(since, now),
    };
  });
  return json({
    unfinished: showUnfinishedForm(route.request, runtime),
    of,
    state,
    query,
    rows,
    clean: rows.filter(({ remarks }) => remarks.length === 0).length,
    isCleanTicked: url.searchParams.get('tick') === 'clean',
    page: pagination.page,
    pages: pagination.pages,
    total: pagination.total,
    /** The question before something is done with the whole list. */
    whole: whole && {
      intent,
      count: whole.length,
      mark: createListMark(whole),
      reason: url.searchParams.get('reason') ?? '',
    },
    most: Math.min(pagination.total, maxWhole),
    kinds: states.map((name) => ({
      text: stateTexts[name],
      count: countDeskEntries(db, of, statuses[name]),
      href: deskPaths.riders({ ...query, state: name === 'new' ? null : name }),
      isCurrent: name === state,
    })),
    mayExport: of === 'listing' && mayUse(operator, 'stock-csv'),
    mayImport: of === 'listing' && mayUse(operator, 'retire'),
    subjects: publicSubjects
      .filter((subject) => subject !== of && mayUse(operator, getModerationPermission(subject)))
      .map((subject) => ({
        subject,
        href: deskPaths.riders({ of: subject === 'listing' ? null : subject }),
        count: countDeskEntries(db, subject, waitingStatus[subject]) + countDeskEntries(db, subject, reportedStatus),
      })),
  });
}

type Press = { action: string; chosen: string[] };

/** The button of a row has its item; one below the list means those that are ticked. */
function findPress(fields: FormFields): Press {
  for (const action of actions) {
    const item = fields.get(action);
    if (item !== null) return { action, chosen: [item] };
  }
  return { action: fields.get('intent') ?? '', chosen: fields.getAll('chosen') };
}

/** An item with the version and the number of reports that the operator has seen. */
function readSeen(text: string) {
  const [, id = text, version = 0, reports = 0] = /^(.+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  return { id, version: Number(version), reports: Number(reports) };
}

const doneCodes: Readonly<Record<Action, DoneCode>> = {
  check: 'items_approved',
  hide: 'stock_hidden',
  restore: 'stock_public',
};

const access = {
  check: ({ actor, url }: FormPost) => requirePermission(actor, getModerationPermission(readAddress(url).of)),
  signIn: ({ url }: FormPost) => url.pathname + url.search,
};

/** What was done, with its way back. */
function finish(action: Action, { count, left, at }: { count: number; left: number; at: string }, url: URL) {
  const { state, query } = readAddress(url);
  const undo = {
    action: deskPaths.riders(query),
    fields: { intent: 'undo', at, ...(state === 'ok' && { ok: '1' }) },
  };
  return {
    to: deskPaths.riders(query),
    done: {
      code: left > 0 ? 'items_decided' : doneCodes[action],
      values: { count, left },
      ...(action !== 'restore' && { undo }),
    },
  } satisfies FormRedirect;
}

const forms = {
  ask: createFormAction({
    access,
    run: () => ok(null),
    onSuccess: (_value, { url, fields }) => {
      const all = fields.get('intent');
      const reason = all === 'hide' ? fields.get('reason') : null;
      return { to: deskPaths.riders({ ...readAddress(url).query, all, reason }) };
    },
    redisplay: () => ({}),
  }),
  whole: createFormAction({
    access,
    values: selectFields(['intent', 'reason']),
    run(post) {
      const { of, state } = readAddress(post.url);
      const { intent: action, reason } = post.values;
      return submitInSteps(post, {
        ...{ rows: findWhole(post.runtime.db, { of, state }), mark: post.fields.get('mark'), command: moderateMany },
        toFields: (chosen) => ({ subject: of, action, chosen, reason }),
      });
    },
    onSuccess: (value, { url, values }) => finish(readAction(values.intent ?? null) ?? 'check', value, url),
    redisplay: () => ({}),
  }),
  decide: createFormAction({
    access,
    values: (fields) => ({
      intent: findPress(fields).action,
      chosen: findPress(fields)
        .chosen.map((item) => readSeen(item).id)
        .join(' '),
      reason: fields.get('reason') ?? '',
    }),
    command: moderateMany,
    decode: ({ fields, url, values }) => {
      const { action, chosen } = findPress(fields);
      return { subject: readAddress(url).of, action, chosen: chosen.map(readSeen), reason: values.reason ?? '' };
    },
    onSuccess: (value, { fields, url }) => finish(readAction(findPress(fields).action) ?? 'check', value, url),
    redisplay: () => ({}),
  }),
  undo: createFormAction({
    access,
    run: (post) =>
      undoInSteps(post, undoModeration, (from) => ({
        ...{ at: post.fields.get('at') ?? '', isChecked: post.fields.has('ok'), from: from ?? 0 },
      })),
    onSuccess: ({ count }, { url }) => ({
      to: deskPaths.riders(readAddress(url).query),
      done: { code: 'stock_undone', values: { count } },
    }),
    redisplay: () => ({}),
  }),
};

export const action = createFormActions(({ fields }) => {
  const intent = fields.get('intent');
  if (intent === 'undo') return 'undo';
  const isWhole = fields.has('all') && readAction(intent) && !actions.some((name) => fields.has(name));
  return isWhole ? (fields.has('mark') ? 'whole' : 'ask') : 'decide';
}, forms);
