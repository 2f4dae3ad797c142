import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { branches, branchHours } from '~db/schema/appointments';
import content from '~db/seed/content.json';
import { memoizePrepared } from '~db/statements';
import { memoizeByRevision } from '../shared/content-revision.server';
import { getWeekdayName } from '../shared/dates';
import { site } from '../shared/site';
import { defineSetting } from './setting.server';

/* The facts of the shop, each of which stands in one place (docs/product.md, "The shop's own texts"). */

const requiredText = z.string().min(1);

/** Name, numbers and addresses of the shop. */
export const readShop = defineSetting(
  'shop',
  z.object({
    name: requiredText,
    /** The line below the name. */
    nameInHindi: z.string(),
    tagline: requiredText,
    phone: requiredText,
    email: z.email(),
    whatsapp: requiredText.nullable(),
    gstin: requiredText.nullable(),
    /** Required by law in India: a name, and an e-mail address or a phone number for complaints. */
    grievanceOfficer: z.object({ name: requiredText, reachedBy: requiredText }).nullable(),
    upiAddress: requiredText.nullable(),
  }),
  {
    ...site,
    phone: content.footer.contact.phone,
    email: content.footer.contact.email,
    whatsapp: null,
    gstin: null,
    grievanceOfficer: null,
    upiAddress: null,
  },
);

const reads = memoizePrepared((db) => ({
  main: db
    .select({ id: branches.id, address: branches.address, editedAt: branches.editedAt })
    .from(branches)
    .orderBy(asc(branches.position), asc(branches.id))
    .limit(1)
    .prepare(),
  hours: db
    .select({ weekday: branchHours.weekday, opens: branchHours.opens, closes: branchHours.closes })
    .from(branchHours)
    .where(eq(branchHours.branchId, sql.placeholder('id')))
    .orderBy(asc(branchHours.weekday))
    .prepare(),
}));

/** Days with the same hours in a row: 'Mon-Sat', '09:00', '19:00'. */
export type OpenDays = { days: string; opens: string; closes: string };

function joinDays(hours: readonly { weekday: number; opens: string; closes: string }[]): OpenDays[] {
  const runs: { first: number; last: number; opens: string; closes: string }[] = [];
  for (const { weekday, opens, closes } of hours) {
    const run = runs.at(-1);
    if (run?.opens === opens && run.closes === closes && run.last === weekday - 1) run.last = weekday;
    else runs.push({ first: weekday, last: weekday, opens, closes });
  }
  const toShortName = (weekday: number): string => getWeekdayName(weekday).slice(0, 3);
  return runs.map(({ first, last, opens, closes }) => ({
    days: first === last ? toShortName(first) : `${toShortName(first)}-${toShortName(last)}`,
    opens,
    closes,
  }));
}

/** Address and hours of the first branch, which pages about the whole shop show. */
export const readMainBranch = memoizeByRevision((db): { address: string; isShipped: boolean; hours: OpenDays[] } => {
  const main = reads(db).main.get();
  return {
    address: main?.address ?? content.footer.contact.address,
    isShipped: !main || main.editedAt === null,
    hours: main ? joinDays(reads(db).hours.all({ id: main.id })) : [],
  };
});

/** Formats a time on the twelve-hour clock: '09:00' as '9', '19:30' as '7:30'. */
function toTwelveHourTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`;
}

/** Hours of the first branch in words: 'Mon-Sat 9-7, Sun 10-5'. */
export const formatWorkingHours = (db: Database): string =>
  readMainBranch(db)
    .hours.map(({ days, opens, closes }) => `${days} ${toTwelveHourTime(opens)}-${toTwelveHourTime(closes)}`)
    .join(', ') || 'Closed';

/** Without its postal code, as in 'Andheri East, Mumbai'. */
export const formatShortAddress = (db: Database): string => readMainBranch(db).address.replace(/[\s,-]*\d{6}$/, '');
