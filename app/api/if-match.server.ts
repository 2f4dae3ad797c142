import { type Command, storedVersion } from '~/domain/shared/command.server';
import { err } from '~/domain/shared/result';
import { namesVersion } from '~/http/responses.server';

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
export function onlyIfMatching<Input, Value>(
  command: Command<Input, Value>,
  named: string | null,
): Command<Input, Value> {
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
