export function memoize<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

/** Building a schema costs more than using it. @param getTimestamp such as the year or the day */
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
