import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetBands, mileageBands } from '~/domain/catalogue/bands';
import {
  countMatching,
  createFilterChoices,
  filterNames,
  type FinderTraits,
  isMatch,
  noFilters,
  relaxFilters,
  type TraitCount,
} from '~/domain/catalogue/finder';
import { countTraits, findByFilters } from '~/domain/catalogue/finder.queries.server';
import { fuelTypes, vehicleTypes } from '~db/enums';
import { freshDatabase } from '../support/fresh-database';

const optionally = <Value>(values: readonly Value[]) => fc.constantFrom(null, ...values);

const someTraits: fc.Arbitrary<FinderTraits> = fc.record({
  fuelType: optionally(fuelTypes),
  mileage: optionally(mileageBands.map(({ id }) => id)),
  vehicleType: optionally(vehicleTypes),
  budget: optionally(budgetBands.map(({ id }) => id)),
});
const someStock = fc.array(someTraits, { maxLength: 24 });

/** The rules of docs/product.md, "Relaxed filters", applied literally to the vehicles themselves. */
function naively(stock: readonly FinderTraits[], chosen: FinderTraits): FinderTraits[] {
  const find = ({ fuelType, mileage, vehicleType, budget }: FinderTraits) =>
    stock
      .filter((vehicle) => !fuelType || vehicle.fuelType === fuelType)
      .filter((vehicle) => !mileage || vehicle.mileage === mileage)
      .filter((vehicle) => !vehicleType || vehicle.vehicleType === vehicleType)
      .filter((vehicle) => !budget || vehicle.budget === budget);
  const requested = { ...chosen };
  let found = find(requested);
  if (!requested.fuelType && !requested.mileage && !requested.vehicleType && !requested.budget) return found;
  if (found.length < 4) {
    requested.fuelType = null;
    found = find(requested);
  }
  if (found.length < 4) {
    requested.mileage = null;
    found = find(requested);
  }
  if (found.length < 4) {
    requested.vehicleType = null;
    found = find(requested);
  }
  if (found.length < 4) {
    requested.budget = null;
    found = find(requested);
  }
  return found;
}

const relaxOn = (stock: readonly FinderTraits[], chosen: FinderTraits) =>
  relaxFilters(chosen, (filters) => stock.filter((vehicle) => isMatch(vehicle, filters)).length);

describe('relaxing the filters', () => {
  it('drops the fuel first, then the mileage, then the type, then the budget', () => {
    const chosen: FinderTraits = {
      fuelType: 'Electric',
      mileage: '30-40',
      vehicleType: 'Scooter',
      budget: 'under-1-lakh',
    };
    const other: FinderTraits = { fuelType: 'Petrol', mileage: '50+', vehicleType: 'Bike', budget: 'above-2-lakh' };
    const order = ['fuelType', 'mileage', 'vehicleType', 'budget'] as const;
    for (let given = 0; given <= order.length; given += 1) {
      const dropped = order.slice(0, given);
      const vehicle = { ...chosen, ...Object.fromEntries(dropped.map((name) => [name, other[name]])) };
      expect(relaxOn(Array(4).fill(vehicle), chosen).dropped).toEqual(dropped);
    }
  });

  it('shows what a literal implementation of the specification shows', () => {
    fc.assert(
      fc.property(someStock, someTraits, (stock, chosen) => {
        const { filters } = relaxOn(stock, chosen);
        expect(stock.filter((vehicle) => isMatch(vehicle, filters))).toEqual(naively(stock, chosen));
      }),
    );
  });

  it('never loses an exact match, drops only set filters, in the given order, and no more than needed', () => {
    fc.assert(
      fc.property(someStock, someTraits, (stock, chosen) => {
        const { filters, dropped } = relaxOn(stock, chosen);
        const count = (requested: FinderTraits) => stock.filter((vehicle) => isMatch(vehicle, requested)).length;
        for (const vehicle of stock) if (isMatch(vehicle, chosen)) expect(isMatch(vehicle, filters)).toBe(true);
        const wereSet = filterNames.filter((name) => chosen[name] !== null);
        expect(dropped).toEqual(wereSet.slice(0, dropped.length));
        if (count(filters) < 4) expect(dropped).toEqual(wereSet);
        const last = dropped.at(-1);
        if (last) expect(count({ ...filters, [last]: chosen[last] })).toBeLessThan(4);
      }),
    );
  });

  it('counts beside an option what choosing it would match', () => {
    fc.assert(
      fc.property(someStock, someTraits, (stock, chosen) => {
        const counts: TraitCount[] = stock.map((vehicle) => ({ ...vehicle, vehicles: 1 }));
        for (const { options } of createFilterChoices(counts, chosen)) {
          for (const { filters, vehicles } of options) {
            expect(vehicles).toBe(stock.filter((vehicle) => isMatch(vehicle, filters)).length);
          }
        }
      }),
    );
  });
});

describe('the finder', () => {
  const db = freshDatabase();
  const everything = { limit: 100 };
  const getIds = (filters: Partial<FinderTraits>) =>
    findByFilters(db, 'showroom', { ...noFilters, ...filters }, everything).vehicles.map(({ vehicle }) => vehicle.id);

  it('searches the sixteen of the showroom, or all vehicles', () => {
    expect(findByFilters(db, 'showroom', noFilters, everything)).toMatchObject({ total: 16, dropped: [] });
    expect(findByFilters(db, 'everything', noFilters, everything)).toMatchObject({ total: 37, dropped: [] });
  });

  it('agrees with the traits counted for every combination of filters', () => {
    const all = findByFilters(db, 'everything', noFilters, everything).vehicles.length;
    expect(countMatching(countTraits(db, 'everything'), noFilters)).toBe(all);
    fc.assert(
      fc.property(someTraits, (filters) => {
        const { vehicles, total, dropped } = findByFilters(db, 'everything', filters, everything);
        expect(vehicles).toHaveLength(total);
        const exact = vehicles.filter(({ isExact }) => isExact).length;
        expect(exact).toBe(countMatching(countTraits(db, 'everything'), filters));
        if (dropped.length === 0) expect(exact).toBe(total);
        // Exact matches come first.
        expect(vehicles.slice(0, exact).every(({ isExact }) => isExact)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('drops the fuel first: no diesel two-wheeler is sold', () => {
    const found = findByFilters(
      db,
      'showroom',
      { ...noFilters, fuelType: 'Diesel', vehicleType: 'Scooter' },
      everything,
    );
    expect(found).toMatchObject({ total: 8, dropped: ['fuelType'] });
    expect(found.vehicles.some(({ isExact }) => isExact)).toBe(false);
  });

  it('sorts one type before the other, and is paginated', () => {
    const getTypes = (firstType: 'Bike' | 'Scooter') =>
      findByFilters(db, 'showroom', noFilters, { firstType, limit: 8 }).vehicles.map(({ vehicle }) => vehicle.type);
    expect(new Set(getTypes('Scooter'))).toEqual(new Set(['Scooter']));
    expect(new Set(getTypes('Bike'))).toEqual(new Set(['Bike']));
    const pages = [0, 10, 20, 30].flatMap((offset) =>
      findByFilters(db, 'everything', noFilters, { limit: 10, offset }).vehicles.map(({ vehicle }) => vehicle.id),
    );
    expect(new Set(pages).size).toBe(37);
  });

  it('does not filter electric vehicles by kilometres per litre', () => {
    expect(getIds({ mileage: '50+' })).toEqual(['2', '4', '7', '13']);
  });
});
