import { readProblem } from '~/domain/database-status.server';
import type { Runtime } from './runtime.server';

/** Reads optional data of a screen: an error is logged, and `otherwise` is returned instead. */
export function orElse<Value, Otherwise>(
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  what: string,
  read: () => Value,
  otherwise: Otherwise,
): Value | Otherwise {
  try {
    return read();
  } catch (error) {
    // Database problems are logged once, with their remedy.
    if (!readProblem(db, error)) log.error({ err: error }, what);
    return otherwise;
  }
}
