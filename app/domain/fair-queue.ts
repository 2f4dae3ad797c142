import { type Outcome, type Problem, refused } from './outcome';

type Place = { begin: () => void; refuse: () => void };

/**
 * Lets one piece of heavy work run at a time, and the client addresses take turns: an address that sends much waits for
 * its own, not every other one for it. What waits is bounded in all; when it is full, a newcomer takes the last place of
 * the address that holds most of them.
 */
export class FairQueue {
  #isWorking = false;
  #waiting = 0;
  /** Waiting work by address; the first address is the next one whose turn it is. */
  readonly #lines = new Map<string, Place[]>();

  constructor(
    readonly mostWaiting: number,
    /** The problem of work that would have to wait too long. */
    readonly tooBusy: Problem,
    /** Places besides, which only trusted addresses take. */
    readonly reserved = 0,
  ) {}

  /**
   * @param address that the work is done for
   * @param isTrusted whether it may take a reserved place
   * @returns what the work returned, or the problem `tooBusy`
   * @throws whatever the work throws
   */
  async take<Value>(address: string, work: () => Promise<Outcome<Value>>, isTrusted = false): Promise<Outcome<Value>> {
    if (this.#isWorking) {
      const places = this.mostWaiting + (isTrusted ? this.reserved : 0);
      if (this.#waiting >= places && !this.#makeRoom(address)) return refused(this.tooBusy);
      if (!(await this.#wait(address))) return refused(this.tooBusy);
    }
    this.#isWorking = true;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** @returns whether the turn came; false when the place was given to another address */
  #wait(address: string): Promise<boolean> {
    return new Promise((resolve) => {
      const line = this.#lines.get(address) ?? [];
      line.push({ begin: () => resolve(true), refuse: () => resolve(false) });
      this.#lines.set(address, line);
      this.#waiting += 1;
    });
  }

  /** Gives up the last place of the longest line, where that is longer than the one that `address` would make. */
  #makeRoom(address: string): boolean {
    const own = (this.#lines.get(address)?.length ?? 0) + 1;
    const longest = [...this.#lines.values()].reduce<Place[]>(
      (most, line) => (line.length > most.length ? line : most),
      [],
    );
    if (longest.length <= own) return false;
    longest.pop()?.refuse();
    this.#waiting -= 1;
    return true;
  }

  /** The turn goes straight to the next in line, so that nobody who comes between can take it. */
  #next(): void {
    const [first] = this.#lines;
    const place = first?.[1].shift();
    if (!first || !place) {
      this.#isWorking = false;
      return;
    }
    const [address, line] = first;
    this.#lines.delete(address);
    if (line.length > 0) this.#lines.set(address, line);
    this.#waiting -= 1;
    place.begin();
  }
}
