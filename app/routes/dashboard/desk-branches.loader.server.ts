import { mostSlots, newBranch, hoursText } from '~/domain/appointments/slots';
import { type Branch, findBranches } from '~/domain/appointments/branches.server';
import { auditEventsOf } from '~/domain/moderation/audit-log.server';
import type { Runtime } from '~/http/runtime.server';
import { shownAuditEvent } from './desk-parts';
import type { BranchLine, OpenBranch } from './desk-branches';

/** All branches. */
export const loadBranches = ({ db, clock }: Runtime): BranchLine[] =>
  findBranches(db, clock()).map((branch) => ({
    id: branch.id,
    name: branch.name,
    text: `${branch.address} · ${hoursText(branch)}`,
    isBookable: branch.isBookable,
  }));

/** Stored values as the form sends them. */
function valuesOf({ name, address, isBookable, hours, slots, closedDays }: Branch): Record<string, string> {
  const weekdays = [...hours].flatMap(([weekday, { opens, closes }]) => [
    [`hours.${weekday - 1}.opens`, opens],
    [`hours.${weekday - 1}.closes`, closes],
  ]);
  const times = slots.slice(0, mostSlots).flatMap(({ starts, ends, places }, row) => [
    [`slots.${row}.starts`, starts],
    [`slots.${row}.ends`, ends],
    [`slots.${row}.testRidePlaces`, String(places['test-ride'])],
    [`slots.${row}.servicePlaces`, String(places.service)],
    [`slots.${row}.purchasePlaces`, String(places.purchase)],
  ]);
  return {
    name,
    address,
    isBookable: isBookable ? 'on' : '',
    closedDays: [...closedDays].join('\n'),
    ...Object.fromEntries([...weekdays, ...times]),
  };
}

/** @returns null for no id of a branch */
export function openBranch({ db, clock }: Runtime, id: string): OpenBranch | null {
  if (id === newBranch) {
    return { id, title: 'A new branch', version: 1, values: { isBookable: 'on' }, actions: [] };
  }
  const branch = findBranches(db, clock()).find((one) => one.id === id);
  return branch
    ? {
        id,
        title: branch.name,
        version: branch.version,
        values: valuesOf(branch),
        actions: auditEventsOf(db, 'branch', id).map(shownAuditEvent),
      }
    : null;
}
