import type { Command } from '~/domain/command.server';
import { refused } from '~/domain/outcome';
import { storedVersion } from '~/domain/stored-version.server';
import { namesVersion } from '~/http/item-tag.server';

const changedSince = refused({
  kind: 'stale',
  message: 'This was changed since you read it. Please read it again before you change it.',
});

/**
 * A command that only happens while what it changes is still as an `If-Match` header names it: both are looked at in
 * its one transaction, so that no change is lost. Who may not know of a thing is told so first, whatever the header
 * says.
 *
 * @param named the header; null when none came: then the command is as it was
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
