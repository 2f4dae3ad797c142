/** Lengths of time, in milliseconds. */
export const aMinute = 60_000;
export const anHour = 60 * aMinute;
export const aDay = 24 * anHour;

/** The moment so many milliseconds before another, in UTC as ISO 8601 writes it: as moments are stored and compared. */
export const momentBefore = (now: Date, milliseconds: number): string =>
  new Date(now.getTime() - milliseconds).toISOString();
