import { afterAll, expect, test } from 'vitest';
import { runCommand } from '~/domain/shared/run-command.server';
import { setFavourite } from '~/domain/saved/favourites.server';
import { freshDatabase } from '../support/fresh-database';
import { storeListing, storeUser } from '../support/stored-listing';

const db = freshDatabase();
afterAll(() => db.$client.close());
const now = new Date('2026-06-15T06:30:00.000Z');

test('a user has at most two hundred favourites, each once', () => {
  const actor = storeUser(db, 'Asha');
  const set = (vehicle: string, isOn = true) => runCommand(setFavourite, { vehicle, isOn }, { db, actor, now });
  const ids = Array.from({ length: 201 }, () => storeListing(db).listing.id);
  const [last = ''] = ids.slice(-1);
  for (const id of ids.slice(0, 200)) expect(set(id).ok).toBe(true);
  expect(set(last)).toMatchObject({ error: { kind: 'conflict', code: 'too_many_favourites', values: { most: 200 } } });
  expect(set(ids[0] ?? '').ok).toBe(true);
  expect(set(ids[0] ?? '', false).ok).toBe(true);
  expect(set(last).ok).toBe(true);
  expect(set('nothing').ok).toBe(false);
});
