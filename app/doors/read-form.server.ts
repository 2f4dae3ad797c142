import type { Problem } from '~/domain/outcome';
import type { BodyAllowance } from '~/http/body-budget.server';
import { FormFields } from './form-fields';
import { unreadableForm } from './form-limits';
import { readMultipart, type TakeFile } from './read-multipart.server';
import { readUrlencoded } from './read-urlencoded.server';

/** A parsed form. */
export type ReadForm<Value> = {
  fields: FormFields;
  /** Accepted files in the order sent, with the result of processing each. */
  files: readonly { field: string; name: string; value: Value }[];
  /** Problems found while reading, each sentence once. The fields hold the text that was read even so. */
  problems: readonly Problem[];
};

/**
 * Reads a form body as a stream, URL-encoded or multipart, with at most one file (8 MB) in memory; backpressure holds
 * the client while a file is processed. No body makes it throw: files that are too large or too many are skipped, and
 * the text before and after them is retained. Limits are those of `formLimits`; empty file inputs are ignored. Check
 * `problems` before using the fields: those of a form that is too large are incomplete.
 *
 * A form with photos processes each as it arrives, and stores the accepted ones under its submission id, which may come
 * before or after the photos:
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
 * @param takeFile processes a file; if absent, files are skipped and the whole body is held to the limit of text
 * @param allowance memory accounting of a file until it is processed; text is accounted for by the server
 * @throws if the connection breaks or the memory budget is spent, and whatever `takeFile` throws
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
