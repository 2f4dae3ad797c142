import { type Outcome, type Problem, refused } from './outcome';

/** Lets a few pieces of heavy work run at once, some more wait their turn in order, and refuses the rest. */
export class TurnQueue {
  #working = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    readonly atOnce: number,
    readonly mostWaiting: number,
    /** What is said to those who would have to wait too long. */
    readonly tooBusy: Problem,
  ) {}

  /**
   * @returns what the work answered, or the problem `tooBusy` when too much is waiting already
   * @throws whatever the work throws
   */
  async take<Value>(work: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
    if (this.#working < this.atOnce) this.#working += 1;
    else if (this.#waiting.length >= this.mostWaiting) return refused(this.tooBusy);
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so that nobody who comes between can take it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#working -= 1;
    }
  }
}
