import type { IncomingMessage } from 'node:http';
import { limitedAddress } from '~/http/address-limits.server';
import type { Runtime } from '~/http/runtime.server';
import { addressOf } from './addresses';
import { isApiPath, pathOf } from './incoming';

/** Reads counted by the address they come from; writes are counted by the doors, which know what they write. */
export class ReadLimits {
  constructor(readonly runtime: Pick<Runtime, 'limits' | 'settings'>) {}

  /** What a request is counted by. */
  addressOf(request: IncomingMessage): string {
    return limitedAddress(addressOf(request, this.runtime.settings));
  }

  /** @returns 0 when the request may go on, else the seconds after which its sender may try again */
  take(request: IncomingMessage, isApi: boolean): number {
    const { limits } = this.runtime;
    return limits.limits ? limits.take(isApi ? 'api-read' : 'page', this.addressOf(request)) : 0;
  }

  /** How the sender of a read stands with the limit it counts against, for answers of the API. */
  standingOf(request: IncomingMessage): Readonly<Record<string, string>> {
    const { limits } = this.runtime;
    if (!limits.limits || !isApiPath(pathOf(request.url))) return {};
    return limits.headersFor(['api-read'], this.addressOf(request));
  }
}
