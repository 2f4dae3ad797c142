import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeListingForm } from '~/domain/listings/listing.schema.server';
import { decodeServiceForm } from '~/domain/services/service.schema.server';
import { formatDay, formatLongDay } from '~/domain/shared/dates';
import { parseTypedDay } from '~/domain/shared/typed-days';

describe('a typed day', () => {
  it.each([
    ['31/12/2026', '2026-12-31'],
    ['31-12-2026', '2026-12-31'],
    ['31.12.2026', '2026-12-31'],
    ['5/6/2026', '2026-06-05'],
    ['05/06/2026', '2026-06-05'],
    ['31 Dec 2026', '2026-12-31'],
    ['31st December, 2026', '2026-12-31'],
    ['31-Dec-2026', '2026-12-31'],
    ['Dec 31, 2026', '2026-12-31'],
    ['9 sept. 2026', '2026-09-09'],
    ['2026/12/31', '2026-12-31'],
    ['३१/१२/२०२६', '2026-12-31'],
    ['\u200e31\u00a0Dec 2026 ', '2026-12-31'],
  ])('%j is %s', (text, day) => {
    expect(parseTypedDay(text)).toBe(day);
  });

  it.each([
    '12/31/2026',
    '31/12/26',
    '30/02/2026',
    '31/12-2026',
    '31 Foo 2026',
    '31 Ju 2026',
    '2026',
    '',
    'soon',
    '0/1/2026',
  ])('%j is none', (text) => {
    expect(parseTypedDay(text)).toBeNull();
  });

  it('is that day however it is written, or none', () => {
    const days = fc
      .date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2199-12-31') })
      .map((date) => date.toISOString().slice(0, 10));
    const forms: ((day: string) => string)[] = [
      (day) => day,
      formatDay,
      (day) => formatLongDay(day, '1800-01-01').replace(/^\w+, /, ''),
      ...['/', '-', '.'].map((sign) => (day: string) => day.split('-').reverse().join(sign)),
      ...['/', '-'].map((sign) => (day: string) => day.split('-').reverse().map(Number).join(sign)),
    ];
    const zeros = fc.constantFrom(0x30, 0x0966, 0x09e6, 0x0be6, 0x0c66, 0xff10);
    fc.assert(
      fc.property(days, fc.constantFrom(...forms), zeros, (day, format, zero) => {
        const text = format(day).replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
        expect(parseTypedDay(text)).toBe(day);
      }),
    );
    // Month first is never read as day first of another day, unless it is one.
    fc.assert(
      fc.property(days, (day) => {
        const [year = '', month = '', date = ''] = day.split('-');
        const swapped = Number(date) > 12 ? null : `${year}-${date}-${month}`;
        expect(parseTypedDay(`${month}/${date}/${year}`)).toBe(swapped);
      }),
    );
  });
});

it('forms take a typed day, and keep any other text for its error', () => {
  expect(decodeListingForm({ insuranceUntil: '31/12/2026' })).toEqual({ insuranceUntil: '2026-12-31' });
  expect(decodeListingForm({ insuranceUntil: '12/31/2026' })).toEqual({ insuranceUntil: '12/31/2026' });
  const decode = (text: string) => decodeServiceForm({ 'serviceDetails.preferredDate': text }, 'null');
  expect(decode('५ जून 2026')).toMatchObject({ serviceDetails: { preferredDate: '५ जून 2026' } });
  expect(decode('31 Dec 2026')).toMatchObject({ serviceDetails: { preferredDate: '2026-12-31' } });
  expect(decode('')).toMatchObject({ serviceDetails: { preferredDate: null } });
});
