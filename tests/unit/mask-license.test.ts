import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listings } from '~db/schema/listings';
import { seeds } from '~db/schema/site';
import { updateOfferNames } from '~/domain/listings/offer-names.server';
import { findListing } from '~/domain/listings/listing.queries.server';
import { anonymous } from '~/domain/shared/actor';
import { getPlateOffice, maskLicense } from '~/domain/shared/plate';
import { freshDatabase } from '../support/fresh-database';
import { storeListing, storeUser } from '../support/stored-listing';

it.each([
  ['MH 12 QX 4711', 'MH 12 QX ••••', 'MH12'],
  ['KA05LZ42', 'KA••LZ••', 'KA'],
  ['DL 3C AB 0001', 'DL 3C AB ••••', 'DL3C'],
  ['22 BH 1234 AA', '22 BH •••• AA', '22BH'],
  ['123456789', '12345••••', '1234'],
  ['MH 12 AB 12 34', 'MH 12 AB •• ••', 'MH12'],
  ['MH12AB-1 2 3 4', 'MH12AB-• • • •', 'MH12'],
  ['MH12AB 1234/2', 'MH12AB 1•••/•', 'MH12'],
  ['↑09D 123456X', '↑09D 12••••X', '↑09D'],
  ['MH12AB१२३४', 'MH12AB••••', 'MH12'],
  ['MH12AB ①²3४', 'MH12AB ••••', 'MH12'],
  ['applied for', '••••', ''],
])('%s is shown as %s, and found by %s', (license, shown, office) => {
  expect(maskLicense(license)).toBe(shown);
  expect(getPlateOffice(shown)).toBe(office);
});

const digits = fc.constantFrom(...'0123456789०१२३४٤۴４𝟺①²½');
const separators = fc.constantFrom('', ' ', '-', '/', '.', '–', '\u00a0', '\u200b', '\u2060', '\u200d', 'X', ' AB ');
/** A beginning without digits among its last characters matters not: the last four digits come after it. */
const plates = fc
  .tuple(
    fc.stringMatching(/^[A-Z0-9 -]{0,8}$/),
    fc.array(fc.tuple(separators, digits), { minLength: 4, maxLength: 4 }),
    separators,
  )
  .map(([start, serial, end]) => ({ start, license: start + serial.flat().join('') + end }));

it('shows and indexes none of the last four digits, and all before them', () => {
  fc.assert(
    fc.property(plates, ({ start, license }) => {
      const shown = maskLicense(license);
      expect(shown.startsWith(start)).toBe(true);
      expect(shown.slice(start.length)).not.toMatch(/\p{N}/u);
      expect(shown).toHaveLength([...license].length);
      expect(getPlateOffice(shown).replace(/\P{N}/gu, '')).toBe(
        start.replace(/[\s-]/g, '').slice(0, 4).replace(/\P{N}/gu, ''),
      );
    }),
  );
});

it('stores no invisible character, and shows visitors the masked plate', () => {
  const db = freshDatabase();
  const owner = storeUser(db, 'Asha');
  fc.assert(
    fc.property(plates, ({ license }) => {
      const { listing } = storeListing(db, { license: license.slice(0, 20), hideLicenseDigits: true }, owner);
      expect(listing.license).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Cf}]|[^\S ]/u);
      expect(findListing(db, listing.id, anonymous)?.license).toBe(maskLicense(listing.license));
    }),
    { numRuns: 30 },
  );
});

it('repairs the plates of an older version, unchanged in everything else', () => {
  const db = freshDatabase();
  const { listing } = storeListing(db, {}, anonymous);
  const checkedAt = '2026-06-16T06:30:00.000Z';
  db.update(listings).set({ license: 'MH12\u00a0AB\u200b1234' }).where(eq(listings.id, listing.id)).run();
  db.update(listings).set({ checkedAt }).where(eq(listings.id, listing.id)).run();
  db.delete(seeds).where(eq(seeds.name, 'plates')).run();
  updateOfferNames(db, new Date());
  const row = db.select().from(listings).where(eq(listings.id, listing.id)).get();
  expect(row).toMatchObject({ license: 'MH12 AB1234', checkedAt, version: listing.version + 1 });
});
