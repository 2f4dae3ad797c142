/** Creates a value on first use, and returns the same value from then on. */
export function memoize<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

/**
 * Caches a value while the part of the time that it depends on stays the same: building a schema costs more than using
 * it.
 *
 * @param getTimestamp returns that part of the time, such as the year or the day
 */
export function memoizeBy<Timestamp, Built>(
  getTimestamp: (now: Date) => Timestamp,
  build: (timestamp: Timestamp) => Built,
): (now: Date) => Built {
  let last: { timestamp: Timestamp; built: Built } | undefined;
  return (now) => {
    const timestamp = getTimestamp(now);
    if (last?.timestamp !== timestamp) last = { timestamp, built: build(timestamp) };
    return last.built;
  };
}
