import { type AppError, err, type Result } from './result';

type Place = { begin: () => void; reject: () => void };

/**
 * Runs one heavy task at a time, with client addresses taking turns: an address that sends many tasks waits for its
 * own, and does not delay every other address. The number of waiting tasks is bounded; when the queue is full, a new
 * task takes the last place of the address that has the most tasks waiting.
 */
export class FairQueue {
  /**
   * Takes one of the slots that several processes share, and gives it back by what it returns; a process by itself
   * needs none.
   */
  takeSlot: (() => Promise<() => void>) | null = null;
  #isWorking = false;
  #waiting = 0;
  /** Waiting tasks by address; the first address has the next turn. */
  readonly #lines = new Map<string, Place[]>();

  constructor(
    readonly mostWaiting: number,
    /** Error returned for a task that would have to wait too long. */
    readonly tooBusy: AppError,
    /** Additional places that only trusted addresses may take. */
    readonly reserved = 0,
  ) {}

  /** Number of tasks that wait for their turn. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * @param address client address on whose behalf the task runs
   * @param isTrusted whether it may take a reserved place
   * @returns the result of the task, or the error `tooBusy`
   * @throws any error of the task
   */
  async take<Value>(address: string, work: () => Promise<Result<Value>>, isTrusted = false): Promise<Result<Value>> {
    if (this.#isWorking) {
      const places = this.mostWaiting + (isTrusted ? this.reserved : 0);
      if (this.#waiting >= places && !this.#makeRoom(address)) return err(this.tooBusy);
      if (!(await this.#wait(address))) return err(this.tooBusy);
    }
    this.#isWorking = true;
    let giveBack: (() => void) | undefined;
    try {
      giveBack = await this.takeSlot?.();
      return await work();
    } finally {
      giveBack?.();
      this.#next();
    }
  }

  /** @returns true when it is this task's turn; false when its place was given to another address */
  #wait(address: string): Promise<boolean> {
    return new Promise((resolve) => {
      const line = this.#lines.get(address) ?? [];
      line.push({ begin: () => resolve(true), reject: () => resolve(false) });
      this.#lines.set(address, line);
      this.#waiting += 1;
    });
  }

  /** Frees the last place of the longest line, provided it is longer than the line of `address` would become. */
  #makeRoom(address: string): boolean {
    const own = (this.#lines.get(address)?.length ?? 0) + 1;
    const longest = [...this.#lines.values()].reduce<Place[]>(
      (most, line) => (line.length > most.length ? line : most),
      [],
    );
    if (longest.length <= own) return false;
    longest.pop()?.reject();
    this.#waiting -= 1;
    return true;
  }

  /** Hands the turn directly to the next task in line, so that a task that arrives in between cannot take it. */
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
