/** Rows that are changed in one transaction, so that nobody waits long for those of a whole list. */
export const stepSize = 50;

/** Rows of a list that are changed by one press, in steps. */
export const maxWhole = 2_000;
