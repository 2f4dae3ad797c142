import { describe, expect, it } from 'vitest';
import { calculateEnergyCostOf1000Km, getListingConsumption, parseKilowattHours } from '~/domain/finance/energy-cost';

const prices = { pricesAsOf: '2026-04-01', petrolPerLitre: 100, dieselPerLitre: 90, electricityPerKwh: 8 };
const unknown = { mileageKmpl: null, batteryKwh: null, rangeKm: null };

describe('the cost of 1,000 kilometres', () => {
  it('is litres times the price of a litre', () => {
    expect(calculateEnergyCostOf1000Km({ ...unknown, fuel: 'Petrol', mileageKmpl: 50 }, prices)).toBe(2_000);
    expect(calculateEnergyCostOf1000Km({ ...unknown, fuel: 'Diesel', mileageKmpl: 50 }, prices)).toBe(1_800);
    expect(calculateEnergyCostOf1000Km({ ...unknown, fuel: 'Hybrid', mileageKmpl: 40 }, prices)).toBe(2_500);
  });

  it('is kilowatt-hours times their price, for an electric vehicle', () => {
    expect(calculateEnergyCostOf1000Km({ ...unknown, fuel: 'Electric', batteryKwh: 3, rangeKm: 150 }, prices)).toBe(
      160,
    );
  });

  it('is unknown without the figures, or with figures of zero', () => {
    expect(calculateEnergyCostOf1000Km({ ...unknown, fuel: 'Petrol' }, prices)).toBeNull();
    expect(calculateEnergyCostOf1000Km({ ...unknown, fuel: 'Petrol', mileageKmpl: 0 }, prices)).toBeNull();
    expect(calculateEnergyCostOf1000Km({ ...unknown, fuel: 'Electric', batteryKwh: 3 }, prices)).toBeNull();
    expect(calculateEnergyCostOf1000Km({ ...unknown, fuel: 'Electric', batteryKwh: 3, rangeKm: 0 }, prices)).toBeNull();
  });
});

describe("the kilowatt-hours in a seller's text", () => {
  it.each([
    ['3.4 kWh', 3.4],
    ['removable, 2KWH', 2],
    ['12.25 kWh', 12.25],
    ['48 V 30 Ah', null],
    ['', null],
    [null, null],
  ])('%j', (written, figure) => {
    expect(parseKilowattHours(written)).toBe(figure);
  });
});

describe('the consumption of a listing', () => {
  it('is its mileage, or the range of an electric one, whose mileage is in kilometres a charge', () => {
    const battery = { batteryCapacity: '3 kWh' };
    const petrol = { fuel: 'Petrol', mileageKmpl: 60, rangeKm: null, batteryKwh: null };
    expect(getListingConsumption({ type: 'Petrol', mileage: 60, batteryCapacity: null })).toEqual(petrol);
    const electric = { fuel: 'Electric', mileageKmpl: null, rangeKm: 120, batteryKwh: 3 };
    expect(getListingConsumption({ type: 'Electric', mileage: 120, ...battery })).toEqual(electric);
    expect(getListingConsumption({ type: 'Electric', mileage: 0, ...battery })).toMatchObject({ rangeKm: null });
    expect(getListingConsumption({ type: 'Petrol', mileage: 0, ...battery })).toMatchObject({ mileageKmpl: null });
  });
});
