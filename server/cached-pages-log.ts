import type { Logger } from 'pino';

const aMinute = 60_000;

/**
 * Counts responses sent from the cache, and logs their number once a minute: a line for each would cost more than the
 * response.
 */
export class CachedPagesLog {
  #responses = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(readonly logger: Logger) {}

  count(): void {
    this.#responses += 1;
    this.#timer ??= setTimeout(() => this.log(), aMinute).unref();
  }

  /** Logs the count since the last line, unless it is zero. */
  log(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#responses > 0) this.logger.info({ responses: this.#responses }, 'cached pages');
    this.#responses = 0;
  }
}
