import type { IncomingMessage } from 'node:http';
import { limitedAddress, rateLimitOf, type RateLimitStatus } from '~/http/rate-limit.server';
import type { Runtime } from '~/http/runtime.server';
import { addressOf } from './request-address';

/** Rate limits of reads per address; writes are counted by their handlers, which know what they write. */
export class ReadLimits {
  constructor(readonly runtime: Pick<Runtime, 'limits' | 'settings'>) {}

  /** Address under which a request is counted. */
  addressOf(request: IncomingMessage): string {
    return limitedAddress(addressOf(request, this.runtime.settings));
  }

  /** Counts a read and returns the state of the limit; null if rate limits are disabled. */
  count(request: IncomingMessage, isApi: boolean): RateLimitStatus | null {
    return this.runtime.limits.count(isApi ? 'api-read' : 'page', this.addressOf(request));
  }
}

const untold: readonly string[] = [];

/** Rate limit headers of a response as flat name and value pairs; for API responses only. */
export const rateLimitHeadersOf = (rateLimit: RateLimitStatus | null, isApi: boolean): readonly string[] =>
  rateLimit && isApi ? ['RateLimit', rateLimitOf(rateLimit), 'RateLimit-Policy', rateLimit.policy.reported] : untold;
