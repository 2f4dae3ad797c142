import { z } from 'zod';
import type { PageOf } from '~/domain/pagination';
import { acceptedForm, type ListForm } from '~/http/accepted-form';
import type { ApiAnswer } from '~/http/json-answer';
import { StreamedAnswer } from '~/http/streamed-answer';
import { sendData, sendProblem } from './api-answer.server';
import { malformedParameters } from './call-query.server';
import { pickFields } from './chosen-fields';
import { csvLine, csvType } from './csv';
import type { Call } from './json-door.server';
import { pageLinks } from './page-links';
import { mostPerPage } from './query-rules';

/** A page, and what is told beside it. */
type ReadPage = PageOf<object> & { besides?: object };

/** A list that comes page by page, or as a whole. */
type List = {
  /** What its items are called together: their field in the envelope, and the file they make. */
  name: string;
  /** The rules of one item: what columns a table of them has. */
  item: z.ZodObject;
  /** Items of a page when nobody has said. */
  perPage: number;
  readPage: (page: { page: number; limit: number }) => ReadPage | Promise<ReadPage>;
  /** All items in their order, a few at a time, each few made when they are asked for. */
  readAll: () => Iterator<readonly object[]>;
  /**
   * Where the changes of the list are read, for a copy that is kept current; absent: they are not followed. It is asked
   * before the first row is read, so that no change falls between the copy and what follows it.
   */
  changes?: () => { path: string; token: string };
};

/** What a query says of the list itself; `limit` and `fields` absent: all. */
type Asked = { page: number; limit?: number; fields?: readonly string[] };

const waiting: (() => void)[] = [];

function callNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(callNext);
}

/**
 * One portion is made in a turn of the event loop, however many lists are on their way: everything else goes between.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(callNext);
  });
}

/** The field of a record, and where that is a record itself, the field in it. */
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

/** How items are written: what stands above them all, and each in its line. */
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
  { limit = Number.POSITIVE_INFINITY, fields }: Asked,
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

/** Stands on every answer of a list that comes in several forms. */
const variesByForm = { Vary: 'Accept' } as const;

function sendAll(call: Call, form: 'ndjson' | 'csv', list: List, asked: Asked): ApiAnswer {
  if (asked.page !== 1) {
    return sendProblem(malformedParameters({ page: 'page is not possible where the whole list is asked for' }).problem);
  }
  const changes = list.changes?.();
  const headers = {
    ...variesByForm,
    ...(changes && {
      'X-Changes-Token': changes.token,
      Link: `<${call.origin}${changes.path}?since=${changes.token}>; rel="changes"`,
    }),
    'Content-Type': form === 'csv' ? csvType : 'application/x-ndjson; charset=utf-8',
    ...(form === 'csv' && { 'Content-Disposition': `attachment; filename="${list.name}.csv"` }),
  };
  return new StreamedAnswer((left) => pieces(form, list, asked, left), { headers });
}

async function sendPage(call: Call, list: List, { page, limit = list.perPage, fields }: Asked): Promise<ApiAnswer> {
  if (limit > mostPerPage) {
    return sendProblem(malformedParameters({ limit: `limit must be from 1 to ${mostPerPage}` }).problem);
  }
  const { items, pagination, besides } = await list.readPage({ page, limit });
  return sendData(
    { [list.name]: items.map((item) => pickFields(item, fields)), pagination, ...besides },
    { headers: { ...pageLinks(call, pagination), ...variesByForm } },
  );
}

/**
 * Answers a list in the form that `Accept` asks for most: a page of it in the envelope; or all of it as a stream, line
 * by line as JSON (`application/x-ndjson`) or as a table (RFC 4180), in which a field of a record has a column of its
 * own and a list of words stands in one, with semicolons.
 */
export function sendList(call: Call, list: List, asked: Asked): ApiAnswer | Promise<ApiAnswer> {
  const form = acceptedForm(call.request.headers.get('Accept'));
  return form === 'json' ? sendPage(call, list, asked) : sendAll(call, form, list, asked);
}
