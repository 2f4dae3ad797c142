/**
 * Keeps what was built until the moment it depends on is another: building a schema costs more than using it.
 *
 * @param momentOf what of the time it depends on: a year, a day
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
