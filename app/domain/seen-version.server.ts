import { z } from 'zod';

/**
 * The version that the client has seen: the change is refused when the current version differs. Absent: the change
 * applies to the current version, whichever it is.
 */
export const seenVersion = z.int({ error: 'Version must be a whole number' }).optional();

/** Whether a change was made from a version other than the current one. */
export const isOutdated = (seen: number | undefined, { version }: { version: number }): boolean =>
  seen !== undefined && seen !== version;

/** Whether a validated change sets no field: the item, its version and its time of change then stay as they are. */
export const isEmptyChange = (fields: object): boolean => Object.values(fields).every((value) => value === undefined);
