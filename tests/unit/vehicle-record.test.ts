import { describe, expect, it } from 'vitest';
import { getOfferName, isUpcoming, type VehicleRecord } from '~/domain/catalogue/vehicle';
import { findOffer, findOffers, findVehicle, findVehicleRecord } from '~/domain/catalogue/vehicle.queries.server';
import { toVehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import {
  formatAcceleration,
  formatBrakes,
  formatEngine,
  formatExpected,
  formatKilometres,
  formatLaunch,
  formatLights,
  formatOffers,
  formatPlace,
  formatPower,
  formatReported,
  formatToolKit,
  formatTorque,
  formatTransmission,
  formatWithUnit,
  formatYearsUsed,
} from '~/domain/catalogue/vehicle-labels';
import { anonymous } from '~/domain/shared/actor';
import { toDay } from '~/domain/shared/dates';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

const db = freshDatabase();

function record(id: string): VehicleRecord {
  const found = findVehicleRecord(db, id);
  if (!found) throw new Error(`No vehicle ${id}`);
  return found;
}

describe('the record of a vehicle', () => {
  it('has everything of its card, and every figure of its data file', () => {
    const classic = record('1');
    expect(classic).toMatchObject(findVehicle(db, '1') ?? {});
    expect(classic).toMatchObject({
      variant: 'Heritage',
      segment: 'Retro roadster',
      category: 'popular',
      kerbWeightKg: 195,
      brakes: { front: { type: 'disc', mm: 300 }, rear: { type: 'disc', mm: 270 }, assist: 'dual-channel ABS' },
      tags: ['Retro', 'Best Seller', 'Weekend Rides'],
      damages: [],
      hasToolKit: true,
      estimated: ['acceleration0to60s', 'topSpeedKmph', 'brakes'],
      photos: [],
      isBuiltIn: true,
      owner: null,
    });
  });

  it('names an estimated figure by its name in the API', () => {
    const { figures } = toVehicleJson(record('18'), 'https://bikes.example');
    expect(figures.estimated).toContain('kerbWeightKg');
  });

  it('has the same texts everywhere', () => {
    const classic = record('1');
    expect(formatEngine(classic)).toBe('349 cc, single cylinder, air-oil cooled');
    expect(formatPower(classic)).toBe('20.2 PS at 6,100 rpm');
    expect(formatTorque(classic)).toBe('27 Nm at 4,000 rpm');
    expect(formatTransmission(classic)).toBe('5-speed manual');
    expect(formatBrakes(classic)).toBe('300 mm disc / 270 mm disc, dual-channel ABS');
    expect(formatLights(classic)).toBe('Headlamp LED, tail LED, indicators bulb');
    expect(formatAcceleration(classic)).toBe('0-60 km/h in 5.8 s');
    expect(formatLaunch(classic)).toBe('2009');
    expect(formatLaunch(record('15'))).toBe('7 Apr 2022');
    expect(formatToolKit(classic)).toBe('Included');
    expect(formatYearsUsed(classic)).toBe('New');
    expect(formatWithUnit(classic.lengthMm, 'mm')).toBe('2,145 mm');
    expect(formatWithUnit(null, 'mm')).toBeNull();
  });

  it('of a used vehicle has its history', () => {
    const used = record('105');
    expect(formatKilometres(used)).toBe('26,700 km');
    // Of 2022: a year more with every January.
    expect(used.yearsUsed).toBe(Number(toDay(new Date()).slice(0, 4)) - 2022);
    expect(formatPlace(used)).toBe('Bengaluru, Karnataka');
    expect(formatReported(used.damages, used)).toBe('Scuffed crash guard; Chipped paint on the swingarm');
    expect(formatReported([], { isBuiltIn: true })).toBe('None reported');
    expect(formatReported([], { isBuiltIn: false })).toBe('Not given');
    expect(isUpcoming(used)).toBe(false);
  });

  it('of a user counts the years since they were stated', () => {
    const own = freshDatabase();
    const yearsIn = (daysAgo: number) => {
      own.$client.exec(`UPDATE vehicles SET years_used = 2.5, years_used_as_of = date('now', '-${daysAgo} days')
        WHERE id = '105'`);
      return findVehicleRecord(own, '105')?.yearsUsed;
    };
    expect([10, 360, 370, 1_100].map(yearsIn)).toEqual([2.5, 2.5, 3.5, 5.5]);
    own.$client.close();
  });

  it('of an upcoming one shows that its month has passed', () => {
    const own = freshDatabase();
    const isOverdue = (when: string) => {
      own.$client.exec(`UPDATE vehicles SET launch_day = date('now', '+330 minutes', ${when}) WHERE id = '9'`);
      return findVehicleRecord(own, '9')?.isLaunchOverdue;
    };
    expect(["'start of month', '-1 day'", "'start of month'", "'+1 month'"].map(isOverdue)).toEqual([
      true,
      false,
      false,
    ]);
    expect(record('1').isLaunchOverdue).toBe(false);
    own.$client.close();
  });

  it('of an upcoming one is labelled', () => {
    const upcoming = record('9');
    expect(isUpcoming(upcoming)).toBe(true);
    expect(formatKilometres(upcoming)).toBe('N/A');
    expect(formatYearsUsed(upcoming)).toBe('New Launch');
    expect(formatExpected(upcoming)).toBe('Expected Mar 2027');
    expect(formatExpected({ ...upcoming, isLaunchOverdue: true })).toBe('Was expected Mar 2027');
    expect(formatOffers(upcoming)).toBe('No current offers');
  });

  it('is rejected if stored JSON has another shape', () => {
    const damaged = freshDatabase();
    damaged.$client.prepare(`UPDATE vehicles SET tags = '[1]' WHERE id = '1'`).run();
    expect(() => findVehicleRecord(damaged, '1')).toThrow('expected string');
  });

  it('is absent for unknown and hidden vehicles', () => {
    expect(findVehicleRecord(db, '999')).toBeNull();
    const own = freshDatabase();
    own.$client.exec("UPDATE vehicles SET hidden_at = '2026-06-15T00:00:00.000Z' WHERE id = '1'");
    expect(findVehicleRecord(own, '1')).toBeNull();
  });
});

describe('an id', () => {
  it('identifies a vehicle or a listing', () => {
    const own = freshDatabase();
    const { listing } = storeListing(own);
    const found = findOffers(own, ['105', listing.id, 'nothing', 'sample-bike-1', '1'], anonymous);
    expect(found.map(({ kind }) => kind)).toEqual(['vehicle', 'listing', 'listing', 'vehicle']);
    expect(found.map(getOfferName)[0]).toBe('Royal Enfield Scram 411');
    expect(findOffer(own, '', anonymous)).toBeNull();
  });

  it('of a hidden item identifies nothing', () => {
    const own = freshDatabase();
    const { listing } = storeListing(own);
    for (const [table, id] of [
      ['vehicles', '1'],
      ['listings', listing.id],
    ] as const) {
      expect(findOffer(own, id, anonymous)?.kind).toBeDefined();
      own.$client.prepare(`UPDATE ${table} SET hidden_at = '2026-06-15T00:00:00.000Z' WHERE id = ?`).run(id);
      expect(findOffer(own, id, anonymous)).toBeNull();
    }
    expect(findOffers(own, [listing.id, '1', '2'], anonymous).map(getOfferName)).toEqual([record('2').name]);
  });
});
