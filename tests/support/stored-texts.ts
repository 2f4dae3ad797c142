import type { Database } from '~db/connection';

/** Every row of every table with its table, so that rows before and after a write can be compared. */
export function readAllRows({ $client: sqlite }: Database): { table: string; row: string }[] {
  const tables = sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%_search%' ORDER BY name",
    )
    .pluck()
    .all();
  return tables.flatMap((table) =>
    sqlite
      .prepare<[], unknown[]>(`SELECT * FROM "${table}"`)
      .raw()
      .all()
      .map((row) => ({
        table,
        row: row.map((value) => (Buffer.isBuffer(value) ? value.toString('base64') : String(value))).join('\u0000'),
      })),
  );
}

/** Where one of the texts stands in the database, in any case: 'users: asha@example.com'. */
export const findStoredTexts = (db: Database, texts: readonly string[]): string[] => {
  const rows = readAllRows(db).map(({ table, row }) => ({ table, row: row.toLowerCase() }));
  return [
    ...new Set(
      texts.flatMap((text) =>
        rows.filter(({ row }) => row.includes(text.toLowerCase())).map(({ table }) => `${table}: ${text}`),
      ),
    ),
  ];
};
