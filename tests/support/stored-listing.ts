import type { Asker, SignedInUser } from '~/domain/asker';
import { checkInput, runCommand } from '~/domain/command.server';
import { type CreatedListing, createListing } from '~/domain/listings/create-listing.server';
import type { Database } from '~db/connection';
import { users } from '~db/schema';

export const nobody: Asker = { user: null, manageKeyIds: [] };

/** A bike as the sell form's fields say it, every rule kept. */
export const shine = {
  name: 'Honda Shine 125',
  brand: 'Honda',
  year: 2021,
  type: 'Petrol',
  daysUsed: 900,
  condition: 'Good',
  mileage: 55,
  topSpeed: 100,
  presentPrice: 52_000,
  pastPrice: 80_000,
  license: 'KA 05 LZ 4711',
  engineCapacity: '124 cc',
} as const;

/** A used vehicle as its owner offers it by a call, every rule kept. */
export const usedShine = { name: 'Honda Shine 125', brand: 'Honda', type: 'Bike', price: 52_000, fuelType: 'Petrol' };

/** Lists a vehicle by the command itself. @throws when its fields break a rule */
export function storeListing(
  db: Database,
  fields: Record<string, unknown> = {},
  asker: Asker = nobody,
  now = new Date('2026-06-15T06:30:00.000Z'),
): CreatedListing {
  const input = checkInput(createListing, { ...shine, kind: 'bike', photos: [], ...fields }, now);
  if (!input.done) throw new Error(JSON.stringify(input.problem));
  const created = runCommand(createListing, input.value, { db, asker, now });
  if (!created.done) throw new Error(created.problem.message);
  return created.value;
}

/** Stores a user and answers them as the asker of a request. */
export function storeUser(
  db: Database,
  name: string,
  role: 'user' | 'operator' = 'user',
): Asker & { user: SignedInUser } {
  const id = `user-${name.toLowerCase()}`;
  const moment = '2026-06-01T00:00:00.000Z';
  db.insert(users)
    .values({
      id,
      name,
      email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
      passwordHash: 'of no password',
      gender: 'other',
      role,
      createdAt: moment,
      updatedAt: moment,
    })
    .run();
  return { user: { id, name, role, sessionId: `session-${id}` }, manageKeyIds: [] };
}
