import type { Command } from '~/domain/command.server';
import { refused } from '~/domain/outcome';
import { storedVersion } from '~/domain/stored-version.server';
import { namesVersion } from '~/http/item-tag.server';

const changedSince = refused({
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
      const version = storedVersion(context.db, changes(input, context.asker));
      const outcome = command.run(input, context);
      const isAllowed = outcome.done || outcome.problem.kind === 'conflict';
      return isAllowed && version !== null && !namesVersion(named, version) ? changedSince : outcome;
    },
  };
}
