import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  type AppError,
  type ErrorCode,
  type FieldErrors,
  formatFieldErrors,
  formatReason,
  type Reason,
  type Result,
} from '~/domain/shared/result';
import { getStatus } from '~/http/responses.server';
import { paths } from '~/paths';

type HeaderValues = Record<string, string>;

export type ApiError =
  | AppError
  | (Reason & { kind: 'malformed'; errors?: FieldErrors })
  | (Reason & { kind: 'unsupported'; accepts: HeaderValues });

export type ApiResult<Value> = { ok: true; value: Value } | { ok: false; error: ApiError };

/** As text, because reading a short text back from the stream of a `Response` takes longer than producing it. */
export class JsonResponse {
  readonly headers: Headers;

  constructor(
    readonly status: number,
    readonly text: string,
    headers: HeadersInit,
  ) {
    this.headers = new Headers(headers);
  }

  toResponse(): Response {
    return new Response(this.text, { status: this.status, headers: this.headers });
  }
}

/**
 * A response too long for memory: the server pulls it piece by piece, as fast as the client reads. An unused response
 * can be discarded, because nothing is produced before the first pull.
 */
export class StreamedResponse extends Response {
  /** Identifies the class to the server, which may have loaded another copy of it. */
  readonly isStreamed = true;

  /** `pieces` checks the signal during long work, in case the client has disconnected. */
  constructor(pieces: (left: AbortSignal) => AsyncGenerator<Uint8Array>, init: ResponseInit) {
    const left = new AbortController();
    const made = pieces(left.signal);
    super(
      new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const { done, value } = await made.next();
            if (done) controller.close();
            else controller.enqueue(value);
          },
          async cancel() {
            left.abort();
            await made.return(undefined);
          },
        },
        { highWaterMark: 0 },
      ),
      init,
    );
  }
}

/** A file that never changes. The server, which knows the requested range, opens it; the body is for others. */
export class FileResponse extends StreamedResponse {
  /** @param headers with a strong `ETag` */
  constructor(
    readonly file: { path: string; bytes: number },
    headers: HeaderValues,
  ) {
    super(
      async function* () {
        for await (const piece of createReadStream(file.path)) yield piece;
      },
      { headers: { ...headers, 'Content-Length': String(file.bytes) } },
    );
  }
}

export type ApiResponse = JsonResponse | FileResponse | StreamedResponse | Response;

/**
 * `ETag` of an API item: its version, which `If-Match` compares, and a digest of the body, which `If-None-Match`
 * compares too. Weak, because the same item is sent in several encodings.
 */
function createItemTag(version: number, body: string): string {
  return `W/"${version}-${hash('sha256', body, 'base64url').slice(0, 16)}"`;
}

/**
 * Other data, such as the average rating, may have changed, but an update cannot overwrite that. Therefore weak tags
 * match here, unlike in RFC 9110 (13.1.1).
 */
export function isVersionMatch(header: string, version: number): boolean {
  return header.split(',').some((tag) => {
    const [, named] = /^\s*(?:W\/)?"(\d+)(?:-[^"]*)?"\s*$/.exec(tag) ?? [];
    return tag.trim() === '*' || named === String(version);
  });
}

function createEnvelope(status: number, body: object, headers?: HeaderValues, version?: number): JsonResponse {
  const text = JSON.stringify(body);
  return new JsonResponse(status, text, {
    'Content-Type': 'application/json; charset=utf-8',
    ...(version !== undefined && { ETag: createItemTag(version, text) }),
    ...headers,
  });
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const findVersion = (data: unknown): number | undefined =>
  isRecord(data) && typeof data.version === 'number' ? data.version : undefined;

type DataOptions = { status?: 200 | 201 | 503; message?: string; headers?: HeaderValues; version?: number };

/** The envelope of docs/product.md, "Envelope". An item has the entity tag for `If-Match`. */
export function respondWithData(
  data: unknown,
  { status = 200, message, headers, version = findVersion(data) }: DataOptions = {},
): JsonResponse {
  const success = status < 400;
  return createEnvelope(
    status,
    message === undefined ? { success, data } : { success, message, data },
    headers,
    version,
  );
}

type BodyNotes = {
  ignoredFields: readonly string[];
  warnings: Readonly<Record<string, string>>;
};

export function addBodyNotes(response: ApiResponse, { ignoredFields, warnings }: BodyNotes): ApiResponse {
  const notes = {
    ...(ignoredFields.length > 0 && { ignored: ignoredFields }),
    ...(Object.keys(warnings).length > 0 && { warnings }),
  };
  if (Object.keys(notes).length === 0 || response.status >= 300 || response instanceof Response) return response;
  return addMembers(response, notes);
}

export const addRequestId = (response: ApiResponse, requestId: string | undefined): ApiResponse =>
  requestId === undefined || response.status < 400 || response instanceof Response
    ? response
    : addMembers(response, { requestId });

function addMembers({ status, text, headers }: JsonResponse, members: object): JsonResponse {
  return new JsonResponse(status, `${text.slice(0, -1)},${JSON.stringify(members).slice(1)}`, headers);
}

type ErrorBody = {
  success: false;
  code: ErrorCode;
  message: string;
  errors?: Record<string, string>;
  codes?: Record<string, ErrorCode>;
  docs: string;
  requestId?: string;
};

/** The envelope of an error (docs/product.md, "Envelope"). A field with several reasons has the code of the first. */
export function createErrorBody(reason: Reason, fieldErrors: FieldErrors = {}, requestId?: string): ErrorBody {
  const { code } = reason;
  const codes = Object.entries(fieldErrors).flatMap(([field, reasons]): [string, ErrorCode][] => {
    const first = 'code' in reasons ? reasons : reasons[0];
    return first ? [[field, first.code]] : [];
  });
  return {
    success: false,
    code,
    message: formatReason(reason),
    ...(codes.length > 0 && { errors: formatFieldErrors(fieldErrors), codes: Object.fromEntries(codes) }),
    docs: paths.apiErrors(code),
    ...(requestId && { requestId }),
  };
}

export const respondWithStatus = (
  status: number,
  reason: Reason,
  fieldErrors: FieldErrors = {},
  headers?: HeaderValues,
): JsonResponse => createEnvelope(status, createErrorBody(reason, fieldErrors), headers);

function getErrorStatus(error: ApiError): number {
  if (error.kind === 'malformed') return 400;
  return error.kind === 'unsupported' ? 415 : getStatus(error);
}

function getHeaders(error: ApiError): HeaderValues | undefined {
  if (error.kind === 'unauthenticated') {
    return { 'WWW-Authenticate': error.code === 'invalid_token' ? 'Bearer error="invalid_token"' : 'Bearer' };
  }
  if (error.kind === 'unsupported') return error.accepts;
  if ('retryAfterSeconds' in error) return { 'Retry-After': String(error.retryAfterSeconds) };
  return undefined;
}

export function respondWithError(error: ApiError): JsonResponse {
  const errors = 'errors' in error ? error.errors : undefined;
  return respondWithStatus(getErrorStatus(error), error, errors, getHeaders(error));
}

export const respondWithItem = <Item>(
  result: Result<Item>,
  toJson: (item: Item) => object,
  sent?: DataOptions,
): ApiResponse => (result.ok ? respondWithData(toJson(result.value), sent) : respondWithError(result.error));

export const respondWithCreated = <Item extends { id: string }>(
  result: Result<Item>,
  toJson: (item: Item) => object,
  collection: string,
  message: string,
): ApiResponse =>
  result.ok
    ? respondWithData(toJson(result.value), {
        status: 201,
        message,
        headers: { Location: `${collection}/${result.value.id}` },
      })
    : respondWithError(result.error);

export const respondWithDeleted = (result: Result<{ id: string }>, message: string): ApiResponse =>
  result.ok
    ? respondWithData({ _id: result.value.id, id: result.value.id }, { message })
    : respondWithError(result.error);

export const rejectParameters = (errors: Record<string, Reason>): { ok: false; error: ApiError } => ({
  ok: false,
  error: { kind: 'malformed', code: 'invalid_parameters', errors },
});
