import { describe, expect, it } from 'vitest';
import { findPlaceById, getDistance } from '~/domain/places/places.server';
import { formatHours, formatStops, planTrip, sumHours, type TripFigures, type TripTerms } from '~/domain/trip/trip';
import { tripRoutes } from '~/domain/trip/trip.queries.server';
import tripsFile from '~db/seed/trips.json';

const terms: TripTerms = {
  prices: { pricesAsOf: '2026-04-01', petrolPerLitre: 100, dieselPerLitre: 90, electricityPerKwh: 8 },
  shareBetweenStops: 0.8,
  minutesAtPump: 10,
  shareOfTopSpeed: 0.8,
};
const route = {
  id: 'here-there',
  name: 'Here to There',
  via: 'a road',
  km: 450,
  averageKmph: 50,
  towns: [
    { name: 'Here', km: 0 },
    { name: 'Middle', km: 200 },
    { name: 'There', km: 450 },
  ],
  note: null,
};
const petrol: TripFigures = {
  fuel: 'Petrol',
  mileageKmpl: 50,
  tankLitres: 5,
  rangeKm: null,
  batteryKwh: null,
  chargeHours: null,
  topSpeedKmph: 90,
};
const electric: TripFigures = {
  ...petrol,
  fuel: 'Electric',
  mileageKmpl: null,
  tankLitres: null,
  rangeKm: 100,
  batteryKwh: 3,
  chargeHours: 5,
};

describe('a trip', () => {
  it('on petrol stops when the shared part of the tank is used', () => {
    const trip = planTrip(route, petrol, terms);
    expect(trip).toMatchObject({ kmBetweenStops: 200, stopCount: 2, rupees: 900, ridingHours: 9 });
    expect(trip?.stops).toEqual([
      { km: 200, near: 'Middle' },
      { km: 400, near: 'There' },
    ]);
    expect(trip && sumHours(trip)).toBeCloseTo(9 + 2 / 6);
    expect(trip && formatStops(trip, 'Petrol')).toBe('Fill up at about 200 km (near Middle) and 400 km (near There).');
  });

  it('does not stop at its end', () => {
    expect(planTrip({ ...route, km: 400 }, petrol, terms)?.stopCount).toBe(1);
    const short = planTrip({ ...route, km: 200 }, petrol, terms);
    expect(short).toMatchObject({ stopCount: 0, stopHours: 0 });
    expect(short && formatStops(short, 'Petrol')).toBe('One full tank lasts.');
  });

  it('on electricity charges what the rest of the way needs', () => {
    const trip = planTrip(route, electric, terms);
    // 80 of 450 km are on the first charge: 370 km are 3.7 charges of five hours.
    expect(trip).toMatchObject({ stopCount: 5, rupees: 108 });
    expect(trip?.stopHours).toBeCloseTo(18.5);
    expect(trip && formatStops(trip, 'Electric')).toBe('Charge about every 80 km.');
  });

  it('is no faster than a share of the top speed', () => {
    expect(planTrip(route, { ...petrol, topSpeedKmph: 45 }, terms)?.ridingHours).toBe(12.5);
    expect(planTrip(route, { ...petrol, topSpeedKmph: null }, terms)?.ridingHours).toBe(9);
  });

  it('leaves out what is not known', () => {
    for (const missing of [{ mileageKmpl: null }, { mileageKmpl: 0 }, { tankLitres: null }]) {
      expect(planTrip(route, { ...petrol, ...missing }, terms)).toBeNull();
    }
    expect(planTrip(route, { ...electric, rangeKm: null }, terms)).toBeNull();
    expect(planTrip(route, { ...electric, batteryKwh: null }, terms)?.rupees).toBeNull();
    const trip = planTrip(route, { ...electric, chargeHours: null }, terms);
    expect(trip && [trip.stopHours, sumHours(trip)]).toEqual([null, null]);
  });

  it('does not distinguish more stops than a strip has room for', () => {
    expect(planTrip(route, { ...petrol, mileageKmpl: 0.5 }, terms)).toMatchObject({ stopCount: 224, stops: [] });
  });

  it('shows hours in steps of ten minutes', () => {
    expect([0.01, 0.5, 9, 9.34, 9.99, 23.99, 36.4].map(formatHours)).toEqual([
      '10 min',
      '30 min',
      '9 h',
      '9 h 20 min',
      '10 h',
      '24 h',
      '36 h',
    ]);
  });
});

describe('the routes', () => {
  it('are fifteen, each with its towns in order', () => {
    expect(tripRoutes).toHaveLength(15);
    expect(new Set(tripRoutes.map(({ id }) => id)).size).toBe(15);
    for (const { towns, km } of tripRoutes) {
      expect(towns[0]?.km).toBe(0);
      expect(towns.map((town) => town.km)).toEqual(towns.map((town) => town.km).sort((one, other) => one - other));
      expect(towns.at(-1)?.km).toBe(km);
    }
  });

  it('are longer than the straight line between known places, and not twice as long on the plain', () => {
    for (const { id, towns } of tripsFile.routes) {
      const known = towns.flatMap((town) => {
        const place = 'place' in town && town.place ? findPlaceById(town.place) : null;
        return place ? { km: town.km, place } : [];
      });
      expect(known.length, id).toBeGreaterThan(0);
      for (const [at, to] of known.entries()) {
        const from = known[at - 1];
        if (!from) continue;
        const factor = (to.km - from.km) / getDistance(from.place, to.place);
        expect([id, factor > 1 && factor < 2.2]).toEqual([id, true]);
      }
    }
  });
});
