import type { Problem } from '~/domain/outcome';
import type { BodyAllowance } from '~/http/body-budget.server';
import { FormFields } from './form-fields';
import { unreadableForm } from './form-limits';
import { readMultipart, type TakeFile } from './read-multipart.server';
import { readUrlencoded } from './read-urlencoded.server';

/** A form as it came. */
export type ReadForm<Value> = {
  fields: FormFields;
  /** The files that were taken, in the order they came, with what taking each gave. */
  files: readonly { field: string; name: string; value: Value }[];
  /** What was refused on the way, each sentence once. The fields hold what was typed all the same. */
  problems: readonly Problem[];
};

/**
 * Reads a form's body as a stream, url-encoded or multipart, with at most one file (8 MB) in memory; the sender waits
 * while a file is being worked on. Nothing in a body makes it throw: too large or too many files are read past, and
 * the text before and behind them is kept. Limits are those of `formLimits`; file inputs left empty count for nothing.
 * Whoever acts on the fields looks at the problems first: the fields of too large a form are a part of it.
 *
 * A form with photos takes each in as it comes, and keeps what was accepted under its submission id, which may stand
 * before or behind the photos:
 *
 * ```ts
 * const form = await readForm(request, (file) => storePhoto(db, file.bytes, file.name, now));
 * const submissionId = form.fields.get('submissionId');
 * const problems = [...form.problems];
 * for (const { value } of form.files) {
 *   const added = addDraftPhoto(db, submissionId, value.hash, now);
 *   if (!added.done) problems.push(added.problem);
 * }
 * ```
 *
 * @param takeFile what to do with a file; absent: files are read past, and the whole body is held to the limit of text
 * @param allowance what the memory of a file is counted by, until it was taken; its text is counted by the server
 * @throws when the connection breaks or the memory is spent, or what `takeFile` throws
 */
export async function readForm<Value = never>(
  request: Request,
  takeFile?: TakeFile<Value>,
  allowance: BodyAllowance | null = null,
): Promise<ReadForm<Value>> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (/^multipart\/form-data\s*;/i.test(contentType)) {
    return readMultipart(request, contentType, takeFile, allowance);
  }
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    return { ...(await readUrlencoded(request)), files: [] };
  }
  return { fields: new FormFields(), files: [], problems: request.body ? [unreadableForm] : [] };
}
