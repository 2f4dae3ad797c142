type Waiting = Map<string, (() => void)[]>;

/** Of so many turns one goes to addresses that wait with several requests, however many others come. */
const shareOfSeveral = 4;

/**
 * Begins one request in each turn of the event loop. The first of an address goes before further ones of others: a client
 * that sends hundreds at once waits for them itself.
 */
export class AddressTurns {
  readonly #first: Waiting = new Map();
  /** Of addresses of which a request was begun while these waited, in rotation. */
  readonly #further: Waiting = new Map();
  #isScheduled = false;
  #turns = 0;

  wait(address: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#first.get(address) ?? this.#further.get(address);
      if (own) own.push(resolve);
      else this.#first.set(address, [resolve]);
      if (!this.#isScheduled) this.#begin();
    });
  }

  #choose(): Waiting {
    if (this.#first.size === 0) return this.#further;
    return this.#further.size > 0 && this.#turns % shareOfSeveral === 0 ? this.#further : this.#first;
  }

  readonly #begin = (): void => {
    this.#turns += 1;
    const queue = this.#choose();
    const [next] = queue;
    this.#isScheduled = next !== undefined;
    if (!next) return;
    setImmediate(this.#begin);
    const [address, requests] = next;
    requests.shift()?.();
    queue.delete(address);
    if (requests.length > 0) this.#further.set(address, requests);
  };
}
