/** Durations in milliseconds. */
export const aMinute = 60_000;
export const anHour = 60 * aMinute;
export const aDay = 24 * anHour;

/**
 * The timestamp this many milliseconds before another, in UTC in the ISO 8601 format in which timestamps are stored and
 * compared.
 */
export const momentBefore = (now: Date, milliseconds: number): string =>
  new Date(now.getTime() - milliseconds).toISOString();
