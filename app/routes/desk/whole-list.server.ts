import type { Command } from '~/domain/shared/command.server';
import { err, ok, type Result } from '~/domain/shared/result';
import { sha256 } from '~/domain/shared/secrets.server';
import { stepSize } from '~/domain/shared/steps';
import type { FormPost } from '~/submit/form.server';
import { submitCommand } from '~/submit/submit-command.server';

/* All rows of a list, changed by one press (docs/product.md, "The desk"). */

type Row = { id: string; version: number | null };

/** Differs if a row was changed, came or went. */
export const createListMark = (rows: readonly Row[]): string => sha256(JSON.stringify(rows));

type Counted = { count: number; left?: number };

/**
 * Runs a command for a few rows at a time.
 *
 * @returns what it returned first, with the sums of all; `left` is what was not done because of an error
 */
export async function submitInSteps<Input, Value extends Counted, Item extends Row>(
  post: FormPost,
  {
    rows,
    mark,
    command,
    toFields,
  }: {
    rows: readonly Item[];
    /** Of the list that the operator has seen. */
    mark: string | null;
    command: Command<Input, Value>;
    toFields: (rows: readonly Item[]) => object;
  },
): Promise<Result<Value & { left: number }>> {
  if (createListMark(rows) !== mark) return err({ kind: 'conflict', code: 'list_changed' });
  let first: Value | null = null;
  let [count, left, at] = [0, 0, 0];
  for (; at < rows.length; at += stepSize) {
    const fields = toFields(rows.slice(at, at + stepSize));
    const result = await submitCommand(post, { command, fields, idempotentRequest: null });
    if (!result.ok) {
      if (!first) return result;
      break;
    }
    first ??= result.value;
    count += result.value.count;
    left += result.value.left ?? 0;
  }
  return first
    ? ok({ ...first, count, left: left + Math.max(0, rows.length - at) })
    : err({ kind: 'conflict', code: 'list_changed' });
}

/** Takes back what was done in steps. */
export async function undoInSteps<Input>(
  post: FormPost,
  command: Command<Input, { count: number; next: number | null }>,
  toFields: (from: number | null) => object,
): Promise<Result<{ count: number }>> {
  let count = 0;
  let from: number | null = null;
  do {
    const result: Result<{ count: number; next: number | null }> = await submitCommand(post, {
      command,
      fields: toFields(from),
      idempotentRequest: null,
    });
    if (!result.ok) return count > 0 ? ok({ count }) : result;
    count += result.value.count;
    from = result.value.next;
  } while (from !== null);
  return ok({ count });
}
