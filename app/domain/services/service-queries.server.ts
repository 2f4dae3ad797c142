import type { Database } from '~db/connection';
import { statementsOf } from '../statements.server';
import type { ServiceStatus } from './limits';
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

/** @returns null when there is no such request; whose it is, the caller looks at */
export const findServiceRequest = (db: Database, id: string): ServiceRequest | null => findOne(db).get(id) ?? null;

export type ServiceQuery = {
  userId?: string | undefined;
  status?: ServiceStatus | undefined;
  page: number;
  limit: number;
};
export type ServicePage = {
  items: ServiceRequest[];
  pagination: { page: number; limit: number; total: number; pages: number };
};

/** Requests, the newest first. @param query without a `userId`, everybody's: for operators */
export function findServiceRequests(db: Database, { userId, status, page, limit }: ServiceQuery): ServicePage {
  const named = { ...(userId !== undefined && { userId }), ...(status !== undefined && { status }) };
  const conditions = [
    ...(userId === undefined ? [] : ['user_id = @userId']),
    ...(status === undefined ? [] : ['status = @status']),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const total =
    db.$client.prepare<[object], number>(`SELECT count(*) FROM service_requests ${where}`).pluck().get(named) ?? 0;
  const items = db.$client
    .prepare<[object], ServiceRequest>(
      `SELECT ${columns} FROM service_requests ${where} ORDER BY created_at DESC, id LIMIT @limit OFFSET @offset`,
    )
    .all({ ...named, limit, offset: (page - 1) * limit });
  return { items, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
