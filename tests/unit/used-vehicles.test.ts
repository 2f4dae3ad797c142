import { describe, expect, it } from 'vitest';
import { findUsedVehicles } from '~/domain/catalogue/stock.queries.server';
import type { Database } from '~db/connection';
import { countReads } from '../support/count-reads';
import { freshDatabase } from '../support/fresh-database';

const limit = 12;

/** Used bikes of users, as many as given. */
function storeUsedBikes(db: Database, count: number): void {
  db.$client
    .prepare(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO vehicles (id, name, brand, type, stock, body_style, fuel, price_rupees, condition, search_brand,
                              created_at, updated_at)
       SELECT 'used-' || n, 'Used ' || n, 'Honda', 'Bike', 'used', 'commuter', 'Petrol', 50000, 'Good', 'honda',
              '2026-06-15T00:00:00.000Z', '2026-06-15T00:00:00.000Z'
         FROM numbers`,
    )
    .run(count);
}

describe('pages of used vehicles', () => {
  const db = freshDatabase();
  storeUsedBikes(db, 10_100);

  it('extend to the counted number', () => {
    const { pages, vehicles } = findUsedVehicles(db, 'Bike', { page: 834, limit });
    expect(pages).toBe(834);
    expect(vehicles).toHaveLength(limit);
    expect(findUsedVehicles(db, 'Bike', { page: 835, limit })).toEqual({ vehicles: [], pages });
  });

  it('beyond the last one are empty without a scan', () => {
    expect(countReads(db, () => findUsedVehicles(db, 'Bike', { page: 10_000, limit }))).toBe(1);
  });
});
