import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import { statementsOf } from '../statements.server';

/** Maximum number of names returned, of brands and of one brand's models. */
const mostNames = 200;
/** Maximum number of a brand's vehicles that are searched for its models, newest first. */
const mostVehicles = 1_000;

const reads = statementsOf((sqlite) => ({
  // Skips from one brand to the next along the index, however many vehicles lie between.
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

/** Brands of all vehicles in alphabetical order, each as it was first spelled; at most 200. */
export const brandsOfVehicles = (db: Database): string[] => reads(db).brands.all(mostNames);

/** Names of a brand's vehicles in alphabetical order; none for an unknown brand. @param brand in any case */
export const modelsOfBrand = (db: Database, brand: string): string[] =>
  reads(db).models.all(foldForSearch(brand.trim()), mostVehicles, mostNames);
