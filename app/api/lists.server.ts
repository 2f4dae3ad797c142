import { z } from 'zod';
import { encodeReason, type Reason } from '~/domain/shared/result';
import { failWith } from '~/domain/shared/fields.server';
import type { Position } from '~/domain/search/offer-selection';
import type { Page, Pagination } from '~/domain/shared/pagination.server';
import { formatCsvLine } from '~/domain/shared/csv';
import { csvType } from '~/http/csv';
import type { EndpointContext } from './define-endpoint.server';
import {
  type ApiResponse,
  rejectParameters,
  respondWithData,
  respondWithError,
  StreamedResponse,
} from './respond.server';
import { positiveNumber, wholeNumber } from './schemas.server';

const mediaTypes = { json: 'application/json', ndjson: 'application/x-ndjson', csv: 'text/csv' } as const;
export const eventStream = 'text/event-stream';
type ListFormat = keyof typeof mediaTypes;

const listFormats = ['json', 'ndjson', 'csv'] as const satisfies readonly ListFormat[];

type MediaRange = { type: string; weight: number };

function readRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const weight = quality === undefined ? 1 : Number(quality.replace(/^q\s*=\s*/, ''));
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** RFC 9110, 12.5.1. */
function getWeight(mediaType: string, ranges: readonly MediaRange[]): number {
  const [group] = mediaType.split('/', 1);
  for (const name of [mediaType, `${group}/*`, '*/*']) {
    const range = ranges.find(({ type }) => type === name);
    if (range) return range.weight;
  }
  return 0;
}

/** JSON is preferred among equal weights, and is the fallback if no format is acceptable. */
export function negotiateListFormat(accept: string | null | undefined): ListFormat {
  if (!accept || accept === '*/*') return 'json';
  const ranges = accept.split(',').map(readRange);
  const weights = listFormats.map((format) => getWeight(mediaTypes[format], ranges));
  const most = Math.max(...weights);
  return most > 0 ? (listFormats[weights.indexOf(most)] ?? 'json') : 'json';
}

/** Browsers' EventSource accepts nothing else. A stream never ends: a client has to name it, and prefer it to JSON. */
export function acceptsEvents(accept: string | null | undefined): boolean {
  const ranges = accept?.split(',').map(readRange) ?? [];
  const getNamedWeight = (name: string): number => ranges.find(({ type }) => type === name)?.weight ?? 0;
  const weight = getNamedWeight(eventStream);
  return weight > 0 && weight >= getNamedWeight(mediaTypes.json);
}

/** docs/product.md, "Queries". */
const maxPerPage = 100;

const maxPage = 100_000_000;

export const pageParameters = (limit: number) => ({
  page: positiveNumber('page', maxPage).default(1),
  limit: positiveNumber('limit', maxPerPage).default(limit),
});

/** Where a page or a whole list goes on: the order, and the position of an item in it. */
const cursorText = z
  .string()
  .max(200)
  .transform((text, context) => {
    const [sort = '', figure = '', seq = ''] = Buffer.from(text, 'base64url').toString().split(' ');
    const after = {
      sort,
      position: { figure: figure === '' ? Number.POSITIVE_INFINITY : Number(figure), seq: Number(seq) },
    };
    if (seq !== '' && Number.isSafeInteger(after.position.seq) && !Number.isNaN(after.position.figure)) return after;
    context.addIssue({ code: 'custom', message: encodeReason({ code: 'invalid_cursor' }) });
    return z.NEVER;
  });
type Cursor = z.infer<typeof cursorText>;

export const cursorParameter = {
  after: cursorText.optional().meta({
    json: {
      type: 'string',
      maxLength: 200,
      description:
        'Continues behind an item: `pagination.next` of the page before, or the last `cursor` of a whole list. Items that are created or deleted meanwhile move no other item to another page. Not with `page`.',
    },
  }),
};

const createCursor = (sort: string, { figure, seq }: Position): string =>
  Buffer.from(`${sort} ${Number.isFinite(figure) ? figure : ''} ${seq}`).toString('base64url');

/** `limit` may be any number and `page` is not allowed. */
export const pageOrAllParameters = (limit: number) => ({
  page: positiveNumber('page', maxPage).default(1),
  limit: wholeNumber('limit')
    .refine(
      (value) => value >= 1,
      failWith({ code: 'out_of_range', values: { label: 'limit', least: 1, most: maxPerPage } }),
    )
    .optional()
    .meta({
      json: {
        type: 'integer',
        minimum: 1,
        maximum: maxPerPage,
        default: limit,
        description: 'Any number for a whole list; all items if absent.',
      },
    }),
});

export const fieldsParameter = (item: z.ZodObject) =>
  z
    .string()
    .transform((text, context): readonly string[] => {
      const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
      const unknown = names.filter((name) => !Object.hasOwn(item.shape, name));
      if (names.length > 0 && unknown.length === 0) return names;
      const accepted = Object.keys(item.shape).join(', ');
      const reason: Reason =
        unknown.length > 0
          ? { code: 'unknown_fields', values: { unknown: unknown.join(', '), names: accepted } }
          : { code: 'no_fields', values: { names: accepted } };
      context.addIssue({ code: 'custom', message: encodeReason(reason) });
      return z.NEVER;
    })
    .meta({
      json: {
        type: 'string',
        description: 'Comma-separated names of the fields to return.',
        example: Object.keys(item.shape).slice(1, 3).join(),
      },
    });

export const withChosenFields = <Shape extends z.ZodRawShape>(item: z.ZodObject<Shape>, id: string) =>
  item.partial().meta({ id, description: 'All fields, or those named in `fields`.' });

export const pickFields = (item: object, names: readonly string[] | undefined): object =>
  names ? Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))) : item;

/** Its entity tag has the version in any case: an item that was read in part is changed as one that was read whole. */
export const respondWithChosen = (item: { version: number }, names: readonly string[] | undefined): ApiResponse =>
  respondWithData(pickFields(item, names), { version: item.version });

/** RFC 8288, with absolute URLs. */
export function createLinkHeader(
  { url, origin }: { url: URL; origin: string },
  { page, pages }: Pick<Pagination, 'page' | 'pages'>,
  next?: string | null,
): { Link: string } {
  const last = Math.max(1, pages);
  const link = (rel: string, name: 'page' | 'after', to: number | string): string => {
    const search = new URLSearchParams(url.searchParams);
    for (const position of ['page', 'after']) if (position !== name) search.delete(position);
    search.set(name, String(to));
    return `<${origin}${url.pathname}?${search}>; rel="${rel}"`;
  };
  const isAfter = url.searchParams.has('after');
  const links = [
    link('first', 'page', 1),
    ...(page > 1 && !isAfter ? [link('prev', 'page', Math.min(page - 1, last))] : []),
    ...(next
      ? [link('next', 'after', next)]
      : next === undefined && page < last
        ? [link('next', 'page', page + 1)]
        : []),
    link('last', 'page', last),
  ];
  return { Link: links.join(', ') };
}

/** @param next cursor of the next page, null at the end; absent if the list has none */
export function respondWithPage(
  context: { url: URL; origin: string },
  pagination: Pagination,
  data: object,
  { headers = {}, next }: { headers?: Record<string, string>; next?: string | null } = {},
): ApiResponse {
  const { page, pages } = pagination;
  const last = Math.max(1, pages);
  if (page > last && !context.url.searchParams.has('after')) {
    return respondWithError({ kind: 'not-found', code: 'page_beyond_last', values: { last } });
  }
  return respondWithData(
    { ...data, pagination: toPaginationJson(pagination, next) },
    { headers: { ...createLinkHeader(context, { page, pages }, next), ...headers } },
  );
}

/** Every total is counted, none is estimated. */
export const toPaginationJson = (pagination: Pagination, next?: string | null) => ({
  ...pagination,
  totalIsExact: true as const,
  ...(next !== undefined && { next }),
});

type ReadPage = Page<object> & { last?: Position | null; extra?: object };
type Batch = { items: readonly object[]; last?: Position };

type List = {
  name: string;
  item: z.ZodObject;
  perPage: number;
  /** In which the cursors are; absent if the list has none. */
  sort?: string;
  readPage: (page: { page: number; limit: number; position?: Position | undefined }) => ReadPage | Promise<ReadPage>;
  readAll: (after: Position | null) => Iterator<Batch>;
  /** Called before the first row is read, so that a copy misses no change. */
  changes?: () => { path: string; token: string };
};

type RequestedList = { page: number; limit?: number; after?: Cursor; fields?: readonly string[] };

/** Turns of the event loop between two batches. Each begins one request, and takes microseconds if there is none. */
const turnsBetween = 32;

const waitingBatches: (() => void)[] = [];

function runNextBatch(turns: number): void {
  if (turns > 0) {
    setImmediate(runNextBatch, turns - 1);
    return;
  }
  waitingBatches.shift()?.();
  if (waitingBatches.length > 0) setImmediate(runNextBatch, turnsBetween);
}

/** At most one batch is produced in some turns of the event loop, over all streamed lists: other requests run in between. */
export function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    waitingBatches.push(resolve);
    if (waitingBatches.length === 1) setImmediate(runNextBatch, turnsBetween);
  });
}

type Column = readonly [field: string, inner?: string];

function getColumns({ shape }: z.ZodObject, fields: readonly string[]): Column[] {
  return fields.flatMap((field): Column[] => {
    let rule: unknown = shape[field];
    while (rule instanceof z.ZodNullable || rule instanceof z.ZodOptional) rule = rule.unwrap();
    return rule instanceof z.ZodObject ? Object.keys(rule.shape).map((inner) => [field, inner] as const) : [[field]];
  });
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function getCell(item: object, [field, inner]: Column): string {
  const value: unknown = Reflect.get(item, field);
  if (inner === undefined) return formatCell(value);
  return typeof value === 'object' && value !== null ? formatCell(Reflect.get(value, inner)) : '';
}

function createWriter(format: ListFormat, item: z.ZodObject, fields: readonly string[] | undefined) {
  if (format !== 'csv')
    return {
      head: '',
      line: (one: object, cursor: object = {}) => `${JSON.stringify({ ...pickFields(one, fields), ...cursor })}\n`,
    };
  const columns = getColumns(item, fields ?? Object.keys(item.shape));
  return {
    head: formatCsvLine(columns.map((column) => column.join('.'))),
    line: (one: object) => formatCsvLine(columns.map((column) => getCell(one, column))),
  };
}

async function* serializeBatches(
  format: ListFormat,
  { item, sort, readAll }: List,
  { limit = Number.POSITIVE_INFINITY, after, fields }: RequestedList,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const { head, line } = createWriter(format, item, fields);
  if (head) yield Buffer.from(head);
  const portions = readAll(after?.position ?? null);
  for (let missing = limit; missing > 0; ) {
    await waitForTurn();
    if (signal.aborted) return;
    const { done, value } = portions.next();
    if (done) return;
    const items = value.items.slice(0, missing);
    missing -= items.length;
    const { last } = value;
    const isWhole = items.length === value.items.length;
    const cursor = last && sort !== undefined && isWhole ? { cursor: createCursor(sort, last) } : {};
    const lines = items.map((one, at) => line(one, at === items.length - 1 ? cursor : {}));
    if (items.length > 0) yield Buffer.from(lines.join(''));
  }
}

const varyHeader = { Vary: 'Accept' } as const;

function respondWithAll(
  context: EndpointContext,
  format: 'ndjson' | 'csv',
  list: List,
  requested: RequestedList,
): ApiResponse {
  if (requested.page !== 1) {
    return respondWithError(rejectParameters({ page: { code: 'page_of_whole_list' } }).error);
  }
  const changes = list.changes?.();
  const headers = {
    ...varyHeader,
    ...(changes && {
      'X-Changes-Token': changes.token,
      Link: `<${context.origin}${changes.path}?since=${changes.token}>; rel="changes"`,
    }),
    'Content-Type': format === 'csv' ? csvType : 'application/x-ndjson; charset=utf-8',
    ...(format === 'csv' && { 'Content-Disposition': `attachment; filename="${list.name}.csv"` }),
  };
  return new StreamedResponse((signal) => serializeBatches(format, list, requested, signal), { headers });
}

async function respondWithListPage(
  context: EndpointContext,
  list: List,
  { page, limit = list.perPage, after, fields }: RequestedList,
): Promise<ApiResponse> {
  if (limit > maxPerPage) {
    return respondWithError(
      rejectParameters({
        limit: { code: 'out_of_range', values: { label: 'limit', least: 1, most: maxPerPage } },
      }).error,
    );
  }
  const { items, pagination, last, extra } = await list.readPage({ page, limit, position: after?.position });
  const { sort } = list;
  return respondWithPage(
    context,
    pagination,
    { [list.name]: items.map((item) => pickFields(item, fields)), ...extra },
    {
      headers: varyHeader,
      ...(sort !== undefined && { next: last ? createCursor(sort, last) : null }),
    },
  );
}

/**
 * The whole list is a stream, line by line as JSON or as CSV (RFC 4180), in which each field of an object has its own
 * column and lists of words are joined by semicolons.
 */
export function respondWithList(
  context: EndpointContext,
  list: List,
  requested: RequestedList,
): ApiResponse | Promise<ApiResponse> {
  const { after, page } = requested;
  if (after && after.sort !== list.sort) {
    return respondWithError(rejectParameters({ after: { code: 'invalid_cursor' } }).error);
  }
  if (after && page !== 1) {
    return respondWithError(rejectParameters({ page: { code: 'page_with_cursor' } }).error);
  }
  const format = negotiateListFormat(context.request.headers.get('Accept'));
  return format === 'json'
    ? respondWithListPage(context, list, requested)
    : respondWithAll(context, format, list, requested);
}
