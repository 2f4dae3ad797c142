import { type Actor, getLimitedSender } from '~/domain/shared/actor';
import { type AppError, createTooManyAttempts } from '~/domain/shared/result';
import { reportSecurityEvent } from '~/domain/shared/security-events.server';
import type { LimitName, RateLimitStatus } from '~/http/address-limits.server';
import type { Runtime } from '~/http/runtime.server';

type Sender = { address: string; actor?: Actor };

/** The others are of an address also for access tokens. */
const limitsOfTokens: readonly LimitName[] = ['api-read', 'write', 'listing'];

const getSender = ({ address, actor }: Sender, name: LimitName): string =>
  actor && limitsOfTokens.includes(name) ? getLimitedSender(address, actor.user) : address;

export async function checkLimit(
  sender: Sender & { runtime: Pick<Runtime, 'count' | 'db'>; counted?: RateLimitStatus[] },
  name: LimitName,
): Promise<Extract<AppError, { kind: 'too-many' }> | null> {
  const { runtime, address, counted } = sender;
  const status = await runtime.count(name, getSender(sender, name));
  if (status) counted?.push(status);
  if (!status?.isOver) return null;
  reportSecurityEvent(runtime.db, 'throttled', { address, about: name });
  return createTooManyAttempts(status.seconds);
}

/** Takes back what a request was counted for. */
export function takeBackCounts(
  request: Sender & { runtime: Pick<Runtime, 'uncount'>; counted: RateLimitStatus[] },
): void {
  for (const status of request.counted) {
    if (status.isOver) continue;
    const { name } = status.policy;
    request.runtime.uncount(name, getSender(request, name));
    status.remaining += 1;
  }
}

/** @returns false over the limit of reads: the repetition then counts as the write it looks like */
export async function countAsRead(
  request: Sender & { runtime: Pick<Runtime, 'count'> },
  name: 'page' | 'api-read',
): Promise<boolean> {
  const reads = await request.runtime.count(name, getSender(request, name));
  return !reads?.isOver;
}
