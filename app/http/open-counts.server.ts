import { getWiderNetworks } from './address-limits.server';

export type OpenLimits = {
  /** Most of one address, an IPv4 address or a /64 network; wider networks have multiples of it. */
  perAddress: number;
  inAll: number;
};

export type NoPlace = 'address' | 'site';

export class OpenCounts {
  readonly #byNetwork = new Map<string, number>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  constructor(readonly limits: OpenLimits | null) {}

  take(address: string): (() => void) | NoPlace {
    const { limits } = this;
    if (limits === null) return () => undefined;
    const networks = [{ network: address, factor: 1 }, ...getWiderNetworks(address)];
    const isFull = networks.some(
      ({ network, factor }) => (this.#byNetwork.get(network) ?? 0) >= limits.perAddress * factor,
    );
    if (isFull) return 'address';
    if (this.#count >= limits.inAll) return 'site';
    this.#change(networks, 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#change(networks, -1);
      isOpen = false;
    };
  }

  #change(networks: readonly { network: string }[], by: number): void {
    this.#count += by;
    for (const { network } of networks) {
      const count = (this.#byNetwork.get(network) ?? 0) + by;
      if (count === 0) this.#byNetwork.delete(network);
      else this.#byNetwork.set(network, count);
    }
  }
}
