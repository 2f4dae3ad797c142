import { type Command, type CommandContext, checkInput, storedVersion } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { runCommandOnce } from '~/domain/shared/idempotency.server';
import { err, type Result } from '~/domain/shared/result';
import { overLimit } from '~/http/rate-limit.server';
import { namesVersion } from '~/http/responses.server';
import type { EndpointContext } from './endpoint-context.server';
import { idempotentRequestOf } from './idempotency-key.server';

const changedSince = err({
  kind: 'stale',
  message: 'This was changed since you read it. Please read it again before you change it.',
});

/**
 * Makes a command conditional on an `If-Match` header: the item is compared and changed in one transaction, so that no
 * update is lost. A client without access to the item gets the authorization error first, whatever the header says.
 *
 * @param named the header; null if absent, which leaves the command unconditional
 */
function onlyIfMatching<Input, Value>(command: Command<Input, Value>, named: string | null): Command<Input, Value> {
  const { changes } = command;
  if (named === null || !changes) return command;
  return {
    ...command,
    run(input, context) {
      const version = storedVersion(context.db, changes(input, context.actor));
      const result = command.run(input, context);
      const isAllowed = result.ok || result.error.kind === 'conflict';
      return isAllowed && version !== null && !namesVersion(named, version) ? changedSince : result;
    },
  };
}

/**
 * Runs a command for an API request: validates the fields, prepares slow work, and runs once per `Idempotency-Key`,
 * only if the item matches `If-Match`.
 *
 * @param fields input validated by the schema of the command
 * @param content raw content of the request, compared when an idempotency key is repeated; defaults to the fields
 * @param prepare slow work before the transaction, such as photos; optional
 */
export async function runEndpointCommand<Input, Value>(
  context: EndpointContext,
  command: Command<Input, Value>,
  fields: Record<string, unknown>,
  content: unknown = fields,
  prepare?: (input: Input) => Promise<Result<Input>>,
): Promise<Result<Value>> {
  const { request, runtime, actor, now } = context;
  const conditional = onlyIfMatching(command, request.headers.get('If-Match'));
  const checked = checkInput(command, fields, now);
  if (!checked.ok) return checked;
  const busy = command.limit === 'write' ? null : overLimit(context, command.limit);
  if (busy) return err(busy);
  const prepared = prepare ? await prepare(checked.value) : checked;
  if (!prepared.ok) return asKnownSender(prepared, request);
  const commandContext: CommandContext = { db: runtime.db, actor, now };
  const idempotentRequest = idempotentRequestOf(context, content);
  const result = await commitWithOthers(runtime.db, () =>
    runCommandOnce(conditional, prepared.value, commandContext, idempotentRequest),
  );
  return asKnownSender(result, request);
}

/** A client that sends a manage key is identified but lacks permission, hence 403 and not 401. */
function asKnownSender<Value>(result: Result<Value>, { headers }: Request): Result<Value> {
  if (result.ok || result.error.kind !== 'unauthenticated' || !headers.has('X-Manage-Key')) return result;
  return err({ kind: 'forbidden', message: 'This code opens nothing here.' });
}
