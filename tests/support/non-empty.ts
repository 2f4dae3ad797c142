/** A table that tests are made of. @throws when it has come to be empty, and nothing would be tested */
export function some<Row>(rows: readonly Row[]): Row[] {
  if (rows.length === 0) throw new Error('There is nothing to test.');
  return [...rows];
}
