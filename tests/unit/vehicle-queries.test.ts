import { describe, expect, it } from 'vitest';
import { findMileageBand, mileageBands } from '~/domain/catalogue/bands';
import { findVehicleRecords, type VehicleFilters } from '~/domain/catalogue/vehicle-search.server';
import { findBrands } from '~/domain/catalogue/brand.queries.server';
import {
  findFeaturedVehicles,
  findPopularVehicles,
  findUpcomingVehicles,
  findVehicle,
} from '~/domain/catalogue/vehicle.queries.server';
import { freshDatabase } from '../support/fresh-database';

describe('vehicles of the catalogue', () => {
  const db = freshDatabase();

  it('are read in the order of their file, with their colourways', () => {
    const bikes = findFeaturedVehicles(db, 'Bike');
    expect(bikes.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '14', '16']);
    expect(bikes[0]).toMatchObject({
      name: 'Royal Enfield Classic 350',
      priceRupees: 184_000,
      originalPriceRupees: 200_157,
      bodyStyle: 'retro',
      mileageKmpl: 36,
      rangeKm: null,
      priceIsExpected: false,
      colourways: [{ name: 'Madras Red', body: '#8E1B1F', accent: '#E8D9B5' }, {}, {}],
    });
    expect(findFeaturedVehicles(db, 'Scooter')).toHaveLength(6);
    expect(findPopularVehicles(db)).toHaveLength(6);
    expect(findBrands(db).map(({ name }) => name)).toEqual([
      'Honda',
      'Hero',
      'Royal Enfield',
      'TVS',
      'Bajaj',
      'Yamaha',
      'Suzuki',
      'Kawasaki',
    ]);
  });

  it('that are upcoming come by launch day, the next one first', () => {
    const days = findUpcomingVehicles(db, 'Bike').map(({ launchDay }) => launchDay);
    expect(days).toHaveLength(5);
    expect(days).toEqual([...days].sort());
  });

  it('are found by id', () => {
    expect(findVehicle(db, '101')).toMatchObject({
      stock: 'used',
      kilometresDriven: 18_400,
      numberPlate: 'MH 12 QX 0000',
    });
    expect(findVehicle(db, '999')).toBeNull();
    expect(findVehicle(db, 'sample-bike-1')).toBeNull();
  });

  it('leave out withdrawn ones', () => {
    const own = freshDatabase();
    own.$client.exec("UPDATE vehicles SET hidden_at = '2026-06-15T00:00:00.000Z' WHERE id = '1'");
    expect(findVehicle(own, '1')).toBeNull();
    expect(findFeaturedVehicles(own, 'Bike').map(({ id }) => id)).not.toContain('1');
  });
});

describe('vehicles by filters', async () => {
  const db = freshDatabase();
  // On the edges of bands, where no vehicle of the catalogue is.
  db.$client.exec(
    `UPDATE vehicles SET mileage_kmpl = 30 WHERE id = '1'; UPDATE vehicles SET mileage_kmpl = 50 WHERE id = '2'`,
  );
  const find = async (filters: VehicleFilters, sort: 'newest' | 'price' | '-price' = 'newest') =>
    (await findVehicleRecords(db, { ...filters, sort, page: 1, limit: 100 })).items;
  const all = await find({});
  const getIds = (vehicles: readonly { id: string }[]) => vehicles.map(({ id }) => id);

  it.each(mileageBands)('are in the half-open band $id', async (mileage) => {
    const expected = all.filter(({ mileageKmpl }) => findMileageBand(mileageKmpl)?.id === mileage.id);
    expect(expected.length).toBeGreaterThan(0);
    expect(getIds(await find({ mileage }))).toEqual(getIds(expected));
  });

  it('are sorted by price, lowest or highest first', async () => {
    const prices = all.map(({ priceRupees }) => priceRupees).sort((one, other) => one - other);
    expect((await find({}, 'price')).map(({ priceRupees }) => priceRupees)).toEqual(prices);
    expect((await find({}, '-price')).map(({ priceRupees }) => priceRupees)).toEqual(prices.toReversed());
  });

  it('are filtered by ranges of price and distance, both ends included', async () => {
    const price = all[3]?.priceRupees ?? 0;
    expect(getIds(await find({ minPrice: price, maxPrice: price }))).toContain(all[3]?.id);
    expect(getIds(await find({ minPrice: price + 1 }))).not.toContain(all[3]?.id);
    expect(getIds(await find({ maxPrice: price - 1 }))).not.toContain(all[3]?.id);
    expect(getIds(await find({ maxKilometres: 18_400 }))).toContain('101');
    expect(getIds(await find({ maxKilometres: 18_399 }))).not.toContain('101');
    const driven = await find({ maxKilometres: 1_000_000 });
    expect(driven.filter(({ kilometresDriven }) => kilometresDriven === null)).toEqual([]);
  });
});
