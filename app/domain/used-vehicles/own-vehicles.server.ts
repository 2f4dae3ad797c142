import { desc, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { vehicles } from '~db/schema';
import type { VehicleSummary } from '../catalogue/vehicle';
import { summaryColumns } from '../catalogue/vehicle-rows.server';
import { preparedOf } from '../shared/memoize.server';

/** Maximum number of a user's vehicles that a screen shows. */
const mostOwned = 200;

type OwnVehicle = {
  of: 'vehicle';
  vehicle: VehicleSummary;
  isHidden: boolean;
  /** The operator's reason for hiding it; null when it is not hidden. */
  whyHidden: string | null;
};

const reads = preparedOf((db) =>
  db
    .select({
      ...summaryColumns,
      isHidden: sql`${vehicles.hiddenAt} IS NOT NULL`.mapWith(Boolean),
      whyHidden: vehicles.hiddenReason,
    })
    // Raw: forces the index that holds a user's vehicles in order.
    .from(
      sql`(SELECT seq FROM vehicles INDEXED BY vehicles_owner WHERE owner_user_id = ${sql.placeholder('userId')}
            ORDER BY seq DESC LIMIT ${sql.raw(`${mostOwned}`)}) own`,
    )
    .crossJoin(vehicles)
    .where(sql`${vehicles.seq} = own.seq`)
    .orderBy(desc(vehicles.seq))
    .prepare(),
);

/** Cards of a user's used vehicles, the newest first, hidden ones included. */
export const vehiclesOfUser = (db: Database, userId: string): OwnVehicle[] =>
  reads(db)
    .all({ userId })
    .map(({ isHidden, whyHidden, ...vehicle }) => ({ of: 'vehicle', vehicle, isHidden, whyHidden }));
