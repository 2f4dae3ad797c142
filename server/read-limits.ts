import type { IncomingMessage } from 'node:http';
import { limitedAddress, rateLimitOf, type Standing } from '~/http/address-limits.server';
import type { Runtime } from '~/http/runtime.server';
import { addressOf } from './addresses';

/** Reads counted by the address they come from; writes are counted by the doors, which know what they write. */
export class ReadLimits {
  constructor(readonly runtime: Pick<Runtime, 'limits' | 'settings'>) {}

  /** What a request is counted by. */
  addressOf(request: IncomingMessage): string {
    return limitedAddress(addressOf(request, this.runtime.settings));
  }

  /** Counts a read: how its sender stands now; null while limits are off. */
  count(request: IncomingMessage, isApi: boolean): Standing | null {
    return this.runtime.limits.count(isApi ? 'api-read' : 'page', this.addressOf(request));
  }
}

const untold: readonly string[] = [];

/** What an answer tells its sender of the limit they count against, as flat name and value pairs: of calls alone. */
export const toldOf = (standing: Standing | null, isApi: boolean): readonly string[] =>
  standing && isApi ? ['RateLimit', rateLimitOf(standing), 'RateLimit-Policy', standing.policy.told] : untold;
