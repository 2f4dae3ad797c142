import { z } from 'zod';
import { encodeReason, type Reason } from '~/domain/shared/result';
import { failWith } from '~/domain/shared/fields.server';
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
type ListFormat = keyof typeof mediaTypes;

const listFormats = ['json', 'ndjson', 'csv'] as const satisfies readonly ListFormat[];

type MediaRange = { type: string; weight: number };

function readRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const given = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const weight = given === undefined ? 1 : Number(given.replace(/^q\s*=\s*/, ''));
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

/** docs/product.md, "Queries". */
const maxPerPage = 100;

const maxPage = 100_000_000;

export const pageParameters = (limit: number) => ({
  page: positiveNumber('page', maxPage).default(1),
  limit: positiveNumber('limit', maxPerPage).default(limit),
});

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

/** RFC 8288, with absolute URLs. */
export function createLinkHeader(
  { url, origin }: { url: URL; origin: string },
  { page, pages }: Pick<Pagination, 'page' | 'pages'>,
): { Link: string } {
  const last = Math.max(1, pages);
  const link = (rel: string, to: number): string => {
    const search = new URLSearchParams(url.searchParams);
    search.set('page', String(to));
    return `<${origin}${url.pathname}?${search}>; rel="${rel}"`;
  };
  const links = [
    link('first', 1),
    ...(page > 1 ? [link('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ];
  return { Link: links.join(', ') };
}

export function respondWithPage(
  context: { url: URL; origin: string },
  { page, pages }: Pagination,
  data: object,
  headers: Record<string, string> = {},
): ApiResponse {
  const last = Math.max(1, pages);
  if (page > last) return respondWithError({ kind: 'not-found', code: 'page_beyond_last', values: { last } });
  return respondWithData(data, { headers: { ...createLinkHeader(context, { page, pages }), ...headers } });
}

type ReadPage = Page<object> & { extra?: object };

type List = {
  name: string;
  item: z.ZodObject;
  perPage: number;
  readPage: (page: { page: number; limit: number }) => ReadPage | Promise<ReadPage>;
  readAll: () => Iterator<readonly object[]>;
  /** Called before the first row is read, so that a copy misses no change. */
  changes?: () => { path: string; token: string };
};

type RequestedList = { page: number; limit?: number; fields?: readonly string[] };

/** Turns of the event loop between two batches. Each accepts one connection, and takes microseconds if there is none. */
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
function waitForTurn(): Promise<void> {
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
  if (format !== 'csv') return { head: '', line: (one: object) => `${JSON.stringify(pickFields(one, fields))}\n` };
  const columns = getColumns(item, fields ?? Object.keys(item.shape));
  return {
    head: formatCsvLine(columns.map((column) => column.join('.'))),
    line: (one: object) => formatCsvLine(columns.map((column) => getCell(one, column))),
  };
}

async function* serializeBatches(
  format: ListFormat,
  { item, readAll }: List,
  { limit = Number.POSITIVE_INFINITY, fields }: RequestedList,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const { head, line } = createWriter(format, item, fields);
  if (head) yield Buffer.from(head);
  const portions = readAll();
  for (let missing = limit; missing > 0; ) {
    await waitForTurn();
    if (signal.aborted) return;
    const { done, value } = portions.next();
    if (done) return;
    const items = value.slice(0, missing);
    missing -= items.length;
    if (items.length > 0) yield Buffer.from(items.map(line).join(''));
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
  { page, limit = list.perPage, fields }: RequestedList,
): Promise<ApiResponse> {
  if (limit > maxPerPage) {
    return respondWithError(
      rejectParameters({
        limit: { code: 'out_of_range', values: { label: 'limit', least: 1, most: maxPerPage } },
      }).error,
    );
  }
  const { items, pagination, extra } = await list.readPage({ page, limit });
  return respondWithPage(
    context,
    pagination,
    { [list.name]: items.map((item) => pickFields(item, fields)), pagination, ...extra },
    varyHeader,
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
  const format = negotiateListFormat(context.request.headers.get('Accept'));
  return format === 'json'
    ? respondWithListPage(context, list, requested)
    : respondWithAll(context, format, list, requested);
}
