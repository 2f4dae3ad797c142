import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { findHomeVehicles } from '~/domain/catalogue/stock.queries.server';
import { memoizeByRevision } from '~/domain/shared/content-revision.server';
import { sessions } from '~db/schema/accounts';
import { vehicles } from '~db/schema/vehicles';
import { freshDatabase } from '../support/fresh-database';

test('reads again only after a change of public content', () => {
  const db = freshDatabase();
  const read = vi.fn(() => ({}));
  const readOnce = memoizeByRevision(read);
  const first = readOnce(db);
  db.delete(sessions).run();
  expect(readOnce(db)).toBe(first);
  db.update(vehicles).set({ priceRupees: 1 }).where(eq(vehicles.id, '1')).run();
  expect(readOnce(db)).not.toBe(first);
  expect(read).toHaveBeenCalledTimes(2);
});

test('reads again after midnight in India', () => {
  const db = freshDatabase();
  const read = vi.fn(() => ({}));
  const readOnce = memoizeByRevision(read);
  vi.useFakeTimers({ now: new Date('2026-06-15T18:29:59.000Z') });
  try {
    const first = readOnce(db);
    expect(readOnce(db)).toBe(first);
    vi.setSystemTime(new Date('2026-06-15T18:30:00.000Z'));
    expect(readOnce(db)).not.toBe(first);
  } finally {
    vi.useRealTimers();
  }
});

test('each database has its own values', () => {
  const [one, other] = [freshDatabase(), freshDatabase()];
  one.update(vehicles).set({ name: 'Renamed' }).where(eq(vehicles.isFeatured, true)).run();
  expect(findHomeVehicles(one).featuredBikes.map(({ name }) => name)).toContain('Renamed');
  expect(findHomeVehicles(other).featuredBikes.map(({ name }) => name)).not.toContain('Renamed');
});
