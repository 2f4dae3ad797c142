import type { Database } from '~db/connection';
import { statementsOf } from '../statements.server';

/** An entry of a compare list, with its name. */
export type ComparedName = { id: string; name: string };

const namesOf = statementsOf((sqlite) =>
  sqlite.prepare<[string], ComparedName>(
    `SELECT s.value AS id, coalesce(v.name, l.name) AS name
       FROM json_each(?) s
       LEFT JOIN vehicles v ON v.id = s.value AND v.hidden_at IS NULL
       LEFT JOIN listings l ON l.id = s.value AND l.hidden_at IS NULL
      WHERE coalesce(v.name, l.name) IS NOT NULL ORDER BY s.key`,
  ),
);

/** Names of the vehicles and listings with these ids, in their order; leaves out deleted and hidden ones. */
export function comparedNames(db: Database, ids: readonly string[]): ComparedName[] {
  return ids.length === 0 ? [] : namesOf(db).all(JSON.stringify(ids));
}
