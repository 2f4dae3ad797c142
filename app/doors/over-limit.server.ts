import type { Problem } from '~/domain/outcome';
import { reportSecurityEvent } from '~/domain/security-events.server';
import { tooManyAttempts } from '~/domain/too-many-attempts';
import type { Standing } from '~/http/address-limits.server';
import type { Runtime } from '~/http/runtime.server';
import type { LimitName } from '~/http/settings.server';

/**
 * Counts a request against a rate limit of the client's address, for forms and API requests alike.
 *
 * @param counted collects the resulting state of the limit, for responses that report it
 * @returns the problem to reject the request with; null while the address is within the limit
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
