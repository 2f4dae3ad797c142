import type { Problem } from '~/domain/outcome';
import { reportSecurityEvent } from '~/domain/security-events.server';
import { tooManyAttempts } from '~/domain/too-many-attempts';
import type { Standing } from '~/http/address-limits.server';
import type { Runtime } from '~/http/runtime.server';
import type { LimitName } from '~/http/settings.server';

/**
 * Counts a request against a limit of its sender's address, for forms and calls alike.
 *
 * @param counted takes down how its sender stands, for an answer that tells of it
 * @returns the problem to refuse it with; null while the address is within the limit
 */
export function overLimit(
  { runtime, address, counted }: { runtime: Pick<Runtime, 'limits' | 'db'>; address: string; counted?: Standing[] },
  name: LimitName,
): Extract<Problem, { kind: 'too-many' }> | null {
  const standing = runtime.limits.count(name, address);
  if (standing) counted?.push(standing);
  if (!standing?.isOver) return null;
  reportSecurityEvent(runtime.db, 'throttled', { address, about: name });
  return { kind: 'too-many', message: tooManyAttempts(standing.seconds), retryAfterSeconds: standing.seconds };
}
