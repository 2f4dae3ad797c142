import { isRecord } from '~/domain/shared/json';
import type { BodyAllowance } from '~/http/body-budget.server';
import { nextBodyTurn } from '~/http/request-body.server';
import { JsonBodyScanner, plainBytesMaximum, type ScanFailure } from './json-body-scanner';
import type { ApiError, ApiResult } from './respond.server';

/** Maximum body size in bytes of requests that may carry images as data URLs (docs/product.md, "Sizes"). */
const mostBytesWithImages = 24 * 1024 * 1024;

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

/** Bodies are scanned in pieces, so that other requests run between two of them. */
const pieceBytes = 32 * 1024;

/** @returns the reason to reject the body, whose rest is then not read */
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
 * @param images for requests with images: long strings in the array `images` are returned as a `DataString` each, and
 *   do not count towards the size limit of other requests
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
  const most = images ? mostBytesWithImages : plainBytesMaximum;
  const failure = await scan(request, scanner, most, images?.allowance ?? null);
  if (failure) return failures[failure];
  const scanned = scanner.finish();
  if (!scanned.ok) return failures[scanned.failure];
  return isRecord(scanned.value) ? { ok: true, value: scanned.value } : notAnObject;
}
