import { readProblem } from '~/domain/database-status.server';
import type { Runtime } from './runtime.server';

/** What can fail without costing the rest of a screen: it is logged, and `otherwise` is shown. */
export function orElse<Value, Otherwise>(
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  what: string,
  read: () => Value,
  otherwise: Otherwise,
): Value | Otherwise {
  try {
    return read();
  } catch (error) {
    // What is wrong with the database is logged once with its remedy.
    if (!readProblem(db, error)) log.error({ err: error }, what);
    return otherwise;
  }
}
