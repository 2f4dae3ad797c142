import type { z } from 'zod';
import type { Database } from '~db/connection';
import type { Asker } from './asker';
import { unlessUnavailable } from './database-status.server';
import { type FieldErrors, type Outcome, type Problem, refused } from './outcome';
import type { VersionedRow } from './stored-version.server';

/**
 * Context of every command. `now` is read once per request, so that everything a request does has the same timestamp.
 */
export type CommandContext = { db: Database; asker: Asker; now: Date };

/** Names of the rate limits per client address that a write can count against; their sizes are settings. */
type WriteLimit = 'write' | 'listing' | 'contact' | 'sign-in' | 'sign-up';

/** Secrets in the result of a command, such as a manage key or a private link. */
export type ValueSecrets<Value> = {
  /** Whether the client proves to be the original one by sending the secret itself. */
  areHeld(value: Value, context: CommandContext): boolean;
  /** Returns the same value without its secrets. */
  remove(value: Value): Value;
};

/**
 * A write, defined once for the HTML form and the JSON API. `run` is synchronous and runs in one immediate transaction:
 * a refusal rolls everything back. Slow work (photos, password hashes) is done before.
 */
export type Command<Input, Value> = {
  /** Name of the command in logs and in the `submissions` table. */
  name: string;
  /** Schema of the input; a function because some rules depend on the current day. */
  schema: (now: Date) => z.ZodType<Input>;
  /** Message above the form when a field is invalid. */
  invalidMessage: (errors: FieldErrors) => string;
  limit: WriteLimit;
  run: (input: Input, context: CommandContext) => Outcome<Value>;
  /**
   * Secrets that only the original client may receive; absent: the result has none. Replayed responses leave them out.
   */
  secrets?: ValueSecrets<Value>;
  /**
   * The row that the command changes, for clients that send the version they have seen; absent: the command creates a
   * row.
   */
  changes?: (input: Input, asker: Asker) => VersionedRow;
};

/** Infers the types of a command's input and value, so that they need not be written twice. */
export const defineCommand = <Input, Value>(command: Command<Input, Value>): Command<Input, Value> => command;

/**
 * Validates a decoded request body against the schema of a command.
 *
 * @param decoded the body as parsed from JSON, or as the form endpoint decoded it: absent fields absent, numbers
 *   numbers
 * @returns the input, or a problem with one message for each invalid field: that of the first rule it breaks
 */
export function checkInput<Input>(
  command: Pick<Command<Input, unknown>, 'schema' | 'invalidMessage'>,
  decoded: unknown,
  now: Date,
): Outcome<Input> {
  const parsed = command.schema(now).safeParse(decoded);
  if (parsed.success) return { done: true, value: parsed.data };
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.') || 'form';
    errors[field] ??= issue.message;
  }
  return refused({ kind: 'invalid', message: command.invalidMessage(errors), errors });
}

class RolledBack extends Error {
  constructor(readonly problem: Problem) {
    super(problem.kind);
  }
}

/**
 * Runs a command on validated input in one immediate transaction, which a refusal rolls back. Request handlers run it
 * through `commitWithOthers`, which waits while another process holds the write lock.
 */
export function runCommand<Input, Value>(
  command: Pick<Command<Input, Value>, 'run'>,
  input: Input,
  context: CommandContext,
): Outcome<Value> {
  try {
    return unlessUnavailable(context.db, () =>
      context.db.$client
        .transaction(() => {
          const outcome = command.run(input, context);
          if (!outcome.done) throw new RolledBack(outcome.problem);
          return outcome;
        })
        .immediate(),
    );
  } catch (error) {
    if (error instanceof RolledBack) return refused(error.problem);
    throw error;
  }
}
