import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, count, eq, gte, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { AppointmentKind } from '~db/enums';
import { appointments, branches, branchHours, branchSlots, closedDays } from '~db/schema/appointments';
import { memoizePrepared } from '~db/statements';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { defineCommand, isOutdated } from '../shared/command.server';
import { isDay, toDay } from '../shared/dates';
import { failNumberType, failWith, requiredText, seenVersion, yesOrNo } from '../shared/fields.server';
import { requirePermission } from '../shared/permissions';
import {
  type AppError,
  createVersionConflict,
  encodeReason,
  err,
  ok,
  type PlainCode,
  type Reason,
} from '../shared/result';
import { parseTypedDay } from '../shared/typed-days';
import {
  branchLabels,
  createSlotDays,
  createSlotKey,
  maxSlots,
  newBranch,
  type OpeningTimes,
  type SlotDay,
} from './slots';

const maxBranches = 20;

export type Branch = OpeningTimes & {
  id: string;
  name: string;
  address: string;
  isBookable: boolean;
  editedAt: string | null;
  version: number;
};

const reads = memoizePrepared((db) => ({
  branches: db.select().from(branches).orderBy(asc(branches.position), asc(branches.id)).limit(maxBranches).prepare(),
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

/** As the API has a branch; times are null on days it is closed. */
export type BranchRecord = Omit<Branch, keyof OpeningTimes> & {
  hours: { opens: string | null; closes: string | null }[];
  slots: { starts: string; ends: string; testRidePlaces: number; servicePlaces: number; purchasePlaces: number }[];
  closedDays: string[];
};

export const toBranchRecord = ({ hours, slots, closedDays: days, ...branch }: Branch): BranchRecord => ({
  ...branch,
  hours: Array.from({ length: 7 }, (_, row) => hours.get(row + 1) ?? { opens: null, closes: null }),
  slots: slots.map(({ starts, ends, places: of }) => ({
    ...{ starts, ends },
    ...{ testRidePlaces: of['test-ride'], servicePlaces: of.service, purchasePlaces: of.purchase },
  })),
  closedDays: [...days],
});

export function findBranches(db: Database, now: Date): Branch[] {
  const read = reads(db);
  const [hours, slots, closed] = [read.hours.all(), read.slots.all(), read.closedDays.all({ today: toDay(now) })];
  return read.branches.all().map(({ position: _position, ...branch }) => {
    const isOfBranch = ({ branchId }: { branchId: string }) => branchId === branch.id;
    return {
      ...branch,
      hours: new Map(hours.filter(isOfBranch).map(({ weekday, opens, closes }) => [weekday, { opens, closes }])),
      slots: slots.filter(isOfBranch).map(({ starts, ends, testRidePlaces, servicePlaces, purchasePlaces }) => ({
        starts,
        ends,
        places: { 'test-ride': testRidePlaces, service: servicePlaces, purchase: purchasePlaces },
      })),
      closedDays: new Set(closed.filter(isOfBranch).map(({ day }) => day)),
    };
  });
}

export const findBookableBranches = (db: Database, now: Date): Branch[] =>
  findBranches(db, now).filter(({ isBookable }) => isBookable);

export function findFreeSlots(db: Database, branch: Branch, kind: AppointmentKind, now: Date): SlotDay[] {
  const rows = reads(db).taken.all({ branch: branch.id, kind, today: toDay(now) });
  return createSlotDays(
    branch,
    kind,
    new Map(rows.map(({ day, starts, taken }) => [createSlotKey(day, starts), taken])),
    now,
  );
}

export const maxPlaces = 99;
const maxClosedDays = 100;

const time = z
  .string(failWith({ code: 'time_invalid' }))
  .nullable()
  .transform((text) => (text ?? '').trim())
  .transform((text) => (/^\d:/.test(text) ? `0${text}` : text))
  .refine((text) => text === '' || /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text), failWith({ code: 'time_invalid' }))
  .transform((text) => text || null);

const places = z
  .int(failNumberType('Places', { code: 'not_whole', values: { label: 'Places' } }))
  .min(0, failWith({ code: 'negative', values: { label: 'Places' } }))
  .max(maxPlaces, failWith({ code: 'too_high', values: { label: 'Places', most: maxPlaces } }));

const noSlots = failWith({ code: 'not_a_list', values: { label: 'Slots' } });
const noDays = failWith({ code: 'not_a_list', values: { label: 'Closed days' } });
const slotPlaces = { testRidePlaces: places, servicePlaces: places, purchasePlaces: places };

function checkTimes(
  { first, last }: { first: string | null; last: string | null },
  reject: (isLast: boolean, code: PlainCode) => void,
): void {
  if ((first === null) !== (last === null)) reject(last === null, 'both_times_required');
  else if (first !== null && last !== null && first >= last) reject(true, 'time_not_later');
}

/** Days of a text, one on each line or separated by commas or spaces; what is no day stays as typed. */
const splitDays = (text: string): string[] =>
  text.split('\n').flatMap(
    (line) =>
      parseTypedDay(line) ??
      line
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((day) => parseTypedDay(day) ?? day),
  );

const branchChange = z
  .object({
    id: z.string(),
    version: seenVersion,
    name: requiredText(branchLabels.name, 60),
    address: requiredText(branchLabels.address, 200),
    isBookable: yesOrNo('Bookable'),
    /** From Monday on; empty or null when the branch is closed. */
    hours: z
      .array(z.object({ opens: time, closes: time }), failWith({ code: 'seven_days_required' }))
      .length(7, failWith({ code: 'seven_days_required' })),
    slots: z
      .array(z.object({ starts: time, ends: time, ...slotPlaces }), noSlots)
      .max(maxSlots, failWith({ code: 'too_many_rows', values: { title: 'Slots', most: maxSlots } })),
    /** One on each line. */
    closedDays: z
      .union([z.string(), z.array(z.string())], noDays)
      .transform((days) => [...new Set(splitDays(typeof days === 'string' ? days : days.join('\n')))].sort()),
  })
  .superRefine(({ hours, slots, closedDays: days }, context) => {
    const reject = (path: (string | number)[], reason: Reason) =>
      context.addIssue({ code: 'custom', path, message: encodeReason(reason) });
    hours.forEach(({ opens, closes }, row) => {
      checkTimes({ first: opens, last: closes }, (isLast, code) =>
        reject(['hours', row, isLast ? 'closes' : 'opens'], { code }),
      );
    });
    let before = '';
    slots.forEach(({ starts, ends }, row) => {
      checkTimes({ first: starts, last: ends }, (isLast, code) =>
        reject(['slots', row, isLast ? 'ends' : 'starts'], { code }),
      );
      if (starts !== null && starts < before) reject(['slots', row, 'starts'], { code: 'times_overlap' });
      before = ends ?? before;
    });
    const wrong = days.find((day) => !isDay(day));
    if (wrong !== undefined) reject(['closedDays'], { code: 'day_invalid', values: { text: wrong.slice(0, 20) } });
    if (days.length > maxClosedDays) {
      reject(['closedDays'], { code: 'too_many_closed_days', values: { most: maxClosedDays } });
    }
  });
type BranchChange = z.infer<typeof branchChange>;

export const noSuchBranch: AppError = { kind: 'not-found', code: 'branch_not_found' };

/** Each change is logged. Appointments that were requested before stay as they are. */
export const changeBranch = defineCommand<BranchChange, BranchRecord>({
  name: 'change-branch',
  schema: () => branchChange,
  limit: 'write',
  changes: ({ id }) => ({ table: 'branches', id }),
  run({ id: name, version, hours, slots, closedDays: days, ...fields }, context) {
    const operator = requirePermission(context.actor, 'texts');
    if (!operator.ok) return operator;
    const { db, now } = context;
    const stored = findBranches(db, now);
    const before = stored.find((branch) => branch.id === name);
    if (!before && name !== newBranch) return err(noSuchBranch);
    if (before && isOutdated(version, before)) return createVersionConflict('branch');
    if (!before && stored.length >= maxBranches) {
      return err({ kind: 'conflict', code: 'too_many_branches', values: { most: maxBranches } });
    }
    const hourRows = hours.flatMap(({ opens, closes }, row) =>
      opens === null || closes === null ? [] : { weekday: row + 1, opens, closes },
    );
    const slotRows = slots.flatMap(({ starts, ends, ...fit }) =>
      starts === null || ends === null ? [] : { starts, ends, ...fit },
    );
    const dayRows = days.filter((day) => day >= toDay(now));
    if (before) {
      const record = toBranchRecord(before);
      const opening = new Map(hourRows.map((row) => [row.weekday, row]));
      const same = {
        ...{ ...record, ...fields, slots: slotRows, closedDays: dayRows },
        hours: record.hours.map((_, row) => ({
          opens: opening.get(row + 1)?.opens ?? null,
          closes: opening.get(row + 1)?.closes ?? null,
        })),
      };
      if (isDeepStrictEqual(record, same)) return ok(record);
    }
    const id = before?.id ?? randomUUID();
    const editedAt = now.toISOString();
    if (before) {
      db.update(branches)
        .set({ ...fields, editedAt, version: sql`version + 1` })
        .where(eq(branches.id, id))
        .run();
    } else {
      db.insert(branches)
        .values({ ...fields, id, editedAt, position: stored.length + 1 })
        .run();
    }
    db.delete(branchHours).where(eq(branchHours.branchId, id)).run();
    db.delete(branchSlots).where(eq(branchSlots.branchId, id)).run();
    db.delete(closedDays).where(eq(closedDays.branchId, id)).run();
    const branchId = id;
    if (hourRows.length > 0)
      db.insert(branchHours)
        .values(hourRows.map((row) => ({ branchId, ...row })))
        .run();
    if (slotRows.length > 0)
      db.insert(branchSlots)
        .values(slotRows.map((row) => ({ branchId, ...row })))
        .run();
    if (dayRows.length > 0)
      db.insert(closedDays)
        .values(dayRows.map((day) => ({ branchId, day })))
        .run();
    recordAuditEvent(context, {
      subject: 'branch',
      subjectId: id,
      title: fields.name,
      action: before ? 'hours and places changed' : 'added',
    });
    const branch = findBranches(db, now).find((row) => row.id === id);
    return branch ? ok(toBranchRecord(branch)) : err(noSuchBranch);
  },
});
