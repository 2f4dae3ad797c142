import type { Problem } from '~/domain/outcome';
import { readBody } from './body-chunks.server';
import { FormFields, withoutCutLetter } from './form-fields';
import { formLimits, tooLargeForm, tooMuchText, unreadableForm } from './form-limits';

/** An escape that the cut went through. */
const cutEscape = /%[0-9A-F]?$/i;

/** As much of a form as a form may hold: taking a hundred thousand pairs apart would keep everybody waiting. */
function firstPairs(text: string): string {
  let end = -1;
  for (let pairs = 0; pairs < formLimits.fields; pairs += 1) {
    end = text.indexOf('&', end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

/** Reads `application/x-www-form-urlencoded`. Text past the limit is dropped; what came before it is kept. */
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
  // Too large comes first: the first problem decides the status, and a cut can leave no name where one was.
  const problems: Problem[] = isTooMuch ? [tooMuchText] : [];
  if (isUnreadable) problems.push(unreadableForm);
  if (end === 'too-large') problems.push(tooLargeForm);
  return { fields, problems };
}
