import { deskPaths } from '~/paths';
import { isRequestKind } from '~db/enums';
import type { DeskQuery } from './desk-parts';

/** Statuses of requests in which nothing waits. */
const done: ReadonlySet<string> = new Set(['resolved', 'completed', 'cancelled', 'closed', 'done']);

function findCustomers({ show, open, status, assignee, q }: DeskQuery): string {
  if (open !== undefined) return deskPaths.customer(open);
  if (q !== undefined) return deskPaths.find(q);
  if (status !== undefined && done.has(status)) return deskPaths.doneRequests();
  return deskPaths.customers({ kind: isRequestKind(show) ? show : undefined, owner: assignee });
}

/** Where the sections are that the desk had while it was a tab of the dashboard. */
const moved: Partial<Record<DeskQuery['show'], (query: DeskQuery) => string>> = {
  today: () => deskPaths.today(),
  requests: findCustomers,
  message: findCustomers,
  service: findCustomers,
  feedback: findCustomers,
  appointment: findCustomers,
  appointments: ({ day }) => deskPaths.visits({ day }),
  log: ({ page }) => deskPaths.teamLog(page > 1 ? { page } : {}),
  mail: ({ page }) => deskPaths.teamHealth(page > 1 ? page : undefined),
  figures: () => deskPaths.teamHealth(),
};

/** @returns null for a section that is still here */
export const findMovedSection = (query: DeskQuery): string | null => moved[query.show]?.(query) ?? null;
