import { and, asc, count, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { AppointmentKind } from '~db/enums';
import { appointments, branches, branchHours, branchSlots, closedDays } from '~db/schema';
import { dayOf } from '../shared/dates';
import { preparedOf } from '../shared/memoize.server';
import { type OpeningTimes, type SlotDay, slotDays, slotKey } from './slots';

/** Most branches that a business has here. */
export const mostBranches = 20;

export type Branch = OpeningTimes & {
  id: string;
  name: string;
  address: string;
  isBookable: boolean;
  /** When an operator edited it last. */
  editedAt: string | null;
  version: number;
};

const reads = preparedOf((db) => ({
  branches: db.select().from(branches).orderBy(asc(branches.position), asc(branches.id)).limit(mostBranches).prepare(),
  hours: db.select().from(branchHours).orderBy(asc(branchHours.weekday)).prepare(),
  slots: db.select().from(branchSlots).orderBy(asc(branchSlots.starts)).prepare(),
  closedDays: db
    .select()
    .from(closedDays)
    .where(gte(closedDays.day, sql.placeholder('today')))
    .orderBy(asc(closedDays.day))
    .prepare(),
  taken: db
    .select({ day: appointments.day, starts: appointments.starts, taken: count() })
    .from(appointments)
    .where(
      and(
        eq(appointments.branchId, sql.placeholder('branch')),
        eq(appointments.kind, sql.placeholder('kind')),
        gte(appointments.day, sql.placeholder('today')),
        // A literal, as in the partial index.
        sql`${appointments.status} <> 'cancelled'`,
      ),
    )
    .groupBy(appointments.day, appointments.starts)
    .prepare(),
}));

/** All branches with their times, in display order; of closed days those from today on. */
export function findBranches(db: Database, now: Date): Branch[] {
  const read = reads(db);
  const [hours, slots, closed] = [read.hours.all(), read.slots.all(), read.closedDays.all({ today: dayOf(now) })];
  return read.branches.all().map(({ position: _position, ...branch }) => {
    const isOf = ({ branchId }: { branchId: string }) => branchId === branch.id;
    return {
      ...branch,
      hours: new Map(hours.filter(isOf).map(({ weekday, opens, closes }) => [weekday, { opens, closes }])),
      slots: slots.filter(isOf).map(({ starts, ends, testRidePlaces, servicePlaces, purchasePlaces }) => ({
        starts,
        ends,
        places: { 'test-ride': testRidePlaces, service: servicePlaces, purchase: purchasePlaces },
      })),
      closedDays: new Set(closed.filter(isOf).map(({ day }) => day)),
    };
  });
}

/** Branches at which appointments can be asked for. */
export const bookableBranches = (db: Database, now: Date): Branch[] =>
  findBranches(db, now).filter(({ isBookable }) => isBookable);

/** The slots of a branch for a kind of visit in the next fourteen days, with the places that are left. */
export function freeSlots(db: Database, branch: Branch, kind: AppointmentKind, now: Date): SlotDay[] {
  const rows = reads(db).taken.all({ branch: branch.id, kind, today: dayOf(now) });
  return slotDays(branch, kind, new Map(rows.map(({ day, starts, taken }) => [slotKey(day, starts), taken])), now);
}
