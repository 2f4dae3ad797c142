import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { brandLogos, brands } from '~db/schema/vehicles';
import { foldForSearch } from '~db/search-fold';
import { memoizePrepared } from '~db/statements';
import type { Brand } from './vehicle';

const ofCatalogue = memoizePrepared((db) =>
  db
    .select({ id: brands.id, name: brands.name, initial: brands.initial, logo: brandLogos.hash })
    .from(brands)
    .leftJoin(brandLogos, eq(brandLogos.brandId, brands.id))
    .orderBy(brands.position)
    .prepare(),
);

export const findBrands = (db: Database): Brand[] => ofCatalogue(db).all();

const maxNames = 200;
const maxVehicles = 1_000;

// Raw: a recursive query, and forced indexes.
const brandReads = memoizePrepared(({ $client: sqlite }) => ({
  // Seeks from one brand to the next in the index, regardless of the number of vehicles.
  brands: sqlite
    .prepare<[number], string>(
      `WITH RECURSIVE found(brand) AS (
         SELECT min(search_brand) FROM vehicles WHERE hidden_at IS NULL
         UNION ALL
         SELECT (SELECT min(v.search_brand) FROM vehicles v WHERE v.search_brand > found.brand AND v.hidden_at IS NULL)
           FROM found WHERE found.brand IS NOT NULL LIMIT ?)
       SELECT name FROM (
         SELECT (SELECT v.brand FROM vehicles v INDEXED BY vehicles_brand
                  WHERE v.search_brand = found.brand AND v.hidden_at IS NULL ORDER BY v.seq LIMIT 1) AS name FROM found)
        WHERE name IS NOT NULL`,
    )
    .pluck(),
  models: sqlite
    .prepare<[string, number, number], string>(
      `SELECT DISTINCT name FROM (
         SELECT v.name FROM vehicles v INDEXED BY vehicles_brand
          WHERE v.search_brand = ? AND v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT ?)
        ORDER BY name LIMIT ?`,
    )
    .pluck(),
}));

/** Brands of all vehicles in alphabetical order, each in the spelling of its first vehicle; at most 200. */
export const findBrandsOfVehicles = (db: Database): string[] => brandReads(db).brands.all(maxNames);

/** Names of a brand's vehicles in alphabetical order; none for an unknown brand. @param brand in any case */
export const findModelsOfBrand = (db: Database, brand: string): string[] =>
  brandReads(db).models.all(foldForSearch(brand.trim()), maxVehicles, maxNames);
