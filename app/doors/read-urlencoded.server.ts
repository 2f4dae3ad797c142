import type { Problem } from '~/domain/outcome';
import { readBody } from './body-chunks.server';
import { FormFields, withoutCutLetter } from './form-fields';
import { formLimits, tooLargeForm, tooMuchText, unreadableForm } from './form-limits';

/** A percent escape that was truncated. */
const cutEscape = /%[0-9A-F]?$/i;

/** Truncates a body to the maximum number of fields: parsing a hundred thousand pairs would block other requests. */
function firstPairs(text: string): string {
  let end = -1;
  for (let pairs = 0; pairs < formLimits.fields; pairs += 1) {
    end = text.indexOf('&', end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

/** Reads `application/x-www-form-urlencoded`. Text past the limit is dropped; the text before it is retained. */
export async function readUrlencoded(request: Request): Promise<{ fields: FormFields; problems: Problem[] }> {
  const pieces: Buffer[] = [];
  let kept = 0;
  let isTooMuch = false;
  const end = await readBody(request, async (piece) => {
    isTooMuch = kept + piece.length > formLimits.textBytes;
    const wanted = Buffer.from(piece.subarray(0, formLimits.textBytes - kept));
    pieces.push(wanted);
    kept += wanted.length;
    return !isTooMuch;
  });
  const sent = Buffer.concat(pieces).toString('utf8');
  const text = firstPairs(sent);
  isTooMuch ||= text !== sent;
  const entries = [...new URLSearchParams(isTooMuch ? text.replace(cutEscape, '') : text)];
  const last = entries.at(-1);
  if (isTooMuch && last) last[1] = withoutCutLetter(last[1]);
  const fields = new FormFields();
  let isUnreadable = false;
  for (const [name, value] of entries) {
    if (fields.size === formLimits.fields) isTooMuch = true;
    else if (Buffer.byteLength(name) > formLimits.fieldNameBytes) isUnreadable = true;
    else fields.append(name, value);
  }
  // `too-large` comes first: the first problem decides the status, and truncation can cut a field name off.
  const problems: Problem[] = isTooMuch ? [tooMuchText] : [];
  if (isUnreadable) problems.push(unreadableForm);
  if (end === 'too-large') problems.push(tooLargeForm);
  return { fields, problems };
}
