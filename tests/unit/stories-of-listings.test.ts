import { expect, it } from 'vitest';
import { searchListings } from '~/domain/listings/listing-search.server';
import { freshDatabase } from '../support/fresh-database';
import { storeManyBikes } from '../support/many-bikes';

const count = 3_000;

it('finds the same story when the offers are read again without a change, after many names', async () => {
  const db = freshDatabase();
  const { $client: sqlite } = db;
  storeManyBikes(db, count);
  const seqs = sqlite.prepare<[], number>('SELECT seq FROM listings WHERE NOT is_sample ORDER BY seq').pluck().all();
  const seq = seqs.at(-1) ?? 0;
  sqlite.prepare("UPDATE listings SET description = 'Lovely zebrafish paint' WHERE seq = ?").run(seq);
  const find = async () =>
    (await searchListings(db, { kind: 'bike', q: 'zebrafish', sort: 'relevance', page: 1, limit: 5 })).seqs;
  expect(await find()).toEqual([seq]);
  // Rows after these have other numbers when the offers are read again.
  sqlite.prepare('DELETE FROM listings WHERE seq IN (?, ?, ?)').run(...seqs.slice(10, 13));
  for (let round = 0; round < 7; round += 1) {
    sqlite.prepare("UPDATE listings SET name = 'R' || ? || ' ' || seq WHERE NOT is_sample").run(round);
    expect([await find(), await find(), await find()]).toEqual([[seq], [seq], [seq]]);
  }
});
