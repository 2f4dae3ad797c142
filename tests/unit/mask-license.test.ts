import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskLicense } from '~/domain/listings/listing';

it.each([
  ['MH 12 QX 4711', 'MH 12 QX ••••'],
  ['KA05LZ42', 'KA05LZ••'],
  ['DL 3C AB 0001', 'DL 3C AB ••••'],
  ['22 BH 1234 AA', '22 BH •••• AA'],
  ['123456789', '12345••••'],
  ['applied for', '••••'],
])('%s is shown as %s', (license, shown) => {
  expect(maskLicense(license)).toBe(shown);
});

it('never shows the last digit', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 9 }), fc.stringMatching(/^[A-Z ]*$/), (start, digit, end) => {
      const shown = maskLicense(`${start}${digit}${end}`);
      expect(shown).not.toBe(`${start}${digit}${end}`);
      expect(shown.endsWith(`•${end}`)).toBe(true);
    }),
  );
});
