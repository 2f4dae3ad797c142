import { type AppError, err, type Result } from './result';

type Waiting = { begin: () => void; reject: () => void };

export type QueueLimits = {
  running?: number;
  waiting: number;
  reserved?: number;
  /** Seconds after which a waiting task is rejected. */
  seconds?: number;
};

export const queueLimits = {
  /** A picture takes 0.3 seconds, one at a time: the limit of memory is that of one. */
  images: { waiting: 24, seconds: 5 },
  /** About 25 ms for each entry. The reserved ones are for addresses that have already given a correct password. */
  passwords: { waiting: 60, reserved: 40 },
} as const satisfies Record<string, QueueLimits>;

/** Takes a turn in the queue of another process. @returns the end of the turn; null when the queue is full */
type TakeTurn = (address: string, isTrusted: boolean) => Promise<(() => void) | null>;

/** Addresses take turns. When full, a new task replaces the last one of the address with the most waiting. */
export class FairQueue {
  /** Set in a worker, where the primary has the queue for all workers. */
  takeTurn: TakeTurn | null = null;
  #running = 0;
  #waiting = 0;
  readonly #queues = new Map<string, Waiting[]>();

  constructor(
    readonly limits: QueueLimits,
    /** Error for tasks rejected because the queue is full. */
    readonly tooBusy: AppError,
  ) {}

  get waiting(): number {
    return this.#waiting;
  }

  /** @returns the result of the task, or the error `tooBusy` @throws any error of the task */
  async run<Value>(address: string, work: () => Promise<Result<Value>>, isTrusted = false): Promise<Result<Value>> {
    const endTurn = await (this.takeTurn
      ? this.#waitElsewhere(this.takeTurn(address, isTrusted))
      : this.#wait(address, isTrusted));
    if (!endTurn) return err(this.tooBusy);
    try {
      return await work();
    } finally {
      endTurn();
    }
  }

  async #waitElsewhere(turn: ReturnType<TakeTurn>): ReturnType<TakeTurn> {
    this.#waiting += 1;
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** @returns the end of the turn; null if the task was rejected */
  async #wait(address: string, isTrusted: boolean): ReturnType<TakeTurn> {
    const { running = 1, waiting, reserved = 0 } = this.limits;
    const endTurn = () => this.#next();
    if (this.#running < running) {
      this.#running += 1;
      return endTurn;
    }
    const capacity = waiting + (isTrusted ? reserved : 0);
    if (this.#waiting >= capacity && !this.#evict(address)) return null;
    return (await this.#enqueue(address)) ? endTurn : null;
  }

  /** @returns true when it is this task's turn; false if it was evicted or waited too long */
  #enqueue(address: string): Promise<boolean> {
    const { seconds } = this.limits;
    return new Promise((resolve) => {
      const queue = this.#queues.get(address) ?? [];
      let timer: NodeJS.Timeout | undefined;
      const settle = (hasTurn: boolean) => {
        clearTimeout(timer);
        resolve(hasTurn);
      };
      const task = { begin: () => settle(true), reject: () => settle(false) };
      if (seconds !== undefined) timer = setTimeout(() => this.#giveUp(address, task), 1_000 * seconds);
      queue.push(task);
      this.#queues.set(address, queue);
      this.#waiting += 1;
    });
  }

  #giveUp(address: string, task: Waiting): void {
    const queue = this.#queues.get(address) ?? [];
    queue.splice(queue.indexOf(task), 1);
    if (queue.length === 0) this.#queues.delete(address);
    this.#waiting -= 1;
    task.reject();
  }

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
      this.#running -= 1;
      return;
    }
    const [address, queue] = first;
    this.#queues.delete(address);
    if (queue.length > 0) this.#queues.set(address, queue);
    this.#waiting -= 1;
    task.begin();
  }
}
