import { hasFreshPassword, passwordNeeded } from '../accounts/fresh-password.server';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { vehicles } from '~db/schema';
import { vehicleNotFound } from '../catalogue/vehicle-record-queries.server';
import { defineCommand } from '../command.server';
import { logDeed } from '../desk/operator-log.server';
import { leaveRemovalNotice } from '../desk/removal-notices.server';
import { done, refused } from '../outcome';
import { isOwnVehicle, vehicleToChange } from './held-vehicle.server';

/**
 * Deletes a user's vehicle permanently. A vehicle of the built-in catalogue is hidden instead, as the seeder does,
 * because other users' reviews and messages refer to it. For permissions see `vehicleToChange`.
 */
export const deleteVehicle = defineCommand<{ id: string }, { id: string }>({
  name: 'delete-vehicle',
  changes: ({ id }) => ({ table: 'vehicles', id }),
  schema: () => z.object({ id: z.string() }),
  invalidMessage: () => vehicleNotFound.message,
  limit: 'write',
  run({ id }, context) {
    const { db, asker, now } = context;
    const found = vehicleToChange(db, id, asker);
    if (!found.done) return found;
    const { name, isBuiltIn, owner } = found.value;
    const isOwn = isOwnVehicle(found.value, asker);
    if (!isOwn && asker.user && !hasFreshPassword(asker.user, now)) return refused(passwordNeeded);
    if (isBuiltIn) {
      const hiddenAt = now.toISOString();
      db.update(vehicles).set({ hiddenAt, version: sql`version + 1` }).where(eq(vehicles.id, id)).run();
    } else {
      leaveRemovalNotice(context, {
        kind: 'vehicle',
        name,
        reason: null,
        userId: owner?.id ?? null,
        manageKeyId: null,
      });
      db.delete(vehicles).where(eq(vehicles.id, id)).run();
    }
    logDeed(context, { subject: 'vehicle', subjectId: id, title: name, deed: 'deleted' }, { isOwn });
    return done({ id });
  },
});
