import { type Actor, anonymous, type SignedInUser } from '~/domain/shared/actor';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import { type CreatedListing, createListing } from '~/domain/listings/listing.commands.server';
import type { Database } from '~db/connection';
import type { Role } from '~db/enums';
import { users } from '~db/schema/accounts';
import { shine } from './sample-content';

/** Lists a vehicle by the command itself. @throws when its fields are invalid */
export function storeListing(
  db: Database,
  fields: Record<string, unknown> = {},
  actor: Actor = anonymous,
  now = new Date('2026-06-15T06:30:00.000Z'),
): CreatedListing {
  const input = checkInput(createListing, { ...shine, kind: 'bike', photos: [], ...fields }, now);
  if (!input.ok) throw new Error(JSON.stringify(input.error));
  const created = runCommand(createListing, input.value, { db, actor, now });
  if (!created.ok) throw new Error(created.error.code);
  return created.value;
}

/** Stores a user and returns them as an actor. */
export function storeUser(db: Database, name: string, role: Role = 'user'): Actor & { user: SignedInUser } {
  const id = `user-${name.toLowerCase()}`;
  const timestamp = '2026-06-01T00:00:00.000Z';
  db.insert(users)
    .values({
      id,
      name,
      email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
      passwordHash: 'of no password',
      gender: 'other',
      role,
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .run();
  return { user: { id, name, role, sessionId: `session-${id}` }, manageKeyIds: [] };
}
