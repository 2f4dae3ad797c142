import type { paths } from 'api-types';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<Path extends keyof paths, M extends Method> = M extends keyof paths[Path] ? paths[Path][M] : never;
/** The paths that have a method. */
export type PathsWith<M extends Method> = {
  [Path in keyof paths]: Operation<Path, M> extends { responses: object } ? Path : never;
}[keyof paths];

type QueryOf<O> = O extends { parameters: { query?: infer Query } } ? Query : never;
type Parameters<O> = O extends { parameters: { path: infer Names extends object } }
  ? { params: { path: Names; query?: QueryOf<O> } }
  : { params?: { query?: QueryOf<O> } };
type JsonOf<Content> = Content extends { 'application/json': infer Json } ? Json : never;
type Body<O> = O extends { requestBody: { content: infer Content } }
  ? {
      body:
        | JsonOf<Content>
        | (Content extends { 'multipart/form-data': unknown } ? FormData : never)
        | (Content extends { 'application/x-ndjson': unknown } ? string : never);
    }
  : { body?: undefined };

export type CallOptions = {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Of a write. Absent: a random one, the same for each attempt. */
  idempotencyKey?: string;
};
export type Call<O> = Parameters<O> & Body<O> & CallOptions;

type Success<O> = O extends { responses: infer Responses }
  ? { [Status in keyof Responses & (200 | 201)]: Responses[Status] }[keyof Responses & (200 | 201)]
  : never;
type DataIn<Response> = Response extends { content: infer Content }
  ? Content extends { 'application/json': infer Json }
    ? Json extends { data: infer Data }
      ? Data
      : never
    : string
  : never;
/** What a call returns: `data` of the envelope; the text of a response in lines. */
export type Data<Path extends PathsWith<M>, M extends Method> = DataIn<Success<Operation<Path, M>>>;

type Pagination = { page: number; pages: number; next?: string | null };
/** The lists that have pages. */
export type PathsWithPages = {
  [Path in PathsWith<'get'>]: Data<Path, 'get'> extends { pagination: Pagination } ? Path : never;
}[PathsWith<'get'>];

/** An answer other than a success. Compare `code`; `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** A sentence for each invalid field, and its code. */
  readonly errors: Readonly<Record<string, string>>;
  readonly codes: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  /** In seconds. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    facts: Pick<ApiError, 'status' | 'code' | 'errors' | 'codes' | 'requestId' | 'retryAfter'>,
  ) {
    super(message);
    this.status = facts.status;
    this.code = facts.code;
    this.errors = facts.errors;
    this.codes = facts.codes;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
  }
}

export type ClientOptions = {
  /** Of the site, with `/api`. */
  baseUrl: string;
  token?: string;
  headers?: Record<string, string>;
  /** After the first attempt; 3 by default. */
  retries?: number;
  /** Seconds of `Retry-After` up to which a call is repeated; 60 by default. */
  longestWait?: number;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Called with each answer, those that are repeated too. */
  onResponse?: (method: string, path: string, response: Response) => void;
};

type Names = { path?: unknown; query?: unknown };
type Envelope = { data?: unknown; code?: unknown; message?: unknown; errors?: unknown; codes?: unknown };
const isRecord = (value: unknown): value is Record<string, unknown> & Envelope & Names =>
  typeof value === 'object' && value !== null;

function readTexts(value: unknown): Record<string, string> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]));
}

function readRetryAfter({ headers }: Response): number | null {
  const stated = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(stated) && stated >= 0 ? stated : null;
}

async function createError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const stated: Envelope = isRecord(body) ? body : {};
  return new ApiError(typeof stated.message === 'string' ? stated.message : `The site answered ${response.status}.`, {
    status: response.status,
    code: typeof stated.code === 'string' ? stated.code : 'unknown',
    errors: readTexts(stated.errors),
    codes: readTexts(stated.codes),
    requestId: response.headers.get('X-Request-Id'),
    retryAfter: readRetryAfter(response),
  });
}

function buildUrl(baseUrl: string, path: string, params: unknown): string {
  const { path: names, query }: Names = isRecord(params) ? params : {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(isRecord(names) ? String(names[name]) : ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of isRecord(query) ? Object.entries(query) : [])
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one));
  return `${baseUrl.replace(/\/$/, '')}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

function waitFor(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

type AnyCall = CallOptions & { params?: unknown; body?: unknown };

/**
 * A write is sent with an idempotency key, so that it can be repeated: after a broken connection, and after an answer
 * of 429, 502, 503 or 504, or of 409 with `Retry-After`, as long as that is at most `longestWait`.
 */
export function createClient({
  baseUrl,
  token,
  headers: common = {},
  retries = 3,
  longestWait = 60,
  fetch: send = (url, init) => fetch(url, init),
  onResponse,
}: ClientOptions) {
  async function request(method: string, path: string, call: AnyCall = {}): Promise<unknown> {
    const { params, body, headers, signal, idempotencyKey } = call;
    const sent = new Headers({ ...common, ...headers });
    if (token !== undefined) sent.set('Authorization', `Bearer ${token}`);
    if (method !== 'GET') sent.set('Idempotency-Key', idempotencyKey ?? crypto.randomUUID());
    const isJson = isRecord(body) && !(body instanceof FormData);
    if (typeof body === 'string') sent.set('Content-Type', 'application/x-ndjson');
    else if (isJson) sent.set('Content-Type', 'application/json');
    const init: RequestInit = {
      method,
      headers: sent,
      ...(signal && { signal }),
      ...(isJson ? { body: JSON.stringify(body) } : (typeof body === 'string' || body instanceof FormData) && { body }),
    };
    const url = buildUrl(baseUrl, path, params);
    for (let attempt = 0; ; attempt += 1) {
      const usual = 0.5 * 2 ** attempt * (0.5 + Math.random() / 2);
      let response: Response;
      let text = '';
      try {
        response = await send(url, init);
        // An answer that is cut off is as good as none.
        if (response.ok) text = await response.text();
      } catch (error) {
        if (attempt >= retries || signal?.aborted) throw error;
        await waitFor(usual, signal);
        continue;
      }
      onResponse?.(method, path, response);
      if (response.ok) {
        if (!response.headers.get('Content-Type')?.startsWith('application/json')) return text;
        const answer: unknown = JSON.parse(text);
        return isRecord(answer) ? answer.data : answer;
      }
      const error = await createError(response);
      const isTemporary =
        [429, 502, 503, 504].includes(error.status) || (error.status === 409 && error.retryAfter !== null);
      const seconds = error.retryAfter ?? usual;
      if (!isTemporary || attempt >= retries || seconds > longestWait) throw error;
      await waitFor(seconds, signal);
    }
  }

  /** The call may be left out where nothing in it is required. */
  type Rest<O> = Record<string, never> extends Call<O> ? [call?: Call<O>] : [call: Call<O>];
  const createMethod =
    <M extends Method>(method: M) =>
    async <Path extends PathsWith<M>>(path: Path, ...[call]: Rest<Operation<Path, M>>): Promise<Data<Path, M>> =>
      // By the document of the site that this file is from.
      (await request(method.toUpperCase(), path, call)) as Data<Path, M>;

  /**
   * The pages of a list, from the first or the one that `call` names to the last: by cursor where the list has one, so
   * that nothing is missed or returned twice while others write.
   */
  async function* pages<Path extends PathsWithPages>(
    path: Path,
    ...[call]: Rest<Operation<Path, 'get'>>
  ): AsyncGenerator<Data<Path, 'get'>, void> {
    const params: Names = isRecord(call?.params) ? call.params : {};
    let query: Record<string, unknown> & { page?: unknown } = isRecord(params.query) ? params.query : {};
    for (;;) {
      let data: unknown;
      try {
        data = await request('GET', path, { ...call, params: { ...params, query } });
      } catch (error) {
        // The list has become shorter while it was read.
        if (error instanceof ApiError && error.code === 'page_beyond_last' && query.page !== undefined) return;
        throw error;
      }
      yield data as Data<Path, 'get'>;
      // By the document, as the type of `path` says.
      const { next, page, pages } = (data as { pagination: Pagination }).pagination;
      const { page: _page, ...rest } = query;
      if (next) query = { ...rest, after: next };
      else if (next === undefined && page < pages) query = { ...rest, page: page + 1 };
      else return;
    }
  }

  return {
    pages,
    GET: createMethod('get'),
    POST: createMethod('post'),
    PUT: createMethod('put'),
    PATCH: createMethod('patch'),
    DELETE: createMethod('delete'),
  };
}
