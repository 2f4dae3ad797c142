import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { seeds } from '~db/schema';
import namesFile from '~db/seed/search/names.json';
import { sha256 } from '../shared/crypto.server';
import { modelNamed } from './models.server';

/** Name under which the hash of the models is kept with those of the seeds. */
const seedName = 'models';
const modelsHash = sha256(JSON.stringify(namesFile.models));

/** Raw: a temporary table, and an update of one table from another. */
const statements = {
  create: `CREATE TEMP TABLE modelled (
    brand TEXT NOT NULL, name TEXT NOT NULL, model TEXT NOT NULL, PRIMARY KEY (brand, name)
  ) WITHOUT ROWID`,
  names: 'SELECT DISTINCT brand, name FROM listings WHERE model IS NULL AND is_sample = 0',
  insert: 'INSERT INTO temp.modelled VALUES (@brand, @name, @model)',
  // What the API shows changes, and with it the version.
  fill: `UPDATE listings SET model = m.model, version = version + 1 FROM temp.modelled m
    WHERE m.brand = listings.brand AND m.name = listings.name AND listings.model IS NULL AND is_sample = 0`,
  drop: 'DROP TABLE temp.modelled',
} as const;

/**
 * Finds the models of listings that were written before their model was known: at the first start of a version that
 * knows it, and after a change of the data file. Writes nothing otherwise.
 */
export function fillModels(db: Database, now: Date): void {
  const known = db.select({ hash: seeds.contentHash }).from(seeds).where(eq(seeds.name, seedName)).get();
  if (known?.hash === modelsHash) return;
  const { $client: sqlite } = db;
  db.transaction(
    () => {
      const names = sqlite.prepare<[], { brand: string; name: string }>(statements.names).all();
      sqlite.exec(statements.create);
      const insert = sqlite.prepare(statements.insert);
      for (const { brand, name } of names) {
        const model = modelNamed(brand, name)?.model;
        if (model !== undefined) insert.run({ brand, name, model });
      }
      sqlite.exec(statements.fill);
      sqlite.exec(statements.drop);
      const row = { name: seedName, contentHash: modelsHash, seededAt: now.toISOString() };
      db.insert(seeds).values(row).onConflictDoUpdate({ target: seeds.name, set: row }).run();
    },
    { behavior: 'immediate' },
  );
}
