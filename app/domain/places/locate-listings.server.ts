/** Updates the places of stored listings. */

import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { seeds } from '~db/schema';
import { dictionaryData } from '../search/dictionary-data.server';
import { sha256 } from '../shared/secrets.server';
import { findLocation } from './places.server';

/** Key of the hash of the places in the table `seeds`. */
const seedName = 'located';
const placesHash = sha256(JSON.stringify(dictionaryData.places));

/** Raw: a temporary table, and an update of one table from another. */
const statements = {
  create: `CREATE TEMP TABLE located (
    city TEXT NOT NULL, state TEXT NOT NULL, new_city TEXT NOT NULL, new_state TEXT, place TEXT, PRIMARY KEY (city, state)
  ) WITHOUT ROWID`,
  pairs: `SELECT DISTINCT city, coalesce(state, '') AS state FROM listings WHERE city IS NOT NULL AND is_sample = 0`,
  insert: 'INSERT INTO temp.located VALUES (@city, @state, @newCity, @newState, @place)',
  // Changes what the API returns, and so the version.
  respell: `UPDATE listings SET city = f.new_city, state = f.new_state, version = version + 1 FROM temp.located f
    WHERE f.city = listings.city AND f.state = coalesce(listings.state, '') AND is_sample = 0
      AND (listings.city <> f.new_city OR listings.state IS NOT f.new_state)`,
  place: `UPDATE listings SET place = f.place FROM temp.located f
    WHERE f.city = listings.city AND f.state = coalesce(listings.state, '') AND is_sample = 0
      AND listings.place IS NOT f.place`,
  // A trigger marks listings with a changed city as unchecked; this change is not the seller's, so it is undone.
  remember: `CREATE TEMP TABLE checked AS SELECT seq, checked_at FROM listings
    WHERE city IS NOT NULL AND is_sample = 0 AND checked_at IS NOT NULL`,
  recheck: `UPDATE listings SET checked_at = c.checked_at FROM temp.checked c
    WHERE c.seq = listings.seq AND listings.checked_at IS NULL`,
  drop: 'DROP TABLE temp.located; DROP TABLE temp.checked',
} as const;

/** Updates the places of stored listings, once after each change of the data file. */
export function locateListings(db: Database, now: Date): void {
  const known = db.select({ hash: seeds.contentHash }).from(seeds).where(eq(seeds.name, seedName)).get();
  if (known?.hash === placesHash) return;
  const { $client: sqlite } = db;
  db.transaction(
    () => {
      const pairs = sqlite.prepare<[], { city: string; state: string }>(statements.pairs).all();
      sqlite.exec(statements.create);
      const insert = sqlite.prepare(statements.insert);
      for (const pair of pairs) {
        const { city, state, place } = findLocation({ city: pair.city, state: pair.state || null });
        insert.run({ ...pair, newCity: city, newState: state, place });
      }
      // The places first: `respell` changes the cities by which they are found.
      sqlite.exec(statements.place);
      sqlite.exec(statements.remember);
      sqlite.exec(statements.respell);
      sqlite.exec(statements.recheck);
      sqlite.exec(statements.drop);
      const row = { name: seedName, contentHash: placesHash, seededAt: now.toISOString() };
      db.insert(seeds).values(row).onConflictDoUpdate({ target: seeds.name, set: row }).run();
    },
    { behavior: 'immediate' },
  );
}
