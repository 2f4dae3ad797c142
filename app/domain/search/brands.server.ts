import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { listings, seeds, vehicles } from '~db/schema';
import { foldForSearch } from '~db/search-fold';
import { sha256 } from '../shared/crypto.server';
import { nameKey, soundingLike } from './dictionary';
import { dictionary } from './dictionary.server';
import { isIndic, phraseKey } from './typed-words';

/** Each brand of the catalogue by the key of each of its spellings. */
const brandOfKey: ReadonlyMap<string, string> = new Map(
  [...dictionary.spellings].flatMap(([key, spellings]) => {
    const [brand = ''] = key.split('|');
    return key === nameKey({ brand, family: null, model: null })
      ? spellings.map((spelling) => [phraseKey(spelling), brand] as const)
      : [];
  }),
);

/**
 * A brand as the catalogue spells it, whatever was typed: "HONDA", "hmsi" and "होंडा" are "Honda"
 * (docs/product.md, "Brands"). An unknown brand stays as it is.
 */
export function brandAsSpelt(typed: string): string {
  const key = phraseKey(typed);
  const known = brandOfKey.get(key);
  if (known !== undefined || !isIndic(key)) return known ?? typed;
  const like = soundingLike(dictionary, key, true);
  const isBrand = like?.type === 'name' && like.name.family === null && like.name.model === null;
  return isBrand ? like.name.brand : typed;
}

/** Changes when a brand of the dictionary gets another spelling. */
const spellingsHash = sha256(JSON.stringify([...brandOfKey]));
const seedName = 'brand-spellings';

function respellTable(db: Database, table: typeof listings | typeof vehicles, isOfUser: ReturnType<typeof sql>): void {
  for (const { brand } of db.selectDistinct({ brand: table.brand }).from(table).where(isOfUser).all()) {
    const spelt = brandAsSpelt(brand);
    if (spelt === brand) continue;
    const isWritten = and(eq(table.brand, brand), isOfUser);
    // A trigger has operators check a changed brand again; its seller did not change this one.
    const checked = db
      .select({ seq: table.seq, at: table.checkedAt })
      .from(table)
      .where(and(isWritten, sql`${table.checkedAt} IS NOT NULL`))
      .all();
    db.update(table)
      .set({ brand: spelt, searchBrand: foldForSearch(spelt), version: sql`version + 1` })
      .where(isWritten)
      .run();
    db.run(sql`UPDATE ${table} SET checked_at = given.value ->> 'at'
                 FROM json_each(${JSON.stringify(checked)}) given WHERE ${table.seq} = given.value ->> 'seq'`);
  }
}

/** Brings the brands of stored offers to the spelling of the catalogue, once for each change of the dictionary. */
export function respellBrands(db: Database, now: Date): void {
  const stored = db.select({ hash: seeds.contentHash }).from(seeds).where(eq(seeds.name, seedName)).get();
  if (stored?.hash === spellingsHash) return;
  db.transaction(
    () => {
      respellTable(db, listings, sql`${listings.isSample} = 0`);
      respellTable(db, vehicles, sql`${vehicles.isBuiltIn} = 0`);
      const row = { name: seedName, contentHash: spellingsHash, seededAt: now.toISOString() };
      db.insert(seeds).values(row).onConflictDoUpdate({ target: seeds.name, set: row }).run();
    },
    { behavior: 'immediate' },
  );
}
