import { readPageNumber } from '~/http/url-params';
import { deskPaths } from '~/paths';
import { isRequestKind, type PublicSubject } from '~db/enums';

/** Statuses of requests in which nothing waits. */
const done: ReadonlySet<string> = new Set(['resolved', 'completed', 'cancelled', 'closed', 'done']);

type Query = {
  show: string;
  open: string | undefined;
  status: string;
  page: number | undefined;
  read: (name: string) => string | undefined;
};

function findCustomers({ show, open, status, read }: Query): string {
  const q = read('q');
  if (open !== undefined) return deskPaths.customer(open);
  if (q !== undefined) return deskPaths.find(q);
  if (done.has(status)) return deskPaths.doneRequests();
  return deskPaths.customers({ kind: isRequestKind(show) ? show : undefined, owner: read('assignee') });
}

const riderStates: Readonly<Record<string, string>> = { reported: 'reported', hidden: 'hidden', all: 'ok' };

const findRiders =
  (of: PublicSubject) =>
  ({ open, status }: Query): string =>
    open === undefined
      ? deskPaths.riders({ of: of === 'listing' ? null : of, state: riderStates[status] ?? null })
      : deskPaths.publication(of, open);

/** Where the sections are that the desk had while it was a tab of the dashboard. */
const sections: Readonly<Record<string, (query: Query) => string>> = {
  requests: findCustomers,
  message: findCustomers,
  service: findCustomers,
  feedback: findCustomers,
  appointment: findCustomers,
  listing: findRiders('listing'),
  vehicle: findRiders('vehicle'),
  review: findRiders('review'),
  conversation: ({ open, status, page }) =>
    open === undefined
      ? deskPaths.reports({ status: status || null, ...(page && { page }) })
      : deskPaths.report(open, page),
  appointments: ({ read }) => deskPaths.visits({ day: read('day') ?? null }),
  log: ({ page }) => deskPaths.teamLog(page ? { page } : {}),
  mail: ({ page }) => deskPaths.teamHealth(page),
  figures: () => deskPaths.teamHealth(),
  'saved-replies': ({ open }) => deskPaths.savedReplies(open),
  branches: ({ open }) => deskPaths.branches(open),
  brands: ({ open }) => deskPaths.brands(open),
  'road-tax': ({ open }) => deskPaths.roadTax(open),
  'recovery-code': () => deskPaths.recoveryCode(),
  'manage-code': ({ open }) => deskPaths.listingCode(open),
};

/** @param search of the former address */
export function findMovedSection(search: URLSearchParams): string {
  const read = (name: string): string | undefined => search.get(name)?.trim() || undefined;
  const show = read('show') ?? 'today';
  const page = readPageNumber(search);
  const find = Object.hasOwn(sections, show) ? sections[show] : undefined;
  return (
    find?.({ show, open: read('open'), status: read('status') ?? '', page: page > 1 ? page : undefined, read }) ??
    deskPaths.today()
  );
}
