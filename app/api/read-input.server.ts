import { z } from 'zod';
import { calculateEditDistance } from '~/domain/names/fuzzy-match';
import { decodeReason, type Reason } from '~/domain/shared/result';
import { toOneLine } from '~/domain/shared/text';
import { waitForBodyTurn } from '~/http/body-turns.server';
import type { BodyAllowance } from '~/http/request-body.server';
import { JsonBodyScanner, maxBodyBytes, type ScanFailure } from './json-scanner';
import { type ApiError, type ApiResult, isRecord, rejectParameters } from './respond.server';
import { findTakenPhone, formatTakenPhone } from '~/domain/shared/phone';

function truncate(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** Names are compared without case and separators: `max_price` equals `maxPrice`. */
const normalizeName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** `minPrice` as `priceMin`. */
const reverseWords = (name: string): string =>
  name
    .split(/(?=[A-Z])/)
    .reverse()
    .join('');

/** At most two edits away, its words in either order, and at most half of its length. The work grows with the length. */
export function findNearestName(name: string, candidates: readonly string[]): string | null {
  const wanted = normalizeName(name);
  const getDistance = (candidate: string): number => calculateEditDistance(wanted, normalizeName(candidate), 2);
  const [nearest] = candidates
    .map((candidate) => ({
      candidate,
      distance: Math.min(getDistance(candidate), getDistance(reverseWords(candidate))),
    }))
    .sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= Math.min(2, wanted.length / 2) ? nearest.candidate : null;
}

const isRepeatable = (rule: z.core.$ZodType | undefined): boolean =>
  rule instanceof z.ZodOptional ? rule.unwrap() instanceof z.ZodArray : rule instanceof z.ZodArray;

/** Values that clients send for an unset parameter, which count as absent (docs/product.md, "Queries"). */
const unsetValues = new Set(['', 'null', 'undefined']);

/** Bounds the size of an error. */
const unknownNameLimits = { most: 10, longest: 40 };

function rejectUnknownParameters(url: URL, names: readonly string[]): ApiResult<never> | null {
  const unknown = new Set<string>();
  for (const name of url.searchParams.keys()) {
    if (!names.includes(name) && unknown.size < unknownNameLimits.most) unknown.add(name);
  }
  const [first] = unknown;
  if (first === undefined) return null;
  const reasons = [...unknown].map((name) => {
    const shortName = truncate(toOneLine(name), unknownNameLimits.longest) || '(empty name)';
    return { name: shortName, reason: findUnknownReason(shortName, names) };
  });
  const errors = Object.fromEntries(reasons.map(({ name, reason }) => [name, reason]));
  return { ok: false, error: { kind: 'malformed', ...findUnknownReason(reasons[0]?.name ?? first, names), errors } };
}

function findUnknownReason(name: string, names: readonly string[]): Reason {
  if (names.length === 0) return { code: 'no_parameters', values: { name } };
  const near = findNearestName(name, names);
  return near === null
    ? { code: 'unknown_parameter', values: { name, names: names.join(', ') } }
    : { code: 'misspelt_parameter', values: { name, near } };
}

/**
 * Unknown parameters are rejected even if empty: a misspelt filter would otherwise return the unfiltered list.
 *
 * @param extraNames names of parameters that are allowed, and read elsewhere
 */
export function readQuery<Shape extends z.ZodRawShape>(
  url: URL,
  schema: z.ZodObject<Shape>,
  extraNames: readonly string[] = [],
): ApiResult<z.infer<z.ZodObject<Shape>>> {
  const unknown = rejectUnknownParameters(url, [...Object.keys(schema.shape), ...extraNames]);
  if (unknown) return unknown;
  const texts: Record<string, string | string[]> = {};
  const errors: Record<string, Reason> = {};
  const rules: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  for (const name of new Set(url.searchParams.keys())) {
    if (extraNames.includes(name)) continue;
    const isRepeatableParameter = isRepeatable(rules[name]);
    const values = url.searchParams
      .getAll(name)
      .flatMap((value) => (isRepeatableParameter ? value.split(',').map((part) => part.trim()) : value))
      .filter((value) => !unsetValues.has(value));
    const [value] = values;
    if (value === undefined) continue;
    if (values.length > 1 && !isRepeatableParameter) errors[name] = { code: 'repeated_parameter', values: { name } };
    texts[name] = isRepeatableParameter ? values : value;
  }
  const parsed = schema.safeParse(texts);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) errors[String(issue.path[0])] ??= decodeReason(issue.message);
  }
  if (!parsed.success || Object.keys(errors).length > 0) {
    return rejectParameters(errors);
  }
  return { ok: true, value: parsed.data };
}

export function readParams<Params>(
  texts: Readonly<Record<string, string | undefined>>,
  schema: z.ZodType<Params>,
): ApiResult<Params> {
  const parsed = schema.safeParse(texts);
  if (parsed.success) return { ok: true, value: parsed.data };
  return rejectParameters(
    Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), decodeReason(issue.message)])),
  );
}

/** docs/product.md, "Sizes". */
const maxBytesWithImages = 24 * 1024 * 1024;

const reject = (error: ApiError): { ok: false; error: ApiError } => ({ ok: false, error });
const tooLarge = reject({ kind: 'too-large', code: 'request_too_large' });
const notJson = reject({ kind: 'malformed', code: 'invalid_json' });
const notAnObjectError = reject({ kind: 'malformed', code: 'not_an_object' });
const tooDeep = reject({ kind: 'malformed', code: 'nested_too_deeply' });
/** RFC 9110, 12.5.1. */
const acceptHeaders = { Accept: 'application/json' };
const unsupported = reject({
  kind: 'unsupported',
  code: 'not_json',
  accepts: acceptHeaders,
});
const notInUtf8 = reject({ kind: 'unsupported', code: 'not_utf8', accepts: acceptHeaders });
const notInLines = reject({ kind: 'unsupported', code: 'not_ndjson', accepts: { Accept: 'application/x-ndjson' } });

const failures: Readonly<Record<ScanFailure, typeof tooLarge>> = {
  malformed: notJson,
  'too-deep': tooDeep,
  'too-large': tooLarge,
};

/** Bodies are scanned in pieces of this size, between which other requests run. */
const chunkBytes = 32 * 1024;

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
    for (let at = 0; failure === null && at < value.length; at += chunkBytes) {
      failure = scanner.write(Buffer.from(value.buffer, value.byteOffset, value.length).subarray(at, at + chunkBytes));
      allowance?.change(scanner.imageBytes - imageBytes);
      imageBytes = scanner.imageBytes;
      if (length > chunkBytes) await waitForBodyTurn();
    }
  }
  await reader.cancel().catch(() => undefined);
  return failure;
}

function findMediaError({ headers }: Request): typeof unsupported | null {
  const type = headers.get('Content-Type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return unsupported;
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(type) ?? [];
  return /^utf-?8$/i.test(charset) ? null : notInUtf8;
}

export const checkLines = ({ headers }: Request): ApiResult<null> =>
  /^application\/(?:x-)?ndjson\s*(?:;|$)/i.test(headers.get('Content-Type') ?? '')
    ? { ok: true, value: null }
    : notInLines;

function finishObject(scanner: JsonBodyScanner, failure: ScanFailure | null): ApiResult<Record<string, unknown>> {
  if (failure) return failures[failure];
  const scanned = scanner.finish();
  if (!scanned.ok) return failures[scanned.failure];
  return isRecord(scanned.value) ? { ok: true, value: scanned.value } : notAnObjectError;
}

/** @returns the object; or the error `unsupported` for another content type, `too-large` or `malformed` */
export async function readJsonBody(
  request: Request,
  images: { allowance: BodyAllowance | null } | null = null,
): Promise<ApiResult<Record<string, unknown>>> {
  const media = findMediaError(request);
  if (media) return media;
  const scanner = new JsonBodyScanner(images ? {} : { longString: maxBodyBytes });
  const most = images ? maxBytesWithImages : maxBodyBytes;
  return finishObject(scanner, await scan(request, scanner, most, images?.allowance ?? null));
}

const newline = 0x0a;

/** A line of a body that has a JSON object in each. */
class Line {
  readonly #scanner = new JsonBodyScanner();
  #length = 0;
  #failure: ScanFailure | null = null;
  #counted = 0;
  isBlank = true;

  constructor(readonly allowance: BodyAllowance | null) {}

  write(piece: Buffer): void {
    this.#length += piece.length;
    this.isBlank &&= piece.every((byte) => byte <= 0x20);
    if (this.#length > maxBytesWithImages) this.#failure ??= 'too-large';
    this.#failure ??= this.#scanner.write(piece);
    this.#count(this.#failure === null ? this.#scanner.imageBytes : 0);
  }

  finish(): ApiResult<Record<string, unknown>> {
    return finishObject(this.#scanner, this.#failure);
  }

  /** Its images are no longer in memory. */
  close(): void {
    this.#count(0);
  }

  #count(bytes: number): void {
    this.allowance?.change(bytes - this.#counted);
    this.#counted = bytes;
  }
}

/**
 * The lines of a body, each read as a JSON body with images is. Two are in memory at a time, so that one is read while
 * the one before is stored; blank ones are skipped.
 */
export async function* readJsonLines(
  { body }: Request,
  allowance: BodyAllowance | null,
): AsyncGenerator<ApiResult<Record<string, unknown>>, void> {
  if (!body) return;
  const reader = body.getReader();
  let line = new Line(allowance);
  let before: Line | null = null;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const chunk = Buffer.from(value.buffer, value.byteOffset, value.length);
      for (let at = 0; at < chunk.length; ) {
        const end = chunk.indexOf(newline, at);
        const to = Math.min(end < 0 ? chunk.length : end, at + chunkBytes);
        line.write(chunk.subarray(at, to));
        at = to;
        if (to === end) {
          at += 1;
          if (line.isBlank) line.close();
          else {
            yield line.finish();
            before?.close();
            before = line;
          }
          line = new Line(allowance);
        }
        await waitForBodyTurn();
      }
    }
    if (!line.isBlank) yield line.finish();
  } finally {
    before?.close();
    line.close();
    await reader.cancel().catch(() => undefined);
  }
}

export async function readUnneededBody(request: Request): Promise<ApiResult<Record<string, unknown>>> {
  const scanner = new JsonBodyScanner({ longString: maxBodyBytes });
  const failure = await scan(request, scanner, maxBodyBytes, null);
  if (failure === null && scanner.isEmpty) return { ok: true, value: {} };
  return findMediaError(request) ?? finishObject(scanner, failure);
}

export type BodyNotes = {
  ignoredFields: string[];
  warnings: Record<string, string>;
};

const ignoredFieldLimits = { most: 100, longest: 60 };

export function findObjectSchema(schema: unknown): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return findObjectSchema(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return findObjectSchema(schema.in) ?? findObjectSchema(schema.out);
  if (schema instanceof z.ZodUnion)
    return schema.options.map(findObjectSchema).find((object) => object !== null) ?? null;
  return null;
}

function* findUnknownFields(body: Record<string, unknown>, schema: unknown, prefix: string): Generator<string> {
  const object = findObjectSchema(schema);
  if (!object) return;
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(object.shape, name)) yield prefix + name;
    else if (isRecord(value)) yield* findUnknownFields(value, object.shape[name], `${prefix}${name}.`);
  }
}

function listIgnoredFields(body: Record<string, unknown>, schema: z.ZodType): string[] {
  const ignored: string[] = [];
  for (const name of findUnknownFields(body, schema, '')) {
    if (ignored.length === ignoredFieldLimits.most) break;
    ignored.push(truncate(name, ignoredFieldLimits.longest));
  }
  return ignored;
}

const noFields = z.object({});

function findPhoneWarnings(body: Record<string, unknown>): Record<string, string> {
  const phones = {
    phone: body.phone,
    ...(isRecord(body.contactInfo) && { 'contactInfo.phone': body.contactInfo.phone }),
  };
  return Object.fromEntries(
    Object.entries(phones).flatMap(([field, typed]) => {
      const taken = typeof typed === 'string' ? findTakenPhone(typed) : null;
      return taken === null ? [] : [[field, formatTakenPhone(taken)]];
    }),
  );
}

/** Lists the names of ignored fields, never their values. */
export function recordBodyNotes(
  context: BodyNotes & { bodySchema: z.ZodType | null },
  body: Record<string, unknown>,
): void {
  const ignored = listIgnoredFields(body, context.bodySchema ?? noFields);
  context.ignoredFields = ignored;
  const warnings = Object.entries(findPhoneWarnings(body)).filter(([field]) => !ignored.includes(field));
  context.warnings = Object.fromEntries(warnings);
}
