import { type AppError, createTooManyAttempts } from '~/domain/shared/result';
import { reportSecurityEvent } from '~/domain/shared/security-events.server';
import type { LimitName, RateLimitStatus } from '~/http/address-limits.server';
import type { Runtime } from '~/http/runtime.server';

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
  counted: RateLimitStatus[];
};

function takeBack({ runtime, address, counted }: CountedRequest<'uncount'>): void {
  for (const status of counted) {
    if (status.isOver) continue;
    runtime.uncount(status.policy.name, address);
    status.remaining += 1;
  }
}

export function takeBackCounts(request: CountedRequest<'uncount'>, status: number): void {
  if (status === 503) takeBack(request);
}

/** @returns false over the limit of reads: the repetition then counts as the write it looks like */
export async function countAsRead(
  { runtime, address }: Omit<CountedRequest<'count'>, 'counted'>,
  name: 'page' | 'api-read',
): Promise<boolean> {
  const reads = await runtime.count(name, address);
  return !reads?.isOver;
}

export async function takeBackRepetition(
  request: CountedRequest<'count' | 'uncount'>,
  name: 'page' | 'api-read',
): Promise<void> {
  if (await countAsRead(request, name)) takeBack(request);
}
