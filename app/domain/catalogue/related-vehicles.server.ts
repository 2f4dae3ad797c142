import type { Database } from '~db/connection';
import { statementsOf } from '../statements.server';
import type { VehicleSummary } from './vehicle-summary';
import { type SummaryRow, summaryColumns, toSummary } from './vehicle-rows.server';

/** Maximum number of vehicles that are examined, newest first, which bounds the cost for a stock of any size. */
const mostLookedAt = 200;
/** Number of related vehicles on a vehicle's page. */
const mostRelated = 6;

type Related = Pick<VehicleSummary, 'id' | 'type' | 'stock' | 'priceRupees'>;

const nearestInPrice = statementsOf((sqlite) =>
  sqlite.prepare<[Related & { bound: number; limit: number }], SummaryRow>(
    `SELECT ${summaryColumns}
       FROM (SELECT seq FROM vehicles INDEXED BY vehicles_type
              WHERE type = @type AND stock = @stock AND hidden_at IS NULL AND id <> @id
              ORDER BY seq DESC LIMIT @bound) m
       CROSS JOIN vehicles v ON v.seq = m.seq
      ORDER BY abs(v.price_rupees - @priceRupees), v.seq DESC LIMIT @limit`,
  ),
);

/** Other vehicles of the same type and stock, nearest in price first; never includes the vehicle itself. */
export function relatedVehicles(db: Database, { id, type, stock, priceRupees }: Related): VehicleSummary[] {
  return nearestInPrice(db)
    .all({ id, type, stock, priceRupees, bound: mostLookedAt, limit: mostRelated })
    .map(toSummary);
}
