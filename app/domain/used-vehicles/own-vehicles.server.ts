import type { Database } from '~db/connection';
import type { VehicleSummary } from '../catalogue/vehicle';
import { summaryColumns, type SummaryRow, toSummary } from '../catalogue/vehicle-rows.server';
import { statementsOf } from '../shared/memoize.server';

/** Maximum number of a user's vehicles that a screen shows. */
const mostOwned = 200;

type OwnVehicle = {
  of: 'vehicle';
  vehicle: VehicleSummary;
  isHidden: boolean;
  /** The operator's reason for hiding it; null when it is not hidden. */
  whyHidden: string | null;
};

const reads = statementsOf((sqlite) =>
  sqlite.prepare<[string, number], SummaryRow & { isHidden: number; whyHidden: string | null }>(
    `SELECT ${summaryColumns}, v.hidden_at IS NOT NULL AS isHidden, v.hidden_reason AS whyHidden
       FROM vehicles v INDEXED BY vehicles_owner WHERE v.owner_user_id = ? ORDER BY v.seq DESC LIMIT ?`,
  ),
);

/** Cards of a user's used vehicles, the newest first, hidden ones included. */
export const vehiclesOfUser = (db: Database, userId: string): OwnVehicle[] =>
  reads(db)
    .all(userId, mostOwned)
    .map(({ isHidden, whyHidden, ...row }) => ({
      of: 'vehicle',
      vehicle: toSummary(row),
      isHidden: isHidden === 1,
      whyHidden,
    }));
