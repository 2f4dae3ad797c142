/** A non-empty table for `it.each`. @throws when it is empty, and nothing would be tested */
export function nonEmpty<Row>(rows: readonly Row[]): Row[] {
  if (rows.length === 0) throw new Error('There is nothing to test.');
  return [...rows];
}
