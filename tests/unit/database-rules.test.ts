import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../support/fresh-database';
import { storeListing, storeUser } from '../support/stored-listing';

const db = freshDatabase();
const sqlite = db.$client;
afterAll(() => sqlite.close());

const seller = storeUser(db, 'Sudha');
storeListing(db, { name: 'Of a visitor' });
storeListing(db, { name: 'Of a user' }, seller);
sqlite.exec(`INSERT INTO reviews (id, vehicle_id, user_id, rating, comment, created_at, updated_at)
  SELECT 'review', '1', id, 4, 'Calm.', created_at, updated_at FROM users`);

sqlite.exec(`INSERT INTO audit_events (operator_id, operator_name, subject, subject_id, title, action, created_at)
  VALUES ('user-opal', 'Opal', 'listing', 'x', 'A listing', 'hidden', '2026-06-15T06:30:00.000Z')`);

/** Rows that no code may ever write, and the constraint or trigger that rejects them. */
const err: [constraint: string, statement: string][] = [
  ['listings_one_owner', `UPDATE listings SET owner_user_id = 'user-sudha' WHERE name = 'Of a visitor'`],
  ['listings_sample_not_owned', `UPDATE listings SET owner_user_id = 'user-sudha' WHERE is_sample = 1`],
  ['listings_sold', `UPDATE listings SET availability = 'sold' WHERE name = 'Of a user'`],
  ['listings_sold', `UPDATE listings SET sold_at = '2026-06-15T06:30:00.000Z' WHERE name = 'Of a user'`],
  ['listings_year_range', `UPDATE listings SET year = 1999`],
  ['listings_prices', `UPDATE listings SET present_price_rupees = -1`],
  ['listings_engine', `UPDATE listings SET type = 'Electric', engine_capacity = '110 cc'`],
  ['listings_name', `UPDATE listings SET name = ' '`],
  ['listings_created', `UPDATE listings SET created_at = '2026-06-15 06:30:00'`],
  ['a listing never changes its kind', `UPDATE listings SET kind = 'scooter' WHERE name = 'Of a user'`],
  ['a listing never changes its kind', `UPDATE listings SET is_sample = 1 WHERE name = 'Of a visitor'`],
  ['listing_photos_position', `INSERT INTO listing_photos (listing_id, position, photo_hash) VALUES ('x', 10, 'x')`],
  ['reviews_rating', `UPDATE reviews SET rating = 6`],
  ['reviews_rating', `UPDATE reviews SET rating = 0`],
  ['reviews_one_subject', `UPDATE reviews SET listing_id = (SELECT id FROM listings WHERE name = 'Of a user')`],
  ['reviews_comment', `UPDATE reviews SET comment = ''`],
  ['audit events never change', `UPDATE audit_events SET reason = 'Another'`],
  ['audit events never change', `DELETE FROM audit_events`],
  ['audit events never change', `INSERT OR REPLACE INTO audit_events SELECT * FROM audit_events`],
  ['users_blocked_why', `UPDATE users SET blocked_at = '2026-06-01T00:00:00.000Z'`],
  ['users_role', `UPDATE users SET role = 'operator'`],
  ['last owner', `UPDATE users SET role = 'owner'; UPDATE users SET role = 'manager'`],
  [
    'last owner',
    `UPDATE users SET role = 'owner'; UPDATE users SET blocked_at = '2026-06-01T00:00:00.000Z', blocked_reason = 'x'`,
  ],
  ['last owner', `UPDATE users SET role = 'owner'; DELETE FROM users`],
  ['users_email_lower', `UPDATE users SET email = 'Sudha@example.com'`],
  ['vehicles_electric', `UPDATE vehicles SET mileage_kmpl = 50 WHERE fuel = 'Electric'`],
  ['vehicles_built_in', `UPDATE vehicles SET owner_user_id = 'user-sudha' WHERE is_built_in = 1`],
  ['vehicles_rating_range', `UPDATE vehicles SET rating = 5.1`],
  ['vehicles_price_range', `UPDATE vehicles SET price_rupees = -1`],
  ['cannot store TEXT value in INTEGER column', `UPDATE vehicles SET price_rupees = 'much'`],
  [
    'UNIQUE constraint failed: users.email',
    `INSERT INTO users (id, name, email, password_hash, gender, created_at, updated_at)
     SELECT 'other', name, email, password_hash, gender, created_at, updated_at FROM users`,
  ],
  ['road_tax_rates_as_of', `UPDATE road_tax_rates SET as_of = '2026-13'`],
  ['road_tax_rates_electric', `UPDATE road_tax_rates SET electric_percent = 101`],
  ['road_tax_rates_surcharge', `UPDATE road_tax_rates SET surcharge_percent = -1`],
  ['road_tax_rates_minimum', `UPDATE road_tax_rates SET min_tax_rupees = -1`],
  ['road_tax_rates_id', `INSERT INTO road_tax_rates (id, as_of) VALUES ('India', '2026')`],
  ['road_tax_bands_percent', `UPDATE road_tax_bands SET percent = 101`],
  ['road_tax_bands_maximum', `UPDATE road_tax_bands SET max_price_rupees = 1, max_engine_cc = 1`],
  ['road_tax_bands_price', `UPDATE road_tax_bands SET max_price_rupees = 0 WHERE max_engine_cc IS NULL`],
  ['FOREIGN KEY constraint failed', `UPDATE reviews SET user_id = 'none'`],
];

test.each(err)('%s: %s', (constraint, statement) => {
  expect(() => sqlite.exec(statement)).toThrow(constraint);
});

test('every table is strict', () => {
  const tables = sqlite
    .prepare<[], string>(
      `SELECT sql FROM sqlite_schema
        WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
          AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('virtual', 'shadow'))`,
    )
    .pluck()
    .all();
  expect(tables.length).toBeGreaterThan(30);
  expect(tables.filter((sql) => !/\) STRICT(?:, WITHOUT ROWID)?$/.test(sql))).toEqual([]);
});
