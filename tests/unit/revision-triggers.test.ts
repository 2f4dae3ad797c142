import { afterAll, describe, expect, test } from 'vitest';
import { contentRevision, freshDatabase } from '../support/fresh-database';

const db = freshDatabase();
const sqlite = db.$client;
afterAll(() => sqlite.close());
// Each statement below touches one row of one table: no cascade, and no parent row that another trigger could change.
sqlite.pragma('foreign_keys = OFF');

type Row = Record<string, string | number | Buffer | null>;
type Event = 'INSERT' | 'UPDATE' | 'DELETE';

const timestamp = '2026-06-15T06:30:00.000Z';
const photo = { position: 0, photo_hash: 'a'.repeat(64) };
const review = { rating: 4, comment: 'Calm.', created_at: timestamp, updated_at: timestamp };
const user = { name: 'Meera', email: 'meera@example.com', password_hash: 'none', gender: 'other' };
const always: readonly Event[] = ['INSERT', 'UPDATE', 'DELETE'];

/**
 * Every table that a cached page shows: which events raise the content revision, and a row where the seed has none.
 * An update counts in every column, unless columns are named.
 */
const publicTables: Record<string, { events: readonly Event[]; columns?: readonly string[]; row?: Row }> = {
  brands: { events: always },
  brand_logos: {
    events: always,
    row: {
      brand_id: 'honda',
      hash: 'a'.repeat(64),
      width: 1,
      height: 1,
      webp: Buffer.from('webp'),
      created_at: timestamp,
    },
  },
  road_tax_rates: { events: always },
  road_tax_bands: { events: always },
  branches: { events: always },
  branch_hours: { events: always },
  setting_versions: {
    events: always,
    row: { name: 'safety', value: '[]', saved_by: 'Asha', created_at: timestamp },
  },
  vehicles: { events: always },
  vehicle_colourways: { events: always },
  vehicle_photos: { events: always, row: { vehicle_id: 'none', ...photo } },
  listings: { events: always },
  listing_photos: { events: always, row: { listing_id: 'none', ...photo } },
  reviews: { events: always, row: { id: 'review', vehicle_id: 'none', user_id: 'none', ...review } },
  // Without listings, vehicles and reviews, whose deletion counts by itself, pages show nothing of a user.
  users: {
    events: ['UPDATE'],
    columns: ['name'],
    row: { id: 'user', ...user, created_at: timestamp, updated_at: timestamp },
  },
};

/** No cached page shows these, or only what a trigger copies into a table above. A new table belongs here or there. */
const otherTables =
  `account_recovery_codes appointment_moves appointments authenticators bike_documents blocked_senders branch_slots
  closed_days contact_counters contact_messages contact_tags content_revision desk_blocks desk_follow_ups desk_notes desk_requests desk_search held_replies
  conversation_messages conversations draft_photos favourites feedback item_views listing_changes listing_counters listing_prices
  mail_stops mails manage_keys migrations missed_searches source_counts lead_sources stock_views audit_events pending_sign_ins photo_renditions photos places push_subscriptions recovery_codes
  removal_notices reports review_helpful_votes saved_replies saved_searches scooter_documents search_changes seeds service_requests sessions stock_changes photo_uploads imports setting_drafts shop_logos
  sign_in_attempts site_clock site_keys site_setup stock_change_photos team_invites team_notices idempotency_keys vehicle_documents webhooks webhook_deliveries`.split(
    /\s+/,
  );

test('every table is listed as shown by cached pages or not', () => {
  const tables = sqlite
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all();
  expect(new Set(tables)).toEqual(new Set([...Object.keys(publicTables), ...otherTables]));
});

test('the triggers that raise the revision are those of the table in this test', () => {
  const sources = sqlite.prepare<[], string>("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").pluck().all();
  const raising = sources
    .filter((sql) => /\bcontent_revision\b/.test(sql))
    .map((sql) => /(INSERT|UPDATE|DELETE)(?: OF [\w, ]+?)? ON (\w+)/.exec(sql)?.slice(1).join(' ') ?? sql);
  const expected = Object.entries(publicTables).flatMap(([table, { events }]) =>
    events.map((event) => `${event} ${table}`),
  );
  expect(raising.toSorted()).toEqual(expected.toSorted());
});

/** Inserts a row, or takes the first existing one. */
function createRow(table: string, given: Row | undefined): Row {
  if (given) insert(table, given);
  // Not the generated ones, which follow from others.
  const columns = sqlite
    .prepare<[string], string>('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0')
    .pluck()
    .all(table);
  const row = sqlite.prepare<[], Row>(`SELECT rowid AS rowNumber, ${columns} FROM ${table} LIMIT 1`).get();
  if (!row) throw new Error(`The table ${table} is empty, and the test gives no row.`);
  return row;
}

function insert(table: string, row: Row): void {
  const columns = Object.keys(row);
  sqlite.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map((column) => `@${column}`)})`).run(row);
}

/** Number by which a write raises the revision. */
function countRaises(write: () => unknown): number {
  const before = contentRevision(db);
  write();
  return contentRevision(db) - before;
}

describe.each(Object.entries(publicTables))('%s', (table, { events, columns, row: given }) => {
  const row = createRow(table, given);
  const { rowNumber, ...values } = row;
  const raisesAfter = (event: Event) => (events.includes(event) ? 1 : 0);

  test('an update raises the revision for each column', () => {
    expect(Object.keys(values).length).toBeGreaterThan(2);
    for (const column of Object.keys(values)) {
      const write = () => sqlite.prepare(`UPDATE ${table} SET ${column} = ${column} WHERE rowid = ?`).run(rowNumber);
      const isCounted = columns?.includes(column) ?? true;
      expect([column, countRaises(write) > 0]).toEqual([column, isCounted]);
    }
  });

  test('so do a deletion and an insertion, where they are visible', () => {
    expect(countRaises(() => sqlite.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(rowNumber))).toBe(
      raisesAfter('DELETE'),
    );
    expect(countRaises(() => insert(table, values))).toBe(raisesAfter('INSERT'));
  });
});

test('a helpful vote and its withdrawal raise the revision through their review', () => {
  const vote = { review_id: 'review', user_id: 'none' };
  expect(countRaises(() => insert('review_helpful_votes', vote))).toBe(1);
  expect(countRaises(() => sqlite.exec('DELETE FROM review_helpful_votes'))).toBe(1);
});
