/**
 * Begins one request in each turn of the event loop, of each address in rotation: a client that sends hundreds at once
 * waits for them itself, and others for one of them.
 */
export class AddressTurns {
  readonly #waiting = new Map<string, (() => void)[]>();
  #isScheduled = false;

  wait(address: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(address);
      if (own) own.push(resolve);
      else this.#waiting.set(address, [resolve]);
      if (!this.#isScheduled) this.#begin();
    });
  }

  readonly #begin = (): void => {
    const [next] = this.#waiting;
    this.#isScheduled = next !== undefined;
    if (!next) return;
    setImmediate(this.#begin);
    const [address, requests] = next;
    requests.shift()?.();
    this.#waiting.delete(address);
    if (requests.length > 0) this.#waiting.set(address, requests);
  };
}
