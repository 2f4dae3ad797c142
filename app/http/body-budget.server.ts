const megabyte = 1024 * 1024;

/** Why a body is refused for the memory it would take. */
export type BodyRefusal = { status: 429 | 503; message: string; retryAfterSeconds: number };

const budgetSpent: BodyRefusal = {
  status: 503,
  message: 'Too much is being sent to this site at once. Please try again in a minute.',
  retryAfterSeconds: 30,
};
const addressBusy: BodyRefusal = {
  status: 429,
  message: 'Too many uploads are under way at once from where you are. Please try again in a minute.',
  retryAfterSeconds: 30,
};

type BudgetLimits = {
  /** Of all bodies together, their first bytes left out. */
  bytes: number;
  /**
   * The first bytes of every body are not counted: signing in or writing a message works whoever fills the budget.
   * Times the connections that the server accepts, this is the part of the memory that the budget leaves out.
   */
  freeBytes: number;
  /** From here on a body is large. No form or call without photos is. */
  largeBytes: number;
  /** Large bodies of one address at once; null for any number. */
  largePerAddress: number | null;
};

/** With 2,000 connections, 64 MB in all. */
export const usualBudget: BudgetLimits = {
  bytes: 48 * megabyte,
  freeBytes: 8 * 1024,
  largeBytes: 256 * 1024,
  largePerAddress: 3,
};

/** The memory that bodies of requests may take together, and who has how much of it. */
export class BodyBudget {
  readonly limits: BudgetLimits;
  readonly #open = new Set<BodyAllowance>();
  #held = 0;

  constructor(limits: Partial<BudgetLimits> = {}) {
    this.limits = { ...usualBudget, ...limits };
  }

  /** Bytes held by all bodies. */
  get held(): number {
    return this.#held;
  }

  /** Begins to count one body. Whoever answers the request closes the allowance. */
  open(address: string): BodyAllowance {
    const allowance = new BodyAllowance(this, address);
    this.#open.add(allowance);
    return allowance;
  }

  /** Lets go of a body's memory. */
  forget(allowance: BodyAllowance): void {
    if (this.#open.delete(allowance)) this.#held -= allowance.counted;
  }

  /** Counts a change of what an open body holds, and makes room where it is too much. */
  account(allowance: BodyAllowance, change: number): void {
    if (!this.#open.has(allowance)) return;
    this.#held += change;
    while (change > 0 && this.#held > this.limits.bytes) {
      const victim = this.#largestOfBusiest(allowance);
      victim.refuse(budgetSpent);
      if (victim === allowance) return;
    }
  }

  /** Counts a body as large. */
  admitLarge(allowance: BodyAllowance): void {
    const { largePerAddress } = this.limits;
    if (largePerAddress === null) return;
    let others = 0;
    for (const other of this.#open) {
      if (other !== allowance && other.isLarge && other.address === allowance.address) others += 1;
    }
    if (others >= largePerAddress) allowance.refuse(addressBusy);
  }

  /**
   * Whom to refuse when the memory is spent: the body that holds most, of the address that holds most. A few addresses
   * that fill the budget so make room for everybody else.
   */
  #largestOfBusiest(latest: BodyAllowance): BodyAllowance {
    const ofAddress = new Map<string, number>();
    for (const { address, counted } of this.#open) ofAddress.set(address, (ofAddress.get(address) ?? 0) + counted);
    const weightOf = ({ address }: BodyAllowance): number => ofAddress.get(address) ?? 0;
    let victim = latest;
    for (const other of this.#open) {
      if (!other.isArriving || other.counted === 0) continue;
      const difference = weightOf(other) - weightOf(victim) || other.counted - victim.counted;
      if (difference > 0) victim = other;
    }
    return victim;
  }
}

/** What one body takes of the budget, from its first byte until its request is answered. */
export class BodyAllowance {
  #bytes = 0;
  #isLarge = false;
  #isArriving = true;
  #stop: ((refusal: BodyRefusal) => void) | null = null;

  constructor(
    readonly budget: BodyBudget,
    readonly address: string,
  ) {}

  /** @param stop ends reading the body; called at most once, and never when the body has arrived */
  whenRefused(stop: (refusal: BodyRefusal) => void): void {
    this.#stop = stop;
  }

  /** Bytes that count against the budget. */
  get counted(): number {
    return Math.max(0, this.#bytes - this.budget.limits.freeBytes);
  }

  get isLarge(): boolean {
    return this.#isLarge;
  }

  /** Whether more of it may come: what has arrived whole is worked on, and never refused. */
  get isArriving(): boolean {
    return this.#isArriving;
  }

  /** Tells how many bytes are announced or have come, whether they are kept or not. */
  expect(bytes: number): void {
    if (this.#isLarge || bytes <= this.budget.limits.largeBytes) return;
    this.#isLarge = true;
    this.budget.admitLarge(this);
  }

  /** Counts bytes that are kept from now on, or with a negative number let go. Too many refuse a body, maybe this. */
  change(bytes: number): void {
    const before = this.counted;
    this.#bytes += bytes;
    this.budget.account(this, this.counted - before);
  }

  /** The whole body is there. */
  arrived(): void {
    this.#isArriving = false;
  }

  /** Stops the body, unless it has arrived: then it is worked on, and counts until that is done. */
  refuse(refusal: BodyRefusal): void {
    if (!this.#isArriving) return;
    this.#isArriving = false;
    this.close();
    this.#stop?.(refusal);
  }

  /** The request is answered: nothing of the body is held any more. */
  close(): void {
    this.budget.forget(this);
    this.#isLarge = false;
  }
}
