/** Longest time in milliseconds that requests wait for connections that are being opened. */
const maxPostponement = 20;

/**
 * Begins one request in each turn of the event loop, of each address in rotation: a client that sends hundreds at once
 * waits for them itself, and others for one of them.
 */
export class AddressTurns {
  readonly #waiting = new Map<string, (() => void)[]>();
  #isScheduled = false;
  #isPostponed = false;
  #latest = 0;

  wait(address: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(address);
      if (own) own.push(resolve);
      else this.#waiting.set(address, [resolve]);
      if (!this.#isScheduled) this.#begin();
    });
  }

  /** The server accepts one connection in each turn: with a request in each, those opened later would wait for all. */
  postpone(): void {
    this.#isPostponed = true;
  }

  readonly #begin = (): void => {
    const [next] = this.#waiting;
    const mayBegin = !this.#isPostponed || performance.now() > this.#latest;
    this.#isScheduled = next !== undefined;
    this.#isPostponed = false;
    if (!next) return;
    setImmediate(this.#begin);
    if (!mayBegin) return;
    const [address, requests] = next;
    requests.shift()?.();
    this.#waiting.delete(address);
    if (requests.length > 0) this.#waiting.set(address, requests);
    this.#latest = performance.now() + maxPostponement;
  };
}
