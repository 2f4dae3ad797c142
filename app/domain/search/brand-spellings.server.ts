import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { listings, seeds, vehicles } from '~db/schema';
import { foldForSearch } from '~db/search-fold';
import { sha256 } from '../shared/secrets.server';
import { createNameKey, findPhonetically, isBrandName } from './dictionary';
import { dictionary } from './dictionary.server';
import { createPhraseKey, isIndic } from './tokenizer';

/** Brands of the catalogue by the phrase keys of their spellings. */
const brandsByKey: ReadonlyMap<string, string> = new Map(
  [...dictionary.spellings].flatMap(([key, spellings]) => {
    const [brand = ''] = key.split('|');
    return key === createNameKey({ brand, family: null, model: null })
      ? spellings.map((spelling) => [createPhraseKey(spelling), brand] as const)
      : [];
  }),
);

/**
 * Returns the spelling of a brand in the catalogue: "Honda" for "HONDA", "hmsi" and "होंडा" (docs/product.md,
 * "Brands"). Returns an unknown brand unchanged.
 */
export function toCanonicalBrand(typed: string): string {
  const key = createPhraseKey(typed);
  const known = brandsByKey.get(key);
  if (known !== undefined || !isIndic(key)) return known ?? typed;
  const entry = findPhonetically(dictionary, key, true);
  return entry?.type === 'name' && isBrandName(entry.name) ? entry.name.brand : typed;
}

/** Hash of all spellings, which changes with those of the dictionary. */
const spellingsHash = sha256(JSON.stringify([...brandsByKey]));
const seedName = 'brand-spellings';

function updateTable(db: Database, table: typeof listings | typeof vehicles, isOfUser: ReturnType<typeof sql>): void {
  for (const { brand } of db.selectDistinct({ brand: table.brand }).from(table).where(isOfUser).all()) {
    const canonical = toCanonicalBrand(brand);
    if (canonical === brand) continue;
    const hasOldSpelling = and(eq(table.brand, brand), isOfUser);
    // A trigger marks offers with a changed brand as unchecked; this change is not the seller's, so it is undone.
    const checked = db
      .select({ seq: table.seq, at: table.checkedAt })
      .from(table)
      .where(and(hasOldSpelling, sql`${table.checkedAt} IS NOT NULL`))
      .all();
    db.update(table)
      .set({ brand: canonical, searchBrand: foldForSearch(canonical), version: sql`version + 1` })
      .where(hasOldSpelling)
      .run();
    db.run(sql`UPDATE ${table} SET checked_at = given.value ->> 'at'
                 FROM json_each(${JSON.stringify(checked)}) given WHERE ${table.seq} = given.value ->> 'seq'`);
  }
}

/** Updates the brands of stored offers to the spellings of the catalogue, once after each change of the dictionary. */
export function updateBrandSpellings(db: Database, now: Date): void {
  const stored = db.select({ hash: seeds.contentHash }).from(seeds).where(eq(seeds.name, seedName)).get();
  if (stored?.hash === spellingsHash) return;
  db.transaction(
    () => {
      updateTable(db, listings, sql`${listings.isSample} = 0`);
      updateTable(db, vehicles, sql`${vehicles.isBuiltIn} = 0`);
      const row = { name: seedName, contentHash: spellingsHash, seededAt: now.toISOString() };
      db.insert(seeds).values(row).onConflictDoUpdate({ target: seeds.name, set: row }).run();
    },
    { behavior: 'immediate' },
  );
}
