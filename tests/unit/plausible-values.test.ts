import { describe, expect, it } from 'vitest';
import { findModelByName } from '~/domain/listings/models.server';
import { createQuestions } from '~/domain/listings/usual-values.server';
import { shine } from '../support/sample-content';

type Facts = Parameters<typeof createQuestions>[0];

const now = new Date('2026-06-15T06:30:00.000Z');

describe('a plausible listing', () => {
  it.each<Facts>([
    {},
    { license: '22 BH 1234 AB' },
    { license: 'dl3cab1234' },
    { type: 'Electric', mileage: 120, name: 'Ola S1 Pro', brand: 'Ola' },
    { name: 'Something of my own', brand: 'Zontes', presentPrice: 400_000, pastPrice: 450_000 },
    { kilometresDriven: 45_000 },
    { city: 'hyderabad' },
    { city: 'Hydrabad', state: 'Goa' },
    { city: null },
  ])('is not questioned: %j', (fields) => {
    expect(createQuestions({ ...shine, ...fields }, now)).toEqual({});
  });

  it.each<[Facts, Record<string, string>]>([
    [{ mileage: 610 }, { mileage: '610 km/l: is that right?' }],
    [{ type: 'Electric', mileage: 2 }, { mileage: '2 km a charge: is that right?' }],
    [{ topSpeed: 900 }, { topSpeed: '900 km/h: is that right?' }],
    [{ daysUsed: 4_000 }, { daysUsed: '4,000 days used for a model of 2021: is that right?' }],
    [{ daysUsed: 30, kilometresDriven: 50_000 }, { kilometresDriven: '50,000 km in 30 days: is that right?' }],
    [
      { license: 'XX 12 AB 1234' },
      { license: '“XX 12 AB 1234” does not look like an Indian number plate: is that right?' },
    ],
    [
      { license: '99 BH 1234 AA' },
      { license: '“99 BH 1234 AA” does not look like an Indian number plate: is that right?' },
    ],
    [{ city: 'Hydrabad' }, { city: 'Hydrabad, not Hyderabad: is that right?' }],
    [{ presentPrice: 520 }, { presentPrice: '₹520 for the Shine 125, which costs ₹80,852 when new: is that right?' }],
    [
      { name: 'Activa 6G', year: 2012, daysUsed: 4_000 },
      { year: 'The Activa 6G came in 2020, and this one is of 2012: is that right?' },
    ],
    [
      { name: 'My scooter', model: 'Activa 6G', year: 2012, daysUsed: 4_000 },
      { year: 'The Activa 6G came in 2020, and this one is of 2012: is that right?' },
    ],
  ])('is questioned: %j', (fields, questions) => {
    expect(createQuestions({ ...shine, ...fields }, now)).toEqual(questions);
  });
});

it.each([
  ['Honda', 'Honda Activa 6G STD BS6', 'Activa 6G'],
  ['Royal Enfield', 'classic350', 'Classic 350'],
  ['Honda', 'Something else', undefined],
  ['Zontes', 'Activa', undefined],
])('the model of %s in %j is %s', (brand, name, model) => {
  expect(findModelByName(brand, name)?.model).toBe(model);
});
