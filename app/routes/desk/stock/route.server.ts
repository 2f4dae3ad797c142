import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findVehicleSummaries } from '~/domain/catalogue/vehicle.queries.server';
import { vehicleFields } from '~/domain/catalogue/vehicle-fields';
import { getColours } from '~/domain/photos/drawing';
import type { SignedInUser } from '~/domain/shared/actor';
import { mayUse, requirePermission } from '~/domain/shared/permissions';
import { dayMs, formatDay } from '~/domain/shared/dates';
import { ok } from '~/domain/shared/result';
import { maxWhole } from '~/domain/shared/steps';
import { decodeField } from '~/domain/shared/field-rules.server';
import { formatCount } from '~/domain/shared/money';
import { parseTypedNumber } from '~/domain/shared/typed-numbers';
import {
  type BulkAction,
  changePrices,
  changeStock,
  createBatch,
  duplicateStock,
  hideSamples,
  savePrices,
  undoStock,
} from '~/domain/stock/stock.commands.server';
import {
  countSamples,
  countStock,
  findStock,
  findWholeStock,
  isStockKind,
  isStockSort,
  longDays,
  type StockFilter,
  stockKinds,
  stockSorts,
} from '~/domain/stock/stock.queries.server';
import { findStockRows } from '~/domain/stock/stock-writes.server';
import type { DoneNotice } from '~/domain/desk/done-notice';
import { readPageNumber, readSearchText } from '~/http/url-params';
import { deskPaths, isDeskPath } from '~/paths';
import type { FormFields } from '~/submit/form-body.server';
import { createFormAction, createFormActions, type FormAccess, type FormPost } from '~/submit/form.server';
import { requireDesk } from '../access.server';
import { createListMark, submitInSteps, undoInSteps } from '../whole-list.server';
import { showUnfinishedForm } from '~/submit/form-response.server';

function readFilter(search: URLSearchParams): StockFilter & { page: number } {
  const show = search.get('show');
  const sort = search.get('sort');
  return {
    kind: isStockKind(show) ? show : null,
    q: readSearchText(search) ?? '',
    sort: isStockSort(sort) ? sort : 'oldest',
    page: readPageNumber(search),
  };
}

/** What can be done with a whole list. */
const wholeIntents = ['by', 'sold', 'hide', 'retire'] as const;
export type WholeIntent = (typeof wholeIntents)[number];

const readWholeIntent = (text: string | null): WholeIntent | null => wholeIntents.find((name) => name === text) ?? null;

const kindTexts = { used: 'Used', new: 'New', old: `${longDays} days`, hidden: 'Hidden' } as const;

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  const { db } = runtime;
  const mayChange = mayUse(operator, 'stock');
  const now = runtime.clock();
  const search = new URL(route.request.url).searchParams;
  const { page, ...filter } = readFilter(search);
  const { kind, q, sort } = filter;
  const intent = readWholeIntent(search.get('all'));
  const whole = intent && findWholeStock(db, filter, now);
  const counts = countStock(db, now);
  const { items, pagination } = findStock(db, filter, page, now);
  const cards = new Map(
    findVehicleSummaries(
      db,
      items.map(({ id }) => id),
      { areHiddenShown: true },
    ).map((card) => [card.id, card]),
  );
  const stored = findStockRows(
    db,
    items.map(({ id }) => id),
  );
  const rows = items.flatMap(({ id, asked, views }) => {
    const row = stored.get(id);
    const card = cards.get(id);
    if (!row || !card) return [];
    const days = Math.floor((now.getTime() - new Date(row.createdAt).getTime()) / dayMs);
    const isUsed = row.stock === 'used';
    const owners = row.owners === null ? null : `owner ${row.owners}`;
    const kilometres = row.kilometresDriven === null ? null : `${formatCount(row.kilometresDriven)} km`;
    const facts = isUsed
      ? [row.modelYear, kilometres]
      : [row.variant, card.launchDay && `from ${formatDay(card.launchDay)}`];
    return {
      id,
      name: row.name,
      facts: facts.filter((fact) => fact !== null).join(' · '),
      more: [owners, row.numberPlate].filter((fact) => fact !== null).join(' · '),
      state:
        row.soldAt !== null ? 'Sold' : row.isDraft ? 'Draft' : row.hiddenAt !== null ? 'Hidden' : stateTexts[row.stock],
      isSold: row.soldAt !== null,
      isHidden: row.hiddenAt !== null,
      isDraft: row.isDraft,
      isUsed,
      price: row.priceRupees,
      days: isUsed ? days : null,
      isLate: isUsed && days >= longDays && row.hiddenAt === null,
      views,
      asked,
      photo: card.photo,
      drawing: { of: card.bodyStyle, colours: getColours(card) },
    };
  });
  const query = { q, sort: sort === 'oldest' ? null : sort };
  return json({
    unfinished: showUnfinishedForm(route.request, runtime),
    /** Otherwise only marked as sold, and given photos. */
    mayChange,
    rows,
    total: pagination.total,
    /** The question before something is done with the whole list. */
    whole: whole && { intent, count: whole.length, mark: createListMark(whole), by: search.get('by') },
    most: Math.min(pagination.total, maxWhole),
    samples:
      mayChange && kind === null && q === ''
        ? { visible: countSamples(db, { areHidden: false }), hidden: countSamples(db, { areHidden: true }) }
        : null,
    page: { page: pagination.page, pages: pagination.pages },
    query: { ...query, show: kind },
    sorts: Object.entries(stockSorts).map(([value, label]) => ({ value, label })),
    sort,
    kinds: [
      { text: 'All', count: counts.all, href: deskPaths.stock(query), isCurrent: kind === null },
      ...stockKinds.map((name) => ({
        text: kindTexts[name],
        count: counts[name],
        href: deskPaths.stock({ ...query, show: name === kind ? null : name }),
        isCurrent: name === kind,
      })),
    ],
  });
}

const stateTexts = { new: 'New', used: 'Used', upcoming: 'Coming' } as const;

const allowDesk: FormAccess<SignedInUser> = {
  check: ({ actor }) => requirePermission(actor, 'read'),
  signIn: ({ url }) => url.pathname + url.search,
};

const pricePrefix = 'prices.';

/** What was typed in the table. */
const readValues = (fields: FormFields): Record<string, string> =>
  Object.fromEntries([...fields].filter(([name]) => name.startsWith(pricePrefix) || name === 'by'));

/** The list without a question. */
function findList({ url }: Pick<FormPost, 'url'>): string {
  const { kind, q, sort } = readFilter(url.searchParams);
  return deskPaths.stock({ show: kind, q, sort: sort === 'oldest' ? null : sort });
}

const here = ({ url }: Pick<FormPost, 'url'>): string => url.pathname + url.search;

const createUndo = (batch: string): DoneNotice['undo'] => ({
  action: deskPaths.stock(),
  fields: { intent: 'undo', batch },
});

const doneCodes = {
  sold: 'stock_sold',
  'for sale': 'stock_for_sale',
  hidden: 'stock_hidden',
  public: 'stock_public',
  retired: 'stock_retired',
} as const;

const buttonActions: Readonly<Record<string, BulkAction>> = {
  sold: 'sold',
  unsold: 'for sale',
  hide: 'hidden',
  show: 'public',
  retire: 'retired',
};

type Press = { name: string; ids: string[] };

/** The button of a row has the id of its vehicle; one below the table means those that are ticked. */
function findPress(fields: FormFields): Press {
  for (const name of ['duplicate', ...Object.keys(buttonActions)]) {
    const id = fields.get(name);
    if (id !== null) return { name, ids: [id] };
  }
  return { name: fields.get('intent') ?? 'prices', ids: fields.getAll('chosen') };
}

/** Back to the vehicle whose change was undone. */
function findNextPage(fields: FormFields): string {
  const next = fields.get('next') ?? '';
  return isDeskPath(next) ? next : deskPaths.stock();
}

type Counted = { count: number; left: number; batch: string };

const finishWhole =
  (code: DoneNotice['code']) =>
  ({ count, left, batch }: Counted, post: FormPost) => ({
    to: findList(post),
    done: {
      code: left > 0 ? 'stock_in_part' : code,
      values: { count, left },
      undo: createUndo(batch),
    } satisfies DoneNotice,
  });

const findWhole = ({ url, runtime }: FormPost) => {
  const { kind, q } = readFilter(url.searchParams);
  return findWholeStock(runtime.db, { kind, q }, runtime.clock());
};

const common = { access: allowDesk, values: readValues, redisplay: () => ({}) } as const;

const readPercent = (fields: FormFields) => parseTypedNumber((fields.get('by') ?? '').replace(/^[−–]/, '-'), 'percent');

const forms = {
  prices: createFormAction({
    ...common,
    command: savePrices,
    decode: ({ fields }) => ({
      prices: [...fields]
        .filter(([name]) => name.startsWith(pricePrefix))
        .map(([name, text]) => {
          const id = name.slice(pricePrefix.length);
          return { id, was: Number(fields.get(`was.${id}`)), price: decodeField(vehicleFields.priceRupees, text) };
        }),
    }),
    onSuccess: ({ count, batch }, post) => ({
      to: here(post),
      done:
        count === 0
          ? { code: 'no_price_changed' }
          : { code: 'prices_saved', values: { count }, undo: createUndo(batch) },
    }),
  }),
  by: createFormAction({
    ...common,
    command: changePrices,
    decode: ({ fields }) => ({
      percent: readPercent(fields),
      ids: findPress(fields).ids,
    }),
    onSuccess: ({ count, batch }, post) => ({
      to: here(post),
      done: { code: 'prices_saved', values: { count }, undo: createUndo(batch) },
    }),
  }),
  change: createFormAction({
    ...common,
    command: changeStock,
    decode({ fields }) {
      const { name, ids } = findPress(fields);
      return { action: buttonActions[name], ids };
    },
    onSuccess: ({ count, batch }, post) => {
      const action = buttonActions[findPress(post.fields).name] ?? 'hidden';
      const undo = mayUse(post.actor.user, 'stock') ? { undo: createUndo(batch) } : {};
      return { to: here(post), done: { code: doneCodes[action], values: { count }, ...undo } };
    },
  }),
  samples: createFormAction({
    ...common,
    command: hideSamples,
    decode: ({ fields }) => ({ isHidden: fields.get('intent') === 'hide-samples' }),
    onSuccess: ({ count, batch }, { fields }) => ({
      to: deskPaths.stock(),
      done: {
        code: fields.get('intent') === 'hide-samples' ? 'samples_hidden' : 'samples_public',
        values: { count },
        undo: createUndo(batch),
      },
    }),
  }),
  duplicate: createFormAction({
    ...common,
    command: duplicateStock,
    decode: ({ fields }) => ({ id: findPress(fields).ids[0] }),
    onSuccess: ({ id, name, batch }) => ({
      to: deskPaths.stockItem(id),
      done: { code: 'stock_added', values: { name }, undo: createUndo(batch) },
    }),
  }),
  ask: createFormAction({
    ...common,
    run: () => ok(null),
    onSuccess: (_value, { url, fields }) => {
      const { kind, q, sort } = readFilter(url.searchParams);
      const all = fields.get('intent');
      const query = { show: kind, q, sort: sort === 'oldest' ? null : sort };
      return { to: deskPaths.stock({ ...query, all, by: all === 'by' ? fields.get('by') : null }) };
    },
  }),
  'whole-by': createFormAction({
    ...common,
    run: (post) => {
      const batch = createBatch();
      const percent = readPercent(post.fields);
      return submitInSteps(post, {
        ...{ rows: findWhole(post), mark: post.fields.get('mark'), command: changePrices },
        toFields: (rows) => ({ percent, ids: rows.map(({ id }) => id), batch }),
      });
    },
    onSuccess: finishWhole('prices_saved'),
  }),
  'whole-change': createFormAction({
    ...common,
    run: (post) => {
      const batch = createBatch();
      const action = buttonActions[post.fields.get('intent') ?? ''];
      return submitInSteps(post, {
        ...{ rows: findWhole(post), mark: post.fields.get('mark'), command: changeStock },
        toFields: (rows) => ({ action, ids: rows.map(({ id }) => id), batch }),
      });
    },
    onSuccess: (value, post) =>
      finishWhole(doneCodes[buttonActions[post.fields.get('intent') ?? ''] ?? 'hidden'])(value, post),
  }),
  undo: createFormAction({
    ...common,
    run: (post) => {
      const { fields } = post;
      const change = fields.has('change') ? Number(fields.get('change')) : null;
      return undoInSteps(post, undoStock, (from) => ({ batch: fields.get('batch') ?? '', change, from }));
    },
    onSuccess: ({ count }, post) => ({
      to: findNextPage(post.fields),
      done: { code: 'stock_undone', values: { count } },
    }),
  }),
};

const presses: Readonly<Record<string, keyof typeof forms>> = {
  prices: 'prices',
  by: 'by',
  duplicate: 'duplicate',
  undo: 'undo',
  'hide-samples': 'samples',
  'show-samples': 'samples',
};

export const action = createFormActions(({ fields }) => {
  const { name } = findPress(fields);
  if (fields.has('all') && fields.get('intent') === name && readWholeIntent(name)) {
    return fields.has('mark') ? (name === 'by' ? 'whole-by' : 'whole-change') : 'ask';
  }
  return name in buttonActions ? 'change' : (presses[name] ?? null);
}, forms);
