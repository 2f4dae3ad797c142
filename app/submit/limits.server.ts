import { type AppError, createTooManyAttempts } from '~/domain/shared/result';
import { reportSecurityEvent } from '~/domain/shared/security-events.server';
import type { LimitName, RateLimitStatus } from '~/http/address-limits.server';
import type { Runtime } from '~/http/runtime.server';

/**
 * Counts a request against a rate limit of the client's address, for forms and API requests.
 *
 * @param counted collects the resulting status of the limit, for responses that report it
 * @returns the error for the rejected request; null within the limit
 */
export async function checkLimit(
  {
    runtime,
    address,
    counted,
  }: { runtime: Pick<Runtime, 'count' | 'db'>; address: string; counted?: RateLimitStatus[] },
  name: LimitName,
): Promise<Extract<AppError, { kind: 'too-many' }> | null> {
  const status = await runtime.count(name, address);
  if (status) counted?.push(status);
  if (!status?.isOver) return null;
  reportSecurityEvent(runtime.db, 'throttled', { address, about: name });
  return createTooManyAttempts(status.seconds);
}

type CountedRequest<Call extends keyof Runtime> = {
  runtime: Pick<Runtime, Call>;
  address: string;
  /** As collected by `checkLimit`. */
  counted: RateLimitStatus[];
};

function takeBack({ runtime, address, counted }: CountedRequest<'uncount'>): void {
  for (const status of counted) {
    if (status.isOver) continue;
    runtime.uncount(status.policy.name, address);
    status.remaining += 1;
  }
}

/** Takes back the counts of a write that could not be stored, for want of room or of a database. */
export function takeBackCounts(request: CountedRequest<'uncount'>, status: number): void {
  if (status === 503) takeBack(request);
}

/**
 * Counts the repetition of a write as a read, which is all it is.
 *
 * @returns false over the limit of reads: the repetition then counts as the write it looks like
 */
export async function countAsRead(
  { runtime, address }: Omit<CountedRequest<'count'>, 'counted'>,
  name: 'page' | 'api-read',
): Promise<boolean> {
  const reads = await runtime.count(name, address);
  return !reads?.isOver;
}

/** Takes back the counts of a write that only repeats an earlier one, and counts it as a read. */
export async function takeBackRepetition(
  request: CountedRequest<'count' | 'uncount'>,
  name: 'page' | 'api-read',
): Promise<void> {
  if (await countAsRead(request, name)) takeBack(request);
}
