import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { ServiceStatus } from '~db/enums';
import { serviceRequests } from '~db/schema/requests';
import { memoizePrepared } from '~db/statements';
import { readServiceTypes } from '../content/service-types.server';
import { recordLeadSource } from '../figures/lead-sources.server';
import { formatAuditEvent, recordAuditEvent } from '../moderation/audit-log.server';
import { isOpen } from '../content/sections.server';
import { checkSenderNotBlocked } from '../moderation/blocked-contacts.server';
import { requireUser, type SignedInUser } from '../shared/actor';
import { type CommandContext, defineCommand, isOutdated } from '../shared/command.server';
import { countRows, isEqual, type Page, type Pagination, readPage } from '../shared/pagination.server';
import { mayUse, requireOwnItem, teamRequired } from '../shared/permissions';
import { type AppError, createVersionConflict, err, invalid, ok, type Result } from '../shared/result';
import { isCancellable, isServiceOpen, nextStatuses, type ServiceRequest } from './service-request';
import {
  getServiceChangeSchema,
  getServiceSchema,
  type NewServiceRequest,
  type ServiceChange,
} from './service.schema.server';

/** Nested as in the API; an absent part leaves its columns unset. */
type ServiceValues = {
  serviceType?: string | undefined;
  contactInfo?:
    | { name?: string | undefined; phone?: string | undefined; email?: string | undefined }
    | null
    | undefined;
  vehicleDetails?:
    | {
        type?: ServiceRequest['vehicleType'] | undefined;
        brand?: string | null | undefined;
        model?: string | null | undefined;
        year?: number | null | undefined;
        registrationNumber?: string | null | undefined;
      }
    | null
    | undefined;
  serviceDetails?:
    | {
        description?: string | null | undefined;
        preferredDate?: string | null | undefined;
        preferredTime?: string | null | undefined;
        urgency?: ServiceRequest['urgency'] | null | undefined;
      }
    | null
    | undefined;
};

const toServiceColumns = ({ serviceType, contactInfo, vehicleDetails, serviceDetails }: ServiceValues) => ({
  serviceType,
  contactName: contactInfo?.name,
  contactPhone: contactInfo?.phone,
  contactEmail: contactInfo?.email,
  vehicleType: vehicleDetails?.type,
  vehicleBrand: vehicleDetails?.brand,
  vehicleModel: vehicleDetails?.model,
  vehicleYear: vehicleDetails?.year,
  registrationNumber: vehicleDetails?.registrationNumber,
  description: serviceDetails?.description,
  preferredDay: serviceDetails?.preferredDate,
  preferredTime: serviceDetails?.preferredTime,
  urgency: serviceDetails?.urgency ?? undefined,
});

const noSuchType = invalid({ serviceType: { code: 'service_type_required' } });

const hasServiceType = (db: Database, id: string): boolean => readServiceTypes(db).some((type) => type.id === id);

/** Books a service (docs/product.md, "Service requests"); any signed-in user may. */
export const requestService = defineCommand<NewServiceRequest, ServiceRequest>({
  name: 'request-service',
  schema: getServiceSchema,
  limit: 'write',
  run(input, context) {
    const { db, actor, now } = context;
    const user = requireUser(actor);
    if (!user.ok) return user;
    if (!hasServiceType(db, input.serviceType)) return noSuchType;
    if (!isOpen(db, 'service')) return err({ kind: 'not-found', code: 'section_closed' });
    const accepted = checkSenderNotBlocked(context, { ...input.contactInfo, userId: user.value.id });
    if (!accepted.ok) return accepted;
    const id = randomUUID();
    const timestamp = now.toISOString();
    const { name, phone, email } = input.contactInfo;
    db.insert(serviceRequests)
      .values({
        ...toServiceColumns(input),
        id,
        userId: user.value.id,
        serviceType: input.serviceType,
        contactName: name,
        contactPhone: phone,
        contactEmail: email,
        createdAt: timestamp,
        updatedAt: timestamp,
      })
      .run();
    recordLeadSource(context, id);
    const stored = findServiceRequest(db, id);
    if (!stored) throw new Error('A service request that was just stored could not be read.');
    return ok(stored);
  },
});

const serviceNotFound: AppError = { kind: 'not-found', code: 'service_request_not_found' };

export const findOwnedServiceRequest = (id: string, { db, actor }: Pick<CommandContext, 'db' | 'actor'>) =>
  requireOwnItem(findServiceRequest(db, id), actor, 'answer', serviceNotFound);

/** Checks a status transition; null when it is allowed. Owners may only cancel. */
function checkTransition(status: ServiceStatus, request: ServiceRequest, user: SignedInUser): Result<never> | null {
  if (status === request.status) return null;
  if (!mayUse(user, 'answer') && status !== 'cancelled') return err(teamRequired);
  if (nextStatuses[request.status].includes(status)) return null;
  const values = { status: request.status, next: status };
  return err({ kind: 'conflict', code: 'service_status_not_allowed', values });
}

const logAction = (request: ServiceRequest, action: string, context: CommandContext): void =>
  recordAuditEvent(
    context,
    { subject: 'service', subjectId: request.id, title: `Service request: ${request.serviceType}`, action },
    { isOwn: request.userId === context.actor.user?.id },
  );

/** Its owner may change it until the work begins; operators advance its status step by step. */
export const changeService = defineCommand<ServiceChange, ServiceRequest>({
  name: 'change-service',
  changes: ({ id }) => ({ table: 'service_requests', id }),
  schema: getServiceChangeSchema,
  limit: 'write',
  run({ id, version, status, ...values }, context) {
    const owned = findOwnedServiceRequest(id, context);
    if (!owned.ok) return owned;
    const { item: request, user } = owned.value;
    const error = status && checkTransition(status, request, user);
    if (error) return error;
    if (values.serviceType !== undefined && values.serviceType !== request.serviceType) {
      if (!hasServiceType(context.db, values.serviceType)) return noSuchType;
    }
    const columns = toServiceColumns(values);
    const changesText = Object.values(columns).some((value) => value !== undefined);
    if (changesText && !mayUse(user, 'answer') && !isServiceOpen(request.status)) {
      return err({ kind: 'conflict', code: 'service_request_closed', values: { status: request.status } });
    }
    if (isOutdated(version, request)) return createVersionConflict('service request');
    if (status === undefined && !changesText) return ok(request);
    context.db
      .update(serviceRequests)
      .set({
        ...columns,
        ...(status && { status }),
        updatedAt: context.now.toISOString(),
        version: sql`version + 1`,
      })
      .where(eq(serviceRequests.id, id))
      .run();
    const changes = changesText ? { details: true, status } : { status };
    logAction(request, formatAuditEvent(changes, ['status']) || 'changed', context);
    const changed = findServiceRequest(context.db, id);
    return changed ? ok(changed) : err(serviceNotFound);
  },
});

export const cancelService = defineCommand<{ id: string }, ServiceRequest>({
  name: 'cancel-service',
  changes: ({ id }) => ({ table: 'service_requests', id }),
  schema: () => z.object({ id: z.string() }),
  limit: 'write',
  run({ id }, context) {
    const owned = findOwnedServiceRequest(id, context);
    if (!owned.ok) return owned;
    const { item: request } = owned.value;
    if (request.status === 'cancelled') return ok(request);
    if (!isCancellable(request.status)) return err({ kind: 'conflict', code: 'service_request_completed' });
    context.db
      .update(serviceRequests)
      .set({ status: 'cancelled', updatedAt: context.now.toISOString(), version: sql`version + 1` })
      .where(eq(serviceRequests.id, id))
      .run();
    logAction(request, formatAuditEvent({ status: 'cancelled' }, ['status']), context);
    const changed = findServiceRequest(context.db, id);
    return changed ? ok(changed) : err(serviceNotFound);
  },
});

const findOne = memoizePrepared((db) =>
  db
    .select()
    .from(serviceRequests)
    .where(eq(serviceRequests.id, sql.placeholder('id')))
    .prepare(),
);

/** @returns null when the request does not exist; the caller checks ownership */
export const findServiceRequest = (db: Database, id: string): ServiceRequest | null => findOne(db).get({ id }) ?? null;

type ServiceFilters = { userId?: string | undefined; status?: ServiceStatus | undefined };

/** Service requests, the newest first. @param filters without a `userId`, those of all users: for operators */
export function findServiceRequests(
  db: Database,
  { page, limit, ...filters }: ServiceFilters & Pick<Pagination, 'page' | 'limit'>,
): Page<ServiceRequest> {
  const where = and(isEqual(serviceRequests.userId, filters.userId), isEqual(serviceRequests.status, filters.status));
  const rows = db
    .select()
    .from(serviceRequests)
    .where(where)
    .orderBy(desc(serviceRequests.createdAt), serviceRequests.id);
  return readPage(rows, countRows(db, serviceRequests, where), { page, limit });
}
