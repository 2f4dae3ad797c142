/**
 * Caches a built value for as long as the part of the time it depends on stays the same: building a schema costs more
 * than using it.
 *
 * @param momentOf returns the part of the time that the value depends on, such as the year or the day
 */
export function builtAgain<Moment, Built>(
  momentOf: (now: Date) => Moment,
  build: (moment: Moment) => Built,
): (now: Date) => Built {
  let last: { moment: Moment; built: Built } | undefined;
  return (now) => {
    const moment = momentOf(now);
    if (last?.moment !== moment) last = { moment, built: build(moment) };
    return last.built;
  };
}
