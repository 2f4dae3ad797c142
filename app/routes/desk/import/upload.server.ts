import { setTimeout as delay } from 'node:timers/promises';
import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { requirePermission } from '~/domain/shared/permissions';
import {
  applyImport,
  chooseColumns,
  findImport,
  importRules,
  needsWork,
  undoImport,
} from '~/domain/stock/imports.server';
import { seeOther } from '~/http/responses.server';
import type { Runtime } from '~/http/runtime.server';
import { deskPaths } from '~/paths';
import { createFormAction, createFormActions, findIntent, type FormPost } from '~/submit/form.server';
import { requireDesk } from '../access.server';

/** A small file is read before the page is shown. */
const waitMilliseconds = 1_500;
const pauseMilliseconds = 50;

const isAtWork = (state: string): boolean => state.endsWith('ing');

async function waitForImport({ db, clock, runImport }: Runtime, id: string) {
  const until = performance.now() + waitMilliseconds;
  let upload = findImport(db, id);
  if (upload && needsWork(upload, clock())) void runImport(id);
  while (upload && isAtWork(upload.state) && performance.now() < until) {
    await delay(pauseMilliseconds);
    upload = findImport(db, id);
  }
  return upload;
}

const shortList = 10;

export async function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route, 'retire');
  const id = route.params.id ?? '';
  const upload = await waitForImport(runtime, id);
  if (!upload) throw new Response(null, { status: 404 });
  const { columns, permission } = importRules[upload.kind];
  requireDesk(route, permission);
  const { pathname, searchParams } = new URL(route.request.url);
  const { state, fileName, failure, progress, report, hasContent } = upload;
  const isDone = state === 'applied' || state === 'undone';
  const expected = isDone ? deskPaths.importDone(id) : deskPaths.importOf(id);
  if (!isAtWork(state) && pathname !== expected) throw seeOther(route.request, expected);
  const all = searchParams.get('all');
  return json({
    id,
    kind: upload.kind,
    state,
    fileName,
    failure,
    progress,
    hasContent,
    isAtWork: isAtWork(state),
    isDone,
    report: report && {
      ...report,
      problems: all === 'problems' ? report.problems : report.problems.slice(0, shortList),
      changes: all === 'changes' ? report.changes : report.changes.slice(0, shortList),
      listed: { problems: report.problems.length, changes: report.changes.length },
    },
    fields: Object.entries(columns).map(([value, { field }]) => ({ value, label: field.label })),
  });
}

const getId = ({ url }: Pick<FormPost, 'url'>): string => url.pathname.split('/')[4] ?? '';

const access = {
  check: ({ actor, url, runtime }: FormPost) =>
    requirePermission(actor, importRules[findImport(runtime.db, getId({ url }))?.kind ?? 'stock'].permission),
  signIn: ({ url }: FormPost) => url.pathname,
};

const next = ({ id }: { id: string }, { runtime }: FormPost) => {
  void runtime.runImport(id);
  return { to: deskPaths.importOf(id) };
};

const forms = {
  look: createFormAction({
    access,
    command: chooseColumns,
    decode: (post) => ({ id: getId(post), mapping: post.fields.getAll('column') }),
    onSuccess: next,
    redisplay: null,
  }),
  apply: createFormAction({
    access,
    command: applyImport,
    decode: (post) => ({ id: getId(post) }),
    onSuccess: next,
    redisplay: null,
  }),
  undo: createFormAction({
    access,
    command: undoImport,
    decode: (post) => ({ id: getId(post) }),
    onSuccess: next,
    redisplay: null,
  }),
};

export const action = createFormActions((post) => findIntent(forms, post.fields.get('intent')), forms);
