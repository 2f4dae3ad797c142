import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFieldErrors } from '~/domain/shared/result';
import { getLastYear } from '~/domain/listings/listing';
import { formatAge } from '~/domain/listings/listing-facts';
import { createListing } from '~/domain/listings/listing.commands.server';
import { decodeListingForm } from '~/domain/listings/listing.schema.server';
import { checkInput } from '~/domain/shared/run-command.server';
import { shine } from '../support/sample-content';

const now = new Date('2026-06-15T06:30:00.000Z');
const check = (fields: object, at = now) =>
  checkInput(createListing, { ...shine, kind: 'bike', photos: [], ...fields }, at);

function getErrors(fields: object, at = now): { code: string; errors: Record<string, string> } | null {
  const checked = check(fields, at);
  if (checked.ok) return null;
  if (checked.error.kind !== 'invalid') throw new Error(checked.error.kind);
  return { code: checked.error.code, errors: formatFieldErrors(checked.error.errors) };
}

it.each([
  [0, '0 days'],
  [1, '1 day'],
  [30, '30 days'],
  [31, '1 month'],
  [364, '11 months'],
  [366, '1 year'],
  [800, '2 years 2 months'],
  [1_720, '4 years 8 months'],
])('%d days are %s', (days, text) => {
  expect(formatAge(days)).toBe(text);
});

describe('the fields of a listing', () => {
  it('are all required', () => {
    const checked = checkInput(createListing, { kind: 'bike', photos: [] }, now);
    expect(checked).toMatchObject({ ok: false, error: { kind: 'invalid', code: 'required_fields' } });
    expect(formatFieldErrors(Object(checked).error.errors)).toEqual({
      name: 'Name is required',
      brand: 'Brand is required',
      year: 'Year is required',
      type: 'Type is required',
      daysUsed: 'Days used is required',
      condition: 'Condition is required',
      mileage: 'Mileage is required',
      topSpeed: 'Top speed is required',
      presentPrice: 'Present price is required',
      pastPrice: 'Past price is required',
      license: 'License number is required',
    });
  });

  it.each([
    [{ name: ' \u0000\n ' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(81) }, 'name', 'Name is 1 character too long: at most 80'],
    [{ name: 7 }, 'name', 'Name must be text'],
    [{ year: 1999 }, 'year', 'Year must be between 2000 and 2026'],
    [{ year: 2027 }, 'year', 'Year must be between 2000 and 2026'],
    [{ year: 'new' }, 'year', 'Year must be a number'],
    [{ year: '2021' }, 'year', 'Year must be a number'],
    [{ ownerNumber: '1' }, 'ownerNumber', 'Owner number must be a number'],
    [{ presentPrice: '36 km' }, 'presentPrice', 'Present price must be in rupees, not km'],
    [
      { presentPrice: '85.000' },
      'presentPrice',
      'Present price can mean ₹85 or ₹85,000. Please write the one you mean in full.',
    ],
    [{ daysUsed: -1 }, 'daysUsed', 'Days used must be 0 or more'],
    [{ mileage: -0.1 }, 'mileage', 'Mileage must be 0 or more'],
    [{ topSpeed: -5 }, 'topSpeed', 'Top speed must be 0 or more'],
    [{ presentPrice: -1 }, 'presentPrice', 'Present price must be 0 or more'],
    [{ pastPrice: '12' }, 'pastPrice', 'Past price must be a number'],
    [{ presentPrice: 1e12 }, 'presentPrice', 'Present price must be at most ₹1,00,00,00,000'],
    [{ kilometresDriven: 1e9 }, 'kilometresDriven', 'Kilometres driven must be at most 1,00,00,000'],
    [{ type: 'Diesel' }, 'type', 'Type must be Petrol or Electric'],
    [{ condition: 'Mint' }, 'condition', 'Condition must be Excellent, Good, Fair or Poor'],
    [{ ownerNumber: 0 }, 'ownerNumber', 'Owner number must be from 1 to 9'],
    [{ ownerNumber: 10 }, 'ownerNumber', 'Owner number must be from 1 to 9'],
    [{ ownerNumber: 1.5 }, 'ownerNumber', 'Owner number must be from 1 to 9'],
    [{ kilometresDriven: -1 }, 'kilometresDriven', 'Kilometres driven must be 0 or more'],
    [{ presentPrice: 0.5 }, 'presentPrice', 'Present price must be in whole rupees'],
    [{ daysUsed: 12.7 }, 'daysUsed', 'Days used must be a whole number'],
    [{ year: 2021.9 }, 'year', 'Year must be a whole number'],
    [{ insuranceUntil: 'soon' }, 'insuranceUntil', 'Insurance until must be a date, such as 2027-03-31'],
    [{ insuranceUntil: '2027-02-30' }, 'insuranceUntil', 'Insurance until must be a date, such as 2027-03-31'],
    [{ insuranceUntil: '1927-02-28' }, 'insuranceUntil', 'Insurance until must be a date, such as 2027-03-31'],
    [{ hasRc: 'on' }, 'hasRc', 'Registration certificate (RC) in my name: yes or no'],
    [{ city: 'x'.repeat(61) }, 'city', 'City is 1 character too long: at most 60'],
  ])('%o is rejected', (fields, field, message) => {
    expect(getErrors(fields)?.errors).toEqual({ [field]: message });
  });

  it('accept the years up to now in India: 2025 at least, the new year when it begins there', () => {
    expect(getLastYear(new Date('2020-01-01T00:00:00.000Z'))).toBe(2025);
    expect(getLastYear(new Date('2026-12-31T18:29:59.999Z'))).toBe(2026);
    expect(getLastYear(new Date('2026-12-31T18:30:00.000Z'))).toBe(2027);
    expect(getErrors({ year: 2027 }, new Date('2026-12-31T18:30:00.000Z'))).toBeNull();
  });

  it('are stored as one clean line each; decimals as whole rupees, days and years', () => {
    const checked = check({
      name: '  Honda\u0000 \t Shine\u202E ',
      ...decodeListingForm({ year: '2021.9', daysUsed: '12.7', presentPrice: '52,000.5' }),
      mileage: 55.5,
      city: ' ',
      hideLicenseDigits: null,
    });
    expect(checked).toMatchObject({
      ok: true,
      value: { name: 'Honda Shine', year: 2021, daysUsed: 12, presentPrice: 52_001, mileage: 55.5, city: null },
    });
  });

  it('contain no unknown fields', () => {
    const checked = check({
      isSample: true,
      sellerEmail: 'x@example.com',
      id: '1',
      ownerUserId: 'u',
      availability: 'sold',
    });
    expect(checked.ok && Object.keys(checked.value)).not.toContain('isSample');
    expect(checked.ok && Object.keys(checked.value)).not.toContain('ownerUserId');
  });
});

describe('a listing from a form', () => {
  it.each([
    ['₹1,25,000', 125_000],
    ['1 25 000.50', 125_001],
    ['Rs. 500', 500],
    ['-3', -3],
    ['.5', 1],
    ['12a', '12a'],
    ['1e3', 1000],
    ['1E+15', 1e15],
    ['1e-3', '1e-3'],
  ])('reads %s as %s', (formValues, read) => {
    expect(decodeListingForm({ presentPrice: formValues }).presentPrice).toBe(read);
  });

  it.each([
    ['kilometresDriven', '26,700', 26_700],
    ['daysUsed', '1,200', 1200],
    ['pastPrice', '1,90,000', 190_000],
    ['mileage', ' 45.5 ', 45.5],
    ['mileage', '४५.५', 45.5],
    ['year', '௨௦௨௧', 2021],
    ['mileage', '45 km/l', 45],
    ['topSpeed', '90kmph', 90],
    ['kilometresDriven', '१२,००० km', 12_000],
    ['pastPrice', '90 km', '90 km'],
    ['mileage', '45,5', '45,5'],
    ['mileage', '₹45', '₹45'],
    ['topSpeed', '9 0', '9 0'],
    ['year', '2,021', 2021],
    ['topSpeed', '120 kph', 120],
    ['kilometresDriven', '12 thousand km', 12_000],
    ['daysUsed', '2 years', '2 years'],
    ['ownerNumber', '1st owner', 1],
    ['ownerNumber', '1,', '1,'],
  ])('reads %s %s as %s', (name, formValues, read) => {
    expect(decodeListingForm({ [name]: formValues })).toEqual({ [name]: read });
  });

  it('leaves out empty fields, and reads a checked box', () => {
    expect(decodeListingForm({ name: ' ', year: '', brand: 'TVS', hideLicenseDigits: 'on' })).toEqual({
      brand: 'TVS',
      hideLicenseDigits: true,
    });
    expect(decodeListingForm({ hideLicenseDigits: '', hasPuc: 'on' })).toEqual({
      hideLicenseDigits: false,
      hasPuc: true,
    });
  });

  it('gives the same errors as the API for the same invalid input', () => {
    const numbers = fc.record({
      year: fc.integer(),
      daysUsed: fc.integer(),
      mileage: fc.integer(),
      pastPrice: fc.integer(),
    });
    fc.assert(
      fc.property(numbers, (fields) => {
        const formValues = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
        expect(getErrors(decodeListingForm(formValues))).toEqual(getErrors(fields));
      }),
    );
  });
});
