import type { Asker, SignedInUser } from '~/domain/asker';
import { checkInput, runCommand } from '~/domain/command.server';
import { type CreatedListing, createListing } from '~/domain/listings/create-listing.server';
import type { Database } from '~db/connection';
import { users } from '~db/schema';
import { shine } from './sample-content';

export const nobody: Asker = { user: null, manageKeyIds: [] };

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
