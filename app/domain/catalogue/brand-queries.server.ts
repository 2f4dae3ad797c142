import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import { statementsOf } from '../statements.server';

/** Names that are listed at most, of brands and of one brand's models. */
const mostNames = 200;
/** Vehicles of one brand that are looked through for its models, the newest first. */
const mostVehicles = 1_000;

const reads = statementsOf((sqlite) => ({
  // From one brand to the next along the index, however many vehicles stand between.
  brands: sqlite
    .prepare<[number], string>(
      `WITH RECURSIVE found(brand) AS (
         SELECT min(search_brand) FROM vehicles
         UNION ALL
         SELECT (SELECT min(v.search_brand) FROM vehicles v WHERE v.search_brand > found.brand)
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

/** The brands that vehicles have, by the alphabet, as each was first written; at most 200. */
export const brandsOfVehicles = (db: Database): string[] => reads(db).brands.all(mostNames);

/** The names of a brand's vehicles, by the alphabet; none for a brand that nobody has. @param brand in any case */
export const modelsOfBrand = (db: Database, brand: string): string[] =>
  reads(db).models.all(foldForSearch(brand.trim()), mostVehicles, mostNames);
