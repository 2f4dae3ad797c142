import type { Runtime } from './runtime.server';

/** What can fail without costing the rest of a screen: it is logged, and `otherwise` is shown. */
export function orElse<Value, Otherwise>(
  { log }: Pick<Runtime, 'log'>,
  what: string,
  read: () => Value,
  otherwise: Otherwise,
): Value | Otherwise {
  try {
    return read();
  } catch (error) {
    log.error({ err: error }, what);
    return otherwise;
  }
}
