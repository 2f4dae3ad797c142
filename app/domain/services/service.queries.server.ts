import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ServiceStatus } from '~db/enums';
import { serviceRequests } from '~db/schema';
import { countRows, isEqual, pageOfRows } from '../shared/filtered-page.server';
import { preparedOf } from '../shared/memoize.server';
import type { PageOf, Pagination } from '../shared/pagination';
import type { ServiceRequest } from './service-request';

const findOne = preparedOf((db) =>
  db
    .select()
    .from(serviceRequests)
    .where(eq(serviceRequests.id, sql.placeholder('id')))
    .prepare(),
);

/** @returns null when the request does not exist; the caller checks ownership */
export const findServiceRequest = (db: Database, id: string): ServiceRequest | null => findOne(db).get({ id }) ?? null;

/** Filters of a list of requests; an absent filter matches everything. */
type ServiceFilters = { userId?: string | undefined; status?: ServiceStatus | undefined };

/** Service requests, the newest first. @param filters without a `userId`, those of all users: for operators */
export function findServiceRequests(
  db: Database,
  { page, limit, ...filters }: ServiceFilters & Pick<Pagination, 'page' | 'limit'>,
): PageOf<ServiceRequest> {
  const where = and(isEqual(serviceRequests.userId, filters.userId), isEqual(serviceRequests.status, filters.status));
  const rows = db
    .select()
    .from(serviceRequests)
    .where(where)
    .orderBy(desc(serviceRequests.createdAt), serviceRequests.id);
  return pageOfRows(rows, countRows(db, serviceRequests, where), { page, limit });
}
