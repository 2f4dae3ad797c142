type Holder = { worker: number; id: number };

/**
 * Slots for heavy work that workers share: as many tasks run at a time in all of them together, in the order in which
 * they asked. Each worker asks for one at a time, so that none has more turns than another.
 */
export class SharedSlots {
  readonly #held: Holder[] = [];
  readonly #waiting: (Holder & { grant: () => void })[] = [];

  constructor(readonly slots: number) {}

  take(worker: number, id: number, grant: () => void): void {
    this.#waiting.push({ worker, id, grant });
    this.#next();
  }

  giveBack(worker: number, id: number): void {
    this.#forget((holder) => holder.worker === worker && holder.id === id);
  }

  /** Frees what a worker that has ended held and waited for. */
  forget(worker: number): void {
    this.#forget((holder) => holder.worker === worker);
  }

  #forget(isGone: (holder: Holder) => boolean): void {
    for (const list of [this.#held, this.#waiting]) list.splice(0, list.length, ...list.filter((one) => !isGone(one)));
    this.#next();
  }

  #next(): void {
    while (this.#held.length < this.slots) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#held.push(next);
      next.grant();
    }
  }
}
