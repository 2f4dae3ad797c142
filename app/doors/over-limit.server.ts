import type { Problem } from '~/domain/outcome';
import { tooManyAttempts } from '~/domain/too-many-attempts';
import type { Runtime } from '~/http/runtime.server';
import type { LimitName } from '~/http/settings.server';

/**
 * Counts a request against a limit of its sender's address, for forms and calls alike.
 *
 * @param counted takes the name down, for an answer that tells how its sender stands
 * @returns the problem to refuse it with; null while the address is within the limit
 */
export function overLimit(
  { runtime, address, counted }: { runtime: Pick<Runtime, 'limits'>; address: string; counted?: LimitName[] },
  name: LimitName,
): Extract<Problem, { kind: 'too-many' }> | null {
  counted?.push(name);
  const retryAfterSeconds = runtime.limits.take(name, address);
  if (retryAfterSeconds === 0) return null;
  return { kind: 'too-many', message: tooManyAttempts(retryAfterSeconds), retryAfterSeconds };
}
