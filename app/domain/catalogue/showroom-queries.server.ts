import { oncePerRevision } from '../once-per-revision.server';
import { statementsOf } from '../statements.server';
import { allBrands } from './vehicle-queries.server';
import { type SummaryRow, summaryColumns, toSummary } from './vehicle-rows.server';
import type { Brand, VehicleSummary } from './vehicle-summary';

/** An entry of the showroom (docs/product.md, "Showroom"): a vehicle with its tag and its segment. */
export type ShowroomEntry = VehicleSummary & {
  /** 'Retro roadster' */
  category: string | null;
};

type ShowroomRow = SummaryRow & { category: string | null };

const reads = statementsOf((sqlite) => ({
  ofType: sqlite.prepare<[VehicleSummary['type'], number], ShowroomRow>(
    `SELECT ${summaryColumns}, v.segment AS category FROM vehicles v
      WHERE v.is_in_showroom = 1 AND v.type = ? AND v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT ?`,
  ),
  // Only built-in vehicles can be marked as insured, and their rows are those without an owner.
  insured: sqlite.prepare<[number], SummaryRow>(
    `SELECT ${summaryColumns} FROM vehicles v
      WHERE v.owner_user_id IS NULL AND v.is_insured = 1 AND v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT ?`,
  ),
}));

/** Maximum number of showroom vehicles of each type (docs/product.md, "Showroom"). */
const roomForEach = 8;

/** The bikes and scooters of the showroom in the catalogue's order, and their brands. */
export const showroom = oncePerRevision(
  (db): { bikes: ShowroomEntry[]; scooters: ShowroomEntry[]; brands: Brand[] } => {
    const entries = (type: VehicleSummary['type']): ShowroomEntry[] =>
      reads(db)
        .ofType.all(type, roomForEach)
        .map(({ category, ...row }) => ({ ...toSummary(row), category }));
    const [bikes, scooters] = [entries('Bike'), entries('Scooter')];
    const names = new Set([...bikes, ...scooters].map(({ brand }) => brand));
    return { bikes, scooters, brands: allBrands(db).filter(({ name }) => names.has(name)) };
  },
);

/** The six popular insured vehicles of the insurance page, in the catalogue's order. */
export const insuredVehicles = oncePerRevision((db): VehicleSummary[] => reads(db).insured.all(6).map(toSummary));
