import { z } from 'zod';

/**
 * The version that whoever sends a change has seen: the change is refused when there is another by now. Absent, it is
 * made to whatever there is.
 */
export const seenVersion = z.int({ error: 'Version must be a whole number' }).optional();

/** Whether a change was made from another version than there is. */
export const isOutdated = (seen: number | undefined, { version }: { version: number }): boolean =>
  seen !== undefined && seen !== version;

/** Whether a checked change gives no field: the item then stays as it is, with its version and the time it was changed. */
export const isEmptyChange = (fields: object): boolean => Object.values(fields).every((value) => value === undefined);
