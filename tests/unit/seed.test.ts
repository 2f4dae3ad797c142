import { eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Database } from '~db/connection';
import { listings } from '~db/schema/listings';
import { seeds } from '~db/schema/site';
import { vehicleColourways, vehicles } from '~db/schema/vehicles';
import { seed } from '~db/seed/seed';
import { contentRevision, freshDatabase } from '../support/fresh-database';

const now = new Date('2026-07-01T00:00:00.000Z');
const count = (db: Database, table: string): unknown =>
  db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

describe('seeding', () => {
  it('fills in brands, 25 new and upcoming vehicles, 12 used ones and 12 samples', () => {
    const db = freshDatabase();
    expect(count(db, 'brands')).toBe(8);
    expect(count(db, "vehicles WHERE stock <> 'used'")).toBe(25);
    expect(count(db, "vehicles WHERE stock = 'used'")).toBe(12);
    expect(count(db, 'vehicle_colourways')).toBe(25 * 3 + 12);
    expect(count(db, 'listings WHERE is_sample = 1')).toBe(12);
    expect(count(db, 'vehicles WHERE is_built_in = 1 AND owner_user_id IS NULL')).toBe(37);
  });

  it('counts no sample in the statistics', () => {
    const db = freshDatabase();
    expect(db.$client.prepare('SELECT sum(total) FROM listing_counters').pluck().get()).toBe(0);
  });

  it('writes nothing the second time: the content revision is unchanged', () => {
    const db = freshDatabase();
    const before = contentRevision(db);
    expect(seed(db, now)).toEqual([]);
    expect(contentRevision(db)).toBe(before);
  });

  it('fills in the road tax of every state, and keeps what an operator edited', () => {
    const db = freshDatabase();
    expect(count(db, 'road_tax_rates')).toBe(36);
    expect(count(db, 'road_tax_rates WHERE id NOT IN (SELECT state_code FROM road_tax_bands)')).toBe(13);
    db.$client.exec(`
      UPDATE road_tax_rates SET surcharge_percent = 12, edited_at = '2026-06-15T00:00:00.000Z' WHERE id = 'KA';
      UPDATE road_tax_rates SET surcharge_percent = 12 WHERE id = 'RJ';
      DELETE FROM road_tax_bands WHERE position > 0;
    `);
    db.update(seeds).set({ contentHash: 'of another version' }).run();
    seed(db, now);
    const tax = db.$client.prepare(`SELECT id, surcharge_percent, version, count(*) AS bands FROM road_tax_rates
      JOIN road_tax_bands ON state_code = id WHERE id IN ('KA', 'RJ') GROUP BY id`);
    expect(tax.raw().all()).toEqual([
      ['KA', 12, 1, 1],
      ['RJ', 12.5, 2, 3],
    ]);
  });

  it('keeps the order of the data file as newest first', () => {
    const db = freshDatabase();
    const ids = db.$client
      .prepare("SELECT id FROM vehicles WHERE stock = 'new' ORDER BY seq DESC LIMIT 4")
      .pluck()
      .all();
    expect(ids).toEqual(['1', '2', '3', '4']);
  });

  it('updates built-in rows in place when a file changed, and no row of a user', () => {
    const db = freshDatabase();
    const seqBefore = db.$client.prepare("SELECT seq FROM vehicles WHERE id = '1'").pluck().get();
    db.$client.exec(`
      INSERT INTO users (id, name, email, password_hash, gender, created_at, updated_at)
        VALUES ('u', 'Asha', 'asha@example.com', 'x', 'female', '2026-06-15T00:00:00.000Z', '2026-06-15T00:00:00.000Z');
      INSERT INTO vehicles (id, name, brand, type, stock, body_style, fuel, price_rupees, condition, owner_user_id,
                            search_brand, created_at, updated_at)
        VALUES ('mine', 'Shine', 'Honda', 'Bike', 'used', 'commuter', 'Petrol', 40000, 'Good', 'u', 'honda',
                '2026-06-15T00:00:00.000Z', '2026-06-15T00:00:00.000Z');
    `);
    db.update(vehicles).set({ name: 'Wrong', priceRupees: 1 }).where(eq(vehicles.id, '1')).run();
    db.delete(vehicleColourways).where(eq(vehicleColourways.vehicleId, '1')).run();
    db.insert(vehicles)
      .values({
        id: '26',
        name: 'Withdrawn',
        brand: 'Honda',
        type: 'Bike',
        stock: 'new',
        bodyStyle: 'naked',
        fuel: 'Petrol',
        priceRupees: 1,
        condition: 'Brand New',
        isBuiltIn: true,
        searchBrand: 'honda',
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .run();
    db.update(listings).set({ name: 'Wrong' }).where(eq(listings.id, 'sample-bike-1')).run();
    db.update(seeds).set({ contentHash: 'of another version' }).run();
    db.insert(seeds)
      .values({ name: 'vehicles/26', contentHash: 'of another version', seededAt: now.toISOString() })
      .run();

    expect(seed(db, now)).toEqual(['places', 'brands', 'on-road', 'branches', 'vehicles', 'listings']);

    const classic = db.select().from(vehicles).where(eq(vehicles.id, '1')).get();
    expect(classic).toMatchObject({ name: 'Royal Enfield Classic 350', priceRupees: 184_000, seq: seqBefore });
    expect(db.select().from(vehicleColourways).where(eq(vehicleColourways.vehicleId, '1')).all()).toHaveLength(3);
    expect(db.select().from(vehicles).where(eq(vehicles.id, '26')).get()?.hiddenAt).toBe(now.toISOString());
    expect(db.select().from(vehicles).where(eq(vehicles.id, 'mine')).get()).toMatchObject({
      version: 1,
      hiddenAt: null,
    });
    expect(db.select().from(listings).where(eq(listings.id, 'sample-bike-1')).get()?.name).toContain('Meteor');
  });

  const hiddenAt = now.toISOString();
  const anotherVersion = (db: Database, name: string): void => {
    db.update(seeds).set({ contentHash: 'of another version' }).where(eq(seeds.name, name)).run();
  };

  it("keeps an operator's change of a vehicle when only another one changed in the file", () => {
    const db = freshDatabase();
    db.update(vehicles).set({ hiddenAt }).where(eq(vehicles.id, '1')).run();
    db.update(vehicles).set({ priceRupees: 1234 }).where(eq(vehicles.id, '2')).run();
    anotherVersion(db, 'vehicles/3');
    expect(seed(db, now)).toEqual(['vehicles']);
    const rows = db
      .select()
      .from(vehicles)
      .where(inArray(vehicles.id, ['1', '2', '3']))
      .orderBy(vehicles.id)
      .all();
    expect(rows).toMatchObject([
      { hiddenAt, version: 1 },
      { priceRupees: 1234, version: 1 },
      { hiddenAt: null, version: 2 },
    ]);
  });

  it('keeps a vehicle or sample hidden that an operator removed, though its data changed', () => {
    const db = freshDatabase();
    db.update(vehicles).set({ hiddenAt, name: 'Wrong' }).where(eq(vehicles.id, '1')).run();
    db.update(listings).set({ hiddenAt, name: 'Wrong' }).where(eq(listings.id, 'sample-bike-1')).run();
    anotherVersion(db, 'vehicles/1');
    anotherVersion(db, 'listings/sample-bike-1');
    expect(seed(db, now)).toEqual(['vehicles', 'listings']);
    const vehicle = db.select().from(vehicles).where(eq(vehicles.id, '1')).get();
    expect(vehicle).toMatchObject({ hiddenAt, name: 'Royal Enfield Classic 350' });
    const sample = db.select().from(listings).where(eq(listings.id, 'sample-bike-1')).get();
    expect(sample?.hiddenAt).toBe(hiddenAt);
    expect(sample?.name).toContain('Meteor');
  });

  it('shows a vehicle again that was missing from the file for a while', () => {
    const db = freshDatabase();
    db.update(vehicles).set({ hiddenAt }).where(eq(vehicles.id, '1')).run();
    db.delete(seeds).where(eq(seeds.name, 'vehicles/1')).run();
    expect(seed(db, now)).toEqual(['vehicles']);
    expect(db.select().from(vehicles).where(eq(vehicles.id, '1')).get()?.hiddenAt).toBeNull();
  });
});
