import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isRecord } from '~/domain/shared/json';
import { type BodyAllowance, nextBodyTurn } from '~/http/body-budget.server';
import type { EndpointContext } from './define-endpoint.server';
import { JsonBodyScanner, plainBytesMaximum, type ScanFailure } from './json-body-scanner';
import { shortened } from './query-parameters.server';
import type { ApiError, ApiResult } from './respond.server';

/** Maximum body size in bytes of requests that may contain images as data URLs (docs/product.md, "Sizes"). */
const maxBytesWithImages = 24 * 1024 * 1024;

const reject = (error: ApiError): { ok: false; error: ApiError } => ({ ok: false, error });
const tooLarge = reject({ kind: 'too-large', message: 'The request is too large.' });
const notJson = reject({ kind: 'malformed', message: 'The body is not valid JSON.' });
const notAnObject = reject({ kind: 'malformed', message: 'The body must be a JSON object.' });
const tooDeep = reject({ kind: 'malformed', message: 'The body is nested too deeply.' });
/** Supported content type, reported with a 415 (RFC 9110, 12.5.1). */
const accepts = { Accept: 'application/json' };
const unsupported = reject({ kind: 'unsupported', message: 'Send the body as application/json.', accepts });
const notInUtf8 = reject({ kind: 'unsupported', message: 'Send the body in UTF-8.', accepts });

const failures: Readonly<Record<ScanFailure, typeof tooLarge>> = {
  malformed: notJson,
  'too-deep': tooDeep,
  'too-large': tooLarge,
};

/** Bodies are scanned in pieces of this size, between which other requests run. */
const pieceBytes = 32 * 1024;

/** @returns the reason to reject the body without reading the rest */
async function scan(
  request: Request,
  scanner: JsonBodyScanner,
  most: number,
  allowance: BodyAllowance | null,
): Promise<ScanFailure | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > most) return 'too-large';
  if (!request.body) return null;
  const reader = request.body.getReader();
  let failure: ScanFailure | null = null;
  let length = 0;
  let imageBytes = 0;
  while (failure === null) {
    const { done, value } = await reader.read();
    if (done) return null;
    length += value.length;
    if (length > most) failure = 'too-large';
    for (let at = 0; failure === null && at < value.length; at += pieceBytes) {
      failure = scanner.write(Buffer.from(value.buffer, value.byteOffset, value.length).subarray(at, at + pieceBytes));
      allowance?.change(scanner.imageBytes - imageBytes);
      imageBytes = scanner.imageBytes;
      if (length > pieceBytes) await nextBodyTurn();
    }
  }
  await reader.cancel().catch(() => undefined);
  return failure;
}

/** Options for a body that may contain images. */
type ImagesOptions = {
  /** Memory accounting of decoded images; null to disable it. */
  allowance: BodyAllowance | null;
};

/**
 * Reads the body of an API request as a JSON object in UTF-8.
 *
 * @param images if images are allowed: long strings in the array `images` are returned as a `DataString` each, and do
 *   not count towards the size limit
 * @returns the object; or the error `unsupported` for another content type, `too-large` or `malformed`
 */
export async function readJsonBody(
  request: Request,
  images: ImagesOptions | null = null,
): Promise<ApiResult<Record<string, unknown>>> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return unsupported;
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(type) ?? [];
  if (!/^utf-?8$/i.test(charset)) return notInUtf8;
  const scanner = new JsonBodyScanner(images ? {} : { longString: plainBytesMaximum });
  const most = images ? maxBytesWithImages : plainBytesMaximum;
  const failure = await scan(request, scanner, most, images?.allowance ?? null);
  if (failure) return failures[failure];
  const scanned = scanner.finish();
  if (!scanned.ok) return failures[scanned.failure];
  return isRecord(scanned.value) ? { ok: true, value: scanned.value } : notAnObject;
}

/** Maximum number of ignored fields listed in a response, and characters of each: bounds its size. */
const listed = { most: 100, longest: 60 };

/** Unwraps a schema to its object schema; null if it is not an object. */
function objectIn(schema: unknown): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return objectIn(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return objectIn(schema.in) ?? objectIn(schema.out);
  if (schema instanceof z.ZodUnion) return schema.options.map(objectIn).find((object) => object !== null) ?? null;
  return null;
}

function* unknownIn(body: Record<string, unknown>, schema: unknown, prefix: string): Generator<string> {
  const object = objectIn(schema);
  if (!object) return;
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(object.shape, name)) yield prefix + name;
    else if (isRecord(value)) yield* unknownIn(value, object.shape[name], `${prefix}${name}.`);
  }
}

/** @returns names in the order of the body, dotted for nested fields; at most 100 */
function ignoredFields(body: Record<string, unknown>, schema: z.ZodType): string[] {
  const ignored: string[] = [];
  for (const name of unknownIn(body, schema, '')) {
    if (ignored.length === listed.most) break;
    ignored.push(shortened(name, listed.longest));
  }
  return ignored;
}

/**
 * Records the body fields that the endpoint does not know or allow to change. A successful response lists their names,
 * never their values.
 */
export function recordIgnoredFields(context: EndpointContext, body: Record<string, unknown>): void {
  if (context.bodySchema) context.ignored = ignoredFields(body, context.bodySchema);
}

/**
 * Reduces an update to the fields that differ from the current representation of the item. A field that is sent back as
 * it was read is not an update, even in another representation: labels beside numbers, photo URLs, a date that has
 * passed since. `version` is kept, to be compared in the transaction.
 *
 * @param shown the item as GET returns it to the same client
 */
function changedFields(
  body: Record<string, unknown>,
  shown: Readonly<Record<string, unknown>>,
  schema: z.ZodType | null,
): Record<string, unknown> {
  const object = objectIn(schema);
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const current = Object.hasOwn(shown, name) ? shown[name] : undefined;
    if (name !== 'version' && isDeepStrictEqual(value, current)) continue;
    const inner = objectIn(object?.shape[name]);
    if (inner === null || !isRecord(value) || !isRecord(current)) {
      changed[name] = value;
      continue;
    }
    const rest = changedFields(value, current, inner);
    if (Object.keys(rest).some((field) => Object.hasOwn(inner.shape, field))) changed[name] = rest;
  }
  return changed;
}

/** Fields of an update that differ from the item as GET returns it to the same client; all if there is no item. */
export const changesOf = (
  context: EndpointContext,
  body: Record<string, unknown>,
  shown: object | null,
): Record<string, unknown> => (shown ? changedFields(body, { ...shown }, context.bodySchema) : body);
