import { type AppError, err, type Result } from './result';

/** A waiting task. */
type Waiting = { begin: () => void; reject: () => void };

/**
 * Runs one heavy task at a time. Client addresses take turns, so that an address that sends many tasks delays only its
 * own. The queue is bounded: when it is full, a new task replaces the last one of the address that has the most
 * waiting.
 */
export class FairQueue {
  /**
   * Acquires a slot shared with other processes and returns the function that releases it. Absent in a single process.
   */
  takeSlot: (() => Promise<() => void>) | null = null;
  #isWorking = false;
  #waiting = 0;
  /** Waiting tasks by address. The first address has the next turn. */
  readonly #queues = new Map<string, Waiting[]>();

  constructor(
    readonly maxWaiting: number,
    /** Error for tasks rejected because the queue is full. */
    readonly tooBusy: AppError,
    /** Additional capacity for trusted addresses. */
    readonly reserved = 0,
  ) {}

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs a task when it is its turn.
   *
   * @param address client address that the task belongs to
   * @param isTrusted whether it may use the reserved capacity
   * @returns the result of the task, or the error `tooBusy`
   * @throws any error of the task
   */
  async run<Value>(address: string, work: () => Promise<Result<Value>>, isTrusted = false): Promise<Result<Value>> {
    if (this.#isWorking) {
      const capacity = this.maxWaiting + (isTrusted ? this.reserved : 0);
      if (this.#waiting >= capacity && !this.#evict(address)) return err(this.tooBusy);
      if (!(await this.#wait(address))) return err(this.tooBusy);
    }
    this.#isWorking = true;
    let release: (() => void) | undefined;
    try {
      release = await this.takeSlot?.();
      return await work();
    } finally {
      release?.();
      this.#next();
    }
  }

  /** @returns true when it is this task's turn; false if it was evicted */
  #wait(address: string): Promise<boolean> {
    return new Promise((resolve) => {
      const queue = this.#queues.get(address) ?? [];
      queue.push({ begin: () => resolve(true), reject: () => resolve(false) });
      this.#queues.set(address, queue);
      this.#waiting += 1;
    });
  }

  /** Rejects the last task of the address with the most tasks, if it has more than `address` would have. */
  #evict(address: string): boolean {
    const own = (this.#queues.get(address)?.length ?? 0) + 1;
    const longest = [...this.#queues.values()].reduce<Waiting[]>(
      (max, queue) => (queue.length > max.length ? queue : max),
      [],
    );
    if (longest.length <= own) return false;
    longest.pop()?.reject();
    this.#waiting -= 1;
    return true;
  }

  /** Passes the turn directly to the next waiting task, so that a new one cannot take it in between. */
  #next(): void {
    const [first] = this.#queues;
    const task = first?.[1].shift();
    if (!first || !task) {
      this.#isWorking = false;
      return;
    }
    const [address, queue] = first;
    this.#queues.delete(address);
    if (queue.length > 0) this.#queues.set(address, queue);
    this.#waiting -= 1;
    task.begin();
  }
}
