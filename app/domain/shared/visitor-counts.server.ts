import { createHmac, randomBytes } from 'node:crypto';
import { toDay } from './dates';

/** Maximum number of visitors of a day that are remembered; beyond it, the earliest may be counted again. */
const maxVisitors = 100_000;
const maxWaiting = 5_000;
const maxNameLength = 64;

/** Whether the client is a bot or another program that is not a browser; all browsers identify as Mozilla. */
const isProgram = (userAgent: string): boolean =>
  !userAgent.startsWith('Mozilla/') || /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor/i.test(userAgent);

export const countedKinds = ['offer', 'search', 'source'] as const;

/** An offer by its id, a search without a result by its text, or the source that a link named. */
export type Counted = { kind: (typeof countedKinds)[number]; name: string };

export type DayCount = Counted & { day: string; visitors: number };

export type Visitor = { address: string; userAgent: string };

/**
 * Counts the visitors of each day. A visitor is a hash with a secret of this process that changes every day:
 * unrecognizable on another day.
 */
export class VisitorCounts {
  #day = '';
  #secret = randomBytes(32);
  /** In order of arrival. */
  readonly #seen = new Set<string>();
  readonly #waiting = new Map<string, DayCount>();

  /** @param forward sends a visit to the process that counts for all, if several processes serve the site */
  constructor(
    readonly clock: () => Date,
    readonly forward: ((counted: Counted, visitor: Visitor) => void) | null = null,
  ) {}

  count(counted: Counted, visitor: Visitor): void {
    const { kind, name } = counted;
    const { address, userAgent } = visitor;
    if (name.length > maxNameLength || isProgram(userAgent) || this.#waiting.size >= maxWaiting) return;
    const day = toDay(this.clock());
    if (day !== this.#day) {
      this.#day = day;
      this.#secret = randomBytes(32);
      this.#seen.clear();
    }
    const hash = createHmac('sha256', this.#secret).update(JSON.stringify([kind, name, address, userAgent]));
    const key = hash.digest('base64').slice(0, 16);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const [earliest] = this.#seen.size > maxVisitors ? this.#seen : [];
    if (earliest !== undefined) this.#seen.delete(earliest);
    if (this.forward) this.forward(counted, visitor);
    else this.#add({ kind, name, day, visitors: 1 });
  }

  take(): DayCount[] {
    const taken = [...this.#waiting.values()];
    this.#waiting.clear();
    return taken;
  }

  putBack(taken: readonly DayCount[]): void {
    for (const count of taken) this.#add(count);
  }

  #add(count: DayCount): void {
    const key = `${count.day} ${count.kind} ${count.name}`;
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.visitors += count.visitors;
    else this.#waiting.set(key, { ...count });
  }
}
