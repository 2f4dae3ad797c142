import { describe, expect, it } from 'vitest';
import {
  allBrands,
  featuredVehicles,
  findVehicle,
  popularVehicles,
  searchVehicles,
  upcomingVehicles,
} from '~/domain/catalogue/vehicle-queries.server';
import { freshDatabase } from '../support/fresh-database';

describe('vehicles of the catalogue', () => {
  const db = freshDatabase();

  it('are read in the order of their file, with their colourways', () => {
    const bikes = featuredVehicles(db, 'Bike');
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
    expect(featuredVehicles(db, 'Scooter')).toHaveLength(6);
    expect(popularVehicles(db)).toHaveLength(6);
    expect(allBrands(db).map(({ name }) => name)).toEqual([
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
    const days = upcomingVehicles(db, 'Bike').map(({ launchDay }) => launchDay);
    expect(days).toHaveLength(5);
    expect(days).toEqual([...days].sort());
  });

  it('are found by id, or not at all', () => {
    expect(findVehicle(db, '101')).toMatchObject({
      stock: 'used',
      kilometresDriven: 18_400,
      numberPlate: 'MH 12 QX 0000',
    });
    expect(findVehicle(db, '999')).toBeNull();
    expect(findVehicle(db, 'sample-bike-1')).toBeNull();
  });

  it('are searched by part of name or brand, in any case, as many as a page shows', () => {
    expect(searchVehicles(db, 'CLASSIC 350', { limit: 10 }).vehicles.map(({ id }) => id)).toContain('1');
    const hondas = searchVehicles(db, ' honda ', { limit: 100 });
    expect(hondas.total).toBe(hondas.vehicles.length);
    expect(hondas.vehicles.every(({ brand, name }) => /honda/i.test(brand + name))).toBe(true);
    const first = searchVehicles(db, 'honda', { limit: 2 });
    expect(first.vehicles).toEqual(hondas.vehicles.slice(0, 2));
    expect(first.total).toBe(hondas.total);
    expect(searchVehicles(db, 'tv', { limit: 100 }).vehicles.some(({ brand }) => brand === 'TVS')).toBe(true);
    expect(searchVehicles(db, '"', { limit: 10 })).toEqual({ vehicles: [], total: 0 });
    expect(searchVehicles(db, '  ', { limit: 10 })).toEqual({ vehicles: [], total: 0 });
  });

  it('show none that was withdrawn', () => {
    const own = freshDatabase();
    own.$client.exec("UPDATE vehicles SET hidden_at = '2026-06-15T00:00:00.000Z' WHERE id = '1'");
    expect(findVehicle(own, '1')).toBeNull();
    expect(featuredVehicles(own, 'Bike').map(({ id }) => id)).not.toContain('1');
    expect(searchVehicles(own, 'classic 350', { limit: 10 }).total).toBe(0);
  });
});
