import { z } from 'zod';
import type { PageOf } from '~/domain/shared/pagination';
import { csvLine, csvType } from '~/http/csv';
import { acceptedForm, type ListForm } from '~/http/request-headers';
import { type ApiResponse, StreamedResponse } from '~/http/responses.server';
import type { EndpointContext } from './define-endpoint.server';
import { mostPerPage, pageLinks, pickFields } from './query-rules';
import { malformedParameters } from './request-query.server';
import { sendData, sendError } from './respond.server';

/** A page of items, with additional fields of its response. */
type ReadPage = PageOf<object> & { besides?: object };

/** A list that is available page by page or as a whole. */
type List = {
  /** Plural name of the items: the field in the envelope and the file name of a download. */
  name: string;
  /** Schema of an item, which determines the columns of a table. */
  item: z.ZodObject;
  /** Default page size. */
  perPage: number;
  readPage: (page: { page: number; limit: number }) => ReadPage | Promise<ReadPage>;
  /** Iterates over all items in order, in small batches that are read when they are requested. */
  readAll: () => Iterator<readonly object[]>;
  /**
   * Where a copy of the list can follow its changes; absent if changes are not tracked. Called before the first row is
   * read, so that no change is missed between the copy and its updates.
   */
  changes?: () => { path: string; token: string };
};

/** Query parameters of the list; `limit` and `fields` absent for all. */
type RequestedList = { page: number; limit?: number; fields?: readonly string[] };

const waiting: (() => void)[] = [];

function callNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(callNext);
}

/**
 * Only one batch is produced per turn of the event loop, however many lists are being streamed, so that other requests
 * run in between.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(callNext);
  });
}

/** A field of an item or, if that is an object itself, a field within it. */
type Column = readonly [field: string, inner?: string];

function columnsOf({ shape }: z.ZodObject, fields: readonly string[]): Column[] {
  return fields.flatMap((field): Column[] => {
    let rule: unknown = shape[field];
    while (rule instanceof z.ZodNullable || rule instanceof z.ZodOptional) rule = rule.unwrap();
    return rule instanceof z.ZodObject ? Object.keys(rule.shape).map((inner) => [field, inner] as const) : [[field]];
  });
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function cell(item: object, [field, inner]: Column): string {
  const value: unknown = Reflect.get(item, field);
  if (inner === undefined) return cellOf(value);
  return typeof value === 'object' && value !== null ? cellOf(Reflect.get(value, inner)) : '';
}

/** Serializer of a list: its header line and the line of each item. */
function writerOf(form: ListForm, item: z.ZodObject, fields: readonly string[] | undefined) {
  if (form !== 'csv') return { head: '', line: (one: object) => `${JSON.stringify(pickFields(one, fields))}\n` };
  const columns = columnsOf(item, fields ?? Object.keys(item.shape));
  return {
    head: csvLine(columns.map((column) => column.join('.'))),
    line: (one: object) => csvLine(columns.map((column) => cell(one, column))),
  };
}

async function* pieces(
  form: ListForm,
  { item, readAll }: List,
  { limit = Number.POSITIVE_INFINITY, fields }: RequestedList,
  left: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const { head, line } = writerOf(form, item, fields);
  if (head) yield Buffer.from(head);
  const portions = readAll();
  for (let missing = limit; missing > 0; ) {
    await nextTurn();
    if (left.aborted) return;
    const { done, value } = portions.next();
    if (done) return;
    const items = value.slice(0, missing);
    missing -= items.length;
    if (items.length > 0) yield Buffer.from(items.map(line).join(''));
  }
}

/** Header of every response of a list that is available in several formats. */
const variesByForm = { Vary: 'Accept' } as const;

function sendAll(context: EndpointContext, form: 'ndjson' | 'csv', list: List, requested: RequestedList): ApiResponse {
  if (requested.page !== 1) {
    return sendError(malformedParameters({ page: 'page is not possible where the whole list is asked for' }).error);
  }
  const changes = list.changes?.();
  const headers = {
    ...variesByForm,
    ...(changes && {
      'X-Changes-Token': changes.token,
      Link: `<${context.origin}${changes.path}?since=${changes.token}>; rel="changes"`,
    }),
    'Content-Type': form === 'csv' ? csvType : 'application/x-ndjson; charset=utf-8',
    ...(form === 'csv' && { 'Content-Disposition': `attachment; filename="${list.name}.csv"` }),
  };
  return new StreamedResponse((left) => pieces(form, list, requested, left), { headers });
}

async function sendPage(
  context: EndpointContext,
  list: List,
  { page, limit = list.perPage, fields }: RequestedList,
): Promise<ApiResponse> {
  if (limit > mostPerPage) {
    return sendError(malformedParameters({ limit: `limit must be from 1 to ${mostPerPage}` }).error);
  }
  const { items, pagination, besides } = await list.readPage({ page, limit });
  return sendData(
    { [list.name]: items.map((item) => pickFields(item, fields)), pagination, ...besides },
    { headers: { ...pageLinks(context, pagination), ...variesByForm } },
  );
}

/**
 * Responds with a list in the format preferred by `Accept`: a page of it in the envelope; or all of it as a stream,
 * line by line as JSON (`application/x-ndjson`) or as a table (RFC 4180), in which each field of an object has its own
 * column and a list of words is joined by semicolons.
 */
export function sendList(
  context: EndpointContext,
  list: List,
  requested: RequestedList,
): ApiResponse | Promise<ApiResponse> {
  const form = acceptedForm(context.request.headers.get('Accept'));
  return form === 'json' ? sendPage(context, list, requested) : sendAll(context, form, list, requested);
}
