import type { Database } from '~db/connection';
import type { ServiceStatus } from '~db/enums';
import { filteredPage } from '../shared/filtered-page.server';
import { statementsOf } from '../shared/memoize.server';
import type { PageOf, Pagination } from '../shared/pagination';
import type { ServiceRequest } from './service-request';

const columns = `
  id, user_id AS userId, service_type AS serviceType, contact_name AS contactName, contact_phone AS contactPhone,
  contact_email AS contactEmail, vehicle_type AS vehicleType, vehicle_brand AS vehicleBrand,
  vehicle_model AS vehicleModel, vehicle_year AS vehicleYear, registration_number AS registrationNumber, description,
  preferred_day AS preferredDay, preferred_time AS preferredTime, urgency, status, created_at AS createdAt,
  updated_at AS updatedAt, version`;

const findOne = statementsOf((sqlite) =>
  sqlite.prepare<[string], ServiceRequest>(`SELECT ${columns} FROM service_requests WHERE id = ?`),
);

/** @returns null when the request does not exist; the caller checks ownership */
export const findServiceRequest = (db: Database, id: string): ServiceRequest | null => findOne(db).get(id) ?? null;

/** Filters of a list of requests; an absent filter matches everything. */
type ServiceFilters = { userId?: string | undefined; status?: ServiceStatus | undefined };

const conditions = { userId: 'user_id = @userId', status: 'status = @status' } satisfies Record<
  keyof ServiceFilters,
  string
>;

/** Service requests, the newest first. @param filters without a `userId`, those of all users: for operators */
export function findServiceRequests(
  db: Database,
  { page, limit, ...filters }: ServiceFilters & Pick<Pagination, 'page' | 'limit'>,
): PageOf<ServiceRequest> {
  const list = { columns, source: 'service_requests', conditions, order: 'created_at DESC, id' };
  return filteredPage<ServiceRequest>(db, list, { page, limit }, filters);
}
