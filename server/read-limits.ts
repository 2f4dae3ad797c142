import type { IncomingMessage } from 'node:http';
import { limitedAddress, rateLimitOf, type Standing } from '~/http/address-limits.server';
import type { Runtime } from '~/http/runtime.server';
import { addressOf } from './addresses';

/** Rate limits of reads per address; writes are counted by their handlers, which know what they write. */
export class ReadLimits {
  constructor(readonly runtime: Pick<Runtime, 'limits' | 'settings'>) {}

  /** Address under which a request is counted. */
  addressOf(request: IncomingMessage): string {
    return limitedAddress(addressOf(request, this.runtime.settings));
  }

  /** Counts a read and returns the state of the limit; null if rate limits are disabled. */
  count(request: IncomingMessage, isApi: boolean): Standing | null {
    return this.runtime.limits.count(isApi ? 'api-read' : 'page', this.addressOf(request));
  }
}

const untold: readonly string[] = [];

/** Rate limit headers of a response as flat name and value pairs; for API responses only. */
export const toldOf = (standing: Standing | null, isApi: boolean): readonly string[] =>
  standing && isApi ? ['RateLimit', rateLimitOf(standing), 'RateLimit-Policy', standing.policy.told] : untold;
