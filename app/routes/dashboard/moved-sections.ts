import { deskPaths } from '~/paths';
import { isRequestKind, type PublicSubject } from '~db/enums';
import type { DeskQuery } from './desk-parts';

/** Statuses of requests in which nothing waits. */
const done: ReadonlySet<string> = new Set(['resolved', 'completed', 'cancelled', 'closed', 'done']);

function findCustomers({ show, open, status, assignee, q }: DeskQuery): string {
  if (open !== undefined) return deskPaths.customer(open);
  if (q !== undefined) return deskPaths.find(q);
  if (status !== undefined && done.has(status)) return deskPaths.doneRequests();
  return deskPaths.customers({ kind: isRequestKind(show) ? show : undefined, owner: assignee });
}

const riderStates: Readonly<Record<string, string>> = { reported: 'reported', hidden: 'hidden', all: 'ok' };

/** The list of what riders published; one of them that is open is still here. */
const findRiders =
  (of: PublicSubject) =>
  ({ open, status = '' }: DeskQuery): string | null =>
    open === undefined
      ? deskPaths.riders({ of: of === 'listing' ? null : of, state: riderStates[status] ?? null })
      : null;

/** Where the sections are that the desk had while it was a tab of the dashboard. */
const moved: Partial<Record<DeskQuery['show'], (query: DeskQuery) => string | null>> = {
  today: () => deskPaths.today(),
  requests: findCustomers,
  message: findCustomers,
  service: findCustomers,
  feedback: findCustomers,
  appointment: findCustomers,
  listing: findRiders('listing'),
  vehicle: findRiders('vehicle'),
  review: findRiders('review'),
  appointments: ({ day }) => deskPaths.visits({ day }),
  log: ({ page }) => deskPaths.teamLog(page > 1 ? { page } : {}),
  mail: ({ page }) => deskPaths.teamHealth(page > 1 ? page : undefined),
  figures: () => deskPaths.teamHealth(),
};

/** @returns null for a section that is still here */
export const findMovedSection = (query: DeskQuery): string | null => moved[query.show]?.(query) ?? null;
