import { expect, it } from 'vitest';
import { createListingFile } from '~/domain/listings/listing-file.server';
import { freshDatabase } from '../support/fresh-database';
import { storeListing, storeUser } from '../support/stored-listing';

it('the file of listings has what riders published, without plates, sellers and formulas', async () => {
  const db = freshDatabase();
  const seller = storeUser(db, 'Sita Devi');
  for (let index = 0; index < 120; index += 1)
    storeListing(db, { name: `Shine ${index}`, license: 'KA 05 LZ 4711' }, seller);
  storeListing(db, { name: 'Gone one', description: 'Call 98765 43210' });
  db.$client
    .prepare(
      "UPDATE listings SET name = '=SUM(A1)', hidden_at = created_at, hidden_reason = 'Not yours' WHERE name = 'Gone one'",
    )
    .run();
  const text = await new Response(createListingFile(db)).text();
  const lines = text.split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFF?Id,Name,Brand,Model/);
  expect(lines).toHaveLength(1 + 121 + 1);
  expect(text).toContain(",'=SUM(A1),");
  expect(text).toContain('Not yours');
  // No part of a random id: those are hexadecimal.
  for (const personal of ['LZ', 'Sita', '98765 43', 'example.com']) expect(text).not.toContain(personal);
});
