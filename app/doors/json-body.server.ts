import type { CallProblem } from './api-answer.server';
import { isRecord } from './is-record';

/** Bytes that the body of a call may have (decisions.md section 6, "Sizes"). */
export const mostBytes = 64 * 1024;
/** Bytes that the body of a call may have which may carry images as data strings (decisions.md section 6). */
export const mostBytesWithImages = 24 * 1024 * 1024;

export type ReadBody<Value> = { done: true; value: Value } | { done: false; problem: CallProblem };

const refuse = (problem: CallProblem): { done: false; problem: CallProblem } => ({ done: false, problem });
const tooLarge = refuse({ kind: 'too-large', message: 'The request is too large.' });
const notJson = refuse({ kind: 'malformed', message: 'The body is not valid JSON.' });
const notAnObject = refuse({ kind: 'malformed', message: 'The body must be a JSON object.' });
const tooDeep = refuse({ kind: 'malformed', message: 'The body is nested too deeply.' });
/** What a 415 says would do instead (RFC 9110, 12.5.1). */
const accepts = { Accept: 'application/json' };
const unsupported = refuse({ kind: 'unsupported', message: 'Send the body as application/json.', accepts });
const notInUtf8 = refuse({ kind: 'unsupported', message: 'Send the body in UTF-8.', accepts });

/** No call nests its fields deeper; whatever walks a body may rely on it. */
const deepest = 16;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** @returns null past the limit: the rest is not read */
async function bytesOf(request: Request, most: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > most) return null;
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(pieces);
    length += value.length;
    if (length > most) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    pieces.push(value);
  }
}

/**
 * Reads the body of a call as a JSON object in UTF-8.
 *
 * @param most bytes that the body may have
 * @returns the object; or the problem 'unsupported' for another content type, 'too-large', or 'malformed'
 */
export async function readJsonBody(request: Request, most: number): Promise<ReadBody<Record<string, unknown>>> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return unsupported;
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(type) ?? [];
  if (!/^utf-?8$/i.test(charset)) return notInUtf8;
  const bytes = await bytesOf(request, most);
  if (!bytes) return tooLarge;
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return notJson;
  }
  if (!isRecord(body)) return notAnObject;
  return isDeeper(body, deepest) ? tooDeep : { done: true, value: body };
}
