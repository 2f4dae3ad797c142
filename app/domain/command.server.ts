import type { z } from 'zod';
import type { Database } from '~db/connection';
import type { Asker } from './asker';
import { unlessUnavailable } from './database-status.server';
import { type FieldErrors, type Outcome, type Problem, refused } from './outcome';
import type { VersionedRow } from './stored-version.server';

/** What every command may use. `now` is asked once a request, so that one request has one moment. */
export type CommandContext = { db: Database; asker: Asker; now: Date };

/** Names of the limits per address that a write can count against; their sizes are settings. */
type WriteLimit = 'write' | 'listing' | 'contact' | 'sign-in' | 'sign-up';

/** Secrets in the value of a command: a key, a private link. */
export type ValueSecrets<Value> = {
  /** Whether the sender proves to be the first one by sending the secret itself. */
  areHeld(value: Value, context: CommandContext): boolean;
  /** The same value without them. */
  remove(value: Value): Value;
};

/**
 * A write, defined once for the HTML form and the JSON API. `run` is synchronous and stands in one immediate
 * transaction: a refusal rolls everything back. Slow work (photos, password hashes) is done before.
 */
export type Command<Input, Value> = {
  /** Names the command in logs and in the table of submissions. */
  name: string;
  /** The rules of its fields; a function because some depend on the day. */
  schema: (now: Date) => z.ZodType<Input>;
  /** The sentence above the form when a field breaks a rule. */
  invalidMessage: (errors: FieldErrors) => string;
  limit: WriteLimit;
  run: (input: Input, context: CommandContext) => Outcome<Value>;
  /** What its value tells nobody but its first sender; absent: nothing. A repeated request is answered without. */
  secrets?: ValueSecrets<Value>;
  /** Which row it changes, for senders who name the version they saw; absent: it makes something new. */
  changes?: (input: Input, asker: Asker) => VersionedRow;
};

/** Keeps the type of a command's input and value without writing them twice. */
export const defineCommand = <Input, Value>(command: Command<Input, Value>): Command<Input, Value> => command;

/**
 * Checks what came through a door against a command's schema.
 *
 * @param decoded the body as JSON gave it, or as the form door decoded it: absent fields absent, numbers numbers
 * @returns the input, or a problem with one sentence for each field at fault, the first that its rules name
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
 * Runs a command on checked input in one immediate transaction, which a refusal rolls back. Requests run it by
 * `commitWithOthers`, which waits where another process holds the write lock.
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
