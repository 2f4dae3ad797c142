import type { Database } from '~db/connection';

/** Stores bikes numbered from 1, the newest last: nine in ten of one brand, every second in good condition. */
export function storeManyBikes(db: Database, count: number): void {
  db.$client
    .prepare(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO listings (id, kind, name, brand, year, type, condition, days_used, mileage, top_speed_kmph,
                             present_price_rupees, past_price_rupees, license, body_style, body_colour, accent_colour,
                             search_brand, created_at, updated_at)
       SELECT 'bike-' || n, 'bike', 'Bike ' || n, iif(n % 10, 'Common', 'Rare'), 2000 + n % 20, 'Petrol',
              iif(n % 2, 'Good', 'Fair'), 1, 1, 1, n % 997, 1, 'X', 'commuter', '#112233', '#445566',
              iif(n % 10, 'common', 'rare'), '2026-06-15T00:00:00.000Z', '2026-06-15T00:00:00.000Z'
         FROM numbers`,
    )
    .run(count);
}
