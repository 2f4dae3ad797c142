import { afterAll, describe, expect, it } from 'vitest';
import type { VehicleRecord } from '~/domain/catalogue/vehicle';
import { findVehicleRecord } from '~/domain/catalogue/vehicle.queries.server';
import { formatBands, formatMonth } from '~/domain/on-road/on-road';
import { findOnRoadPrice, getOnRoadChoice, readRoadTaxes } from '~/domain/on-road/on-road.server';
import { findState } from '~/domain/places/places.server';
import { freshDatabase } from '../support/fresh-database';

const db = freshDatabase();
afterAll(() => db.$client.close());

const built = (id: string): VehicleRecord => {
  const found = findVehicleRecord(db, id);
  if (!found) throw new Error(`There is no vehicle ${id}.`);
  return found;
};
const shine = built('1');
type Given = { price: number; cc?: number; kw?: number };
/** A vehicle of the catalogue with another price and engine. */
const createVehicle = ({ price, cc, kw }: Given): VehicleRecord => ({
  ...shine,
  priceRupees: price,
  fuel: kw === undefined ? 'Petrol' : 'Electric',
  engineCc: cc ?? null,
  motorPeakKw: kw ?? null,
});
const getState = (code: string) => {
  const state = findState(code);
  if (!state) throw new Error(`There is no state ${code}.`);
  return state;
};

describe('price on the road', () => {
  it.each<[what: string, code: string, given: Given, tax: number, fees: number, insurance: number, total: number]>([
    ['Splendor Plus in Maharashtra', 'MH', { price: 74_000, cc: 97.2 }, 7_400, 950, 5_692, 88_042],
    ['Activa 110 in Karnataka, with its surcharge', 'KA', { price: 76_000, cc: 109.5 }, 10_123, 950, 5_711, 92_784],
    ['Classic 350 in Delhi', 'DL', { price: 184_000, cc: 349 }, 14_720, 950, 10_979, 210_649],
    ['Classic 350 in Telangana', 'TG', { price: 184_000, cc: 349 }, 27_600, 950, 10_979, 223_529],
    ['Pulsar NS200 in Rajasthan, by its engine', 'RJ', { price: 132_000, cc: 199.5 }, 11_880, 950, 10_458, 155_288],
    ['390 Duke in Kerala', 'KL', { price: 297_000, cc: 398.6 }, 62_370, 950, 21_410, 381_730],
    ['iQube in Tamil Nadu, exempt', 'TN', { price: 110_000, kw: 4.4 }, 0, 650, 5_353, 116_003],
    ['Ather 450X in Karnataka', 'KA', { price: 147_000, kw: 6.4 }, 6_527, 650, 5_705, 159_882],
    ['Shine 125 in Uttar Pradesh', 'UP', { price: 80_000, cc: 123.9 }, 7_200, 950, 5_749, 93_899],
    ['Shine 125 in Assam, assumed', 'AS', { price: 80_000, cc: 123.9 }, 7_200, 950, 5_749, 93_899],
    ['a moped in Maharashtra, the least tax', 'MH', { price: 10_000, cc: 50 }, 1_500, 950, 3_961, 16_411],
    ['an electric scooter in Haryana, where none is exempt', 'HR', { price: 70_000, kw: 2 }, 2_800, 650, 4_019, 77_469],
  ])('is that of the parts: %s', (_what, code, given, tax, fees, insurance, total) => {
    expect(findOnRoadPrice(db, createVehicle(given), getState(code))).toMatchObject({
      exShowroomRupees: given.price,
      roadTaxRupees: tax,
      feesRupees: fees,
      insuranceRupees: insurance,
      totalRupees: total,
      isRateAssumed: code === 'AS',
    });
  });

  it('uses a band up to its maximum, inclusive', () => {
    const taxAt = (price: number) =>
      findOnRoadPrice(db, createVehicle({ price, cc: 110 }), getState('TG'))?.roadTaxRupees ?? 0;
    expect([taxAt(100_000), taxAt(100_001)]).toEqual([12_000, 15_000]);
  });

  it('lists its parts', () => {
    const notesIn = (code: string) => findOnRoadPrice(db, shine, getState(code))?.notes.join(' ');
    expect(notesIn('TG')).toMatch(/^Estimate with fees and premiums of Jan 2026 and the road tax of Aug 2025\. /);
    expect(notesIn('HR')).toContain('The road tax may be a percentage point or two off.');
    expect(notesIn('AS')).toMatch(/^The road tax of Assam is unknown: a typical rate of the other states is used\./);
  });

  it('exists only for vehicles that are sold new and have a known engine', () => {
    expect(getOnRoadChoice(db, { ...shine, stock: 'used' }, null)).toBeNull();
    expect(getOnRoadChoice(db, { ...shine, stock: 'upcoming', priceIsExpected: true }, null)).toBeNull();
    expect(getOnRoadChoice(db, { ...shine, engineCc: null }, null)).toBeNull();
    expect(findOnRoadPrice(db, { ...shine, stock: 'used' }, getState('MH'))).toBeNull();
  });

  it('is a range over all states until one is chosen', () => {
    const choice = getOnRoadChoice(db, shine, null);
    expect([choice?.price, choice?.states.length]).toEqual([null, 36]);
    expect(choice?.lowestRupees).toBeLessThan(choice?.highestRupees ?? 0);
    expect(getOnRoadChoice(db, shine, getState('KA'))?.price?.state).toBe('Karnataka');
  });
});

it('describes bands and dates as text', () => {
  const textIn = (code: string) =>
    formatBands(readRoadTaxes(db).find(({ stateCode }) => stateCode === code)?.bands ?? []);
  expect(textIn('RJ')).toBe('8% up to 200 cc, 13% up to 500 cc, then 15%');
  expect(textIn('CH')).toBe('8% up to ₹1,00,000, then 10%');
  expect([textIn('MP'), textIn('AS')]).toEqual(['8%', 'Not known']);
  expect([formatMonth('2025-08'), formatMonth('2024')]).toEqual(['Aug 2025', '2024']);
});
