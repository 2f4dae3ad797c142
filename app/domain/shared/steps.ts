/** Rows that are changed in one transaction: requests wait for one step, and not for a whole list. */
export const stepSize = 50;

/** Rows of a list that are changed by one press, in steps. */
export const maxWhole = 2_000;
