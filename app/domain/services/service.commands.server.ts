import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type ServiceStatus, serviceStatuses, serviceUrgencies, serviceVehicleTypes } from '~db/enums';
import { serviceRequests } from '~db/schema';
import { serviceTypes } from '../content/screen-content.server';
import { auditEventOf, recordAuditEvent } from '../moderation/audit-log.server';
import { operatorRequired, type SignedInUser, signedIn } from '../shared/actor';
import { type CommandContext, defineCommand, isOutdated } from '../shared/command.server';
import { dayOf } from '../shared/dates';
import { oneOf, ruledText, seenVersion } from '../shared/fields.server';
import { countRows, isEqual, pageOfRows } from '../shared/filtered-page.server';
import { memoizeBy } from '../shared/memoize';
import { preparedOf } from '../shared/memoize.server';
import type { PageOf, Pagination } from '../shared/pagination';
import { type AppError, versionConflict, err, fixErrors, ok, type Result } from '../shared/result';
import { severalLines } from '../shared/text';
import {
  isCancellable,
  isServiceOpen,
  maxLengths,
  nextStatuses,
  type ServiceField,
  type ServiceRequest,
  serviceLabels,
  validateServiceField,
} from './service-request';

/**
 * Values of a request, nested as in the API (docs/product.md, "Service requests"); an absent part leaves its columns
 * unset.
 */
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

/** Maps the values of a request to columns; undefined ones keep their values. */
const serviceColumns = ({ serviceType, contactInfo, vehicleDetails, serviceDetails }: ServiceValues) => ({
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

/** Validation rules of a complete request, for the current day. Empty optional fields count as absent. */
function fieldsOn(today: string) {
  const validate = (field: ServiceField, text: string) => validateServiceField(field, text, today);
  const textOf = (field: ServiceField) => ruledText((text) => validate(field, text), { label: serviceLabels[field] });
  const optional = (field: ServiceField) =>
    textOf(field)
      .transform((text) => text || null)
      .nullish()
      .transform((text) => text ?? null);

  return {
    serviceType: textOf('serviceType')
      .refine((id) => id === '' || serviceTypes.some((type) => type.id === id), {
        error: 'Please select a service type',
      })
      .meta({ enum: serviceTypes.map(({ id }) => id) }),
    contactInfo: z.object(
      {
        name: textOf('contactInfo.name').meta({ minLength: 1, maxLength: maxLengths.name }),
        phone: textOf('contactInfo.phone').meta({ minLength: 1, maxLength: maxLengths.phone }),
        email: textOf('contactInfo.email').meta({ format: 'email' }),
      },
      { error: 'Contact info must be an object' },
    ),
    vehicleDetails: z.object(
      {
        type: oneOf(serviceLabels['vehicleDetails.type'], serviceVehicleTypes).nullish(),
        brand: optional('vehicleDetails.brand'),
        model: optional('vehicleDetails.model'),
        year: z
          .union([z.number().transform(String), z.string()], {
            error: validate('vehicleDetails.year', '-') ?? undefined,
          })
          .transform((text) => text.trim())
          .superRefine((text, context) => {
            const message = validate('vehicleDetails.year', text);
            if (message) context.addIssue({ code: 'custom', message: message });
          })
          .transform((text) => (text === '' ? null : Number(text)))
          .nullish(),
        registrationNumber: optional('vehicleDetails.registrationNumber'),
      },
      { error: 'Vehicle details must be an object' },
    ),
    serviceDetails: z.object(
      {
        description: z
          .string({ error: 'Description must be text' })
          .transform(severalLines)
          .transform((text) => text || null)
          .nullish(),
        preferredDate: optional('serviceDetails.preferredDate').meta({ description: '`YYYY-MM-DD`, today or later.' }),
        preferredTime: optional('serviceDetails.preferredTime'),
        urgency: oneOf(serviceLabels['serviceDetails.urgency'], serviceUrgencies).nullish(),
      },
      { error: 'Service details must be an object' },
    ),
  };
}

/**
 * Treats a missing object as an empty one, so that each required field gets its own validation error. Objects without
 * required fields are marked optional in the OpenAPI document.
 */
const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === undefined || value === null ? {} : value), schema);

const wholeOn = (today: string) => {
  const { serviceType, contactInfo, vehicleDetails, serviceDetails } = fieldsOn(today);
  return z.object({
    serviceType,
    contactInfo: given(contactInfo),
    vehicleDetails: given(vehicleDetails).meta({ isOptional: true }),
    serviceDetails: given(serviceDetails).meta({ isOptional: true }),
  });
};

const partsOn = (today: string) => {
  const { serviceType, contactInfo, vehicleDetails, serviceDetails } = fieldsOn(today);
  return z.object({
    id: z.string(),
    version: seenVersion,
    status: oneOf('Status', serviceStatuses).optional(),
    serviceType: serviceType.optional(),
    contactInfo: contactInfo.partial().nullish(),
    vehicleDetails: vehicleDetails.partial().nullish(),
    serviceDetails: serviceDetails.partial().nullish(),
  });
};

/** Validation rules of a new request (docs/product.md, "Service requests"). */
export const serviceFields = memoizeBy(dayOf, wholeOn);
type NewServiceRequest = z.infer<ReturnType<typeof wholeOn>>;

/** Validation rules of a change: absent fields keep their values. */
export const serviceChanges = memoizeBy(dayOf, partsOn);
type ServiceChange = z.infer<ReturnType<typeof partsOn>>;

/**
 * Decodes the form values of a booking to their JSON equivalent: `contactInfo.name` nested, empty fields absent.
 *
 * @param emptied whether an empty field clears the stored value, as in a form that shows the current values
 */
export function decodeServiceForm(
  formValues: Readonly<Record<string, string>>,
  emptied: 'absent' | 'null',
): Record<string, unknown> {
  const parts: Record<string, Record<string, unknown>> = { contactInfo: {}, vehicleDetails: {}, serviceDetails: {} };
  for (const [name, text] of Object.entries(formValues)) {
    const [part = '', field = ''] = name.split('.', 2);
    const isEmpty = text.trim() === '';
    if (field === '' || !Object.hasOwn(parts, part) || (isEmpty && emptied === 'absent')) continue;
    // An empty required field stays an empty text and gets its validation error; the others are cleared.
    const value = isEmpty && part !== 'contactInfo' ? null : text;
    parts[part] = { ...parts[part], [field]: value };
  }
  return { ...parts, serviceType: formValues.serviceType ?? '' };
}

/** Books a service (docs/product.md, "Service requests"); any signed-in user may. */
export const requestService = defineCommand<NewServiceRequest, ServiceRequest>({
  name: 'request-service',
  schema: serviceFields,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run(input, { db, actor, now }) {
    const user = signedIn(actor);
    if (!user.ok) return user;
    const id = randomUUID();
    const timestamp = now.toISOString();
    const { name, phone, email } = input.contactInfo;
    db.insert(serviceRequests)
      .values({
        ...serviceColumns(input),
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
    const stored = findServiceRequest(db, id);
    if (!stored) throw new Error('A service request that was just stored could not be read.');
    return ok(stored);
  },
});

const serviceNotFound: AppError = { kind: 'not-found', message: 'There is no such service request.' };
const conflict = (message: string) => err({ kind: 'conflict', message });

/** A service request for its owner or an operator to view or change; not-found for every other actor. */
export function ownedServiceRequest(
  id: string,
  { db, actor }: Pick<CommandContext, 'db' | 'actor'>,
): Result<{ request: ServiceRequest; user: SignedInUser }> {
  const user = signedIn(actor);
  if (!user.ok) return user;
  const request = findServiceRequest(db, id);
  const mayKnow = request && (request.userId === user.value.id || user.value.role === 'operator');
  return mayKnow ? ok({ request, user: user.value }) : err(serviceNotFound);
}

/** Checks a status transition; null when it is allowed. Owners may only cancel. */
function transitionError(status: ServiceStatus, request: ServiceRequest, user: SignedInUser): Result<never> | null {
  if (status === request.status) return null;
  if (user.role !== 'operator' && status !== 'cancelled') return err(operatorRequired);
  if (nextStatuses[request.status].includes(status)) return null;
  return conflict(`A ${request.status} service request cannot become ${status}.`);
}

/** Logs an operator's action on a user's request. */
const logAction = (request: ServiceRequest, action: string, context: CommandContext): void =>
  recordAuditEvent(
    context,
    { subject: 'service', subjectId: request.id, title: `Service request: ${request.serviceType}`, action },
    { isOwn: request.userId === context.actor.user?.id },
  );

/**
 * Changes the given fields of a request. Its owner may until the work begins; operators advance its status step by step
 * (docs/product.md, "Service requests").
 */
export const changeService = defineCommand<ServiceChange, ServiceRequest>({
  name: 'change-service',
  changes: ({ id }) => ({ table: 'service_requests', id }),
  schema: serviceChanges,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id, version, status, ...values }, context) {
    const owned = ownedServiceRequest(id, context);
    if (!owned.ok) return owned;
    const { request, user } = owned.value;
    const error = status && transitionError(status, request, user);
    if (error) return error;
    const columns = serviceColumns(values);
    const changesText = Object.values(columns).some((value) => value !== undefined);
    if (changesText && user.role !== 'operator' && !isServiceOpen(request.status)) {
      return conflict(`A service request that is ${request.status} can no longer be changed.`);
    }
    if (isOutdated(version, request)) return versionConflict('service request');
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
    logAction(request, auditEventOf(changes, ['status']) || 'changed', context);
    const changed = findServiceRequest(context.db, id);
    return changed ? ok(changed) : err(serviceNotFound);
  },
});

/** Cancels a request that is not yet completed. Idempotent. */
export const cancelService = defineCommand<{ id: string }, ServiceRequest>({
  name: 'cancel-service',
  changes: ({ id }) => ({ table: 'service_requests', id }),
  schema: () => z.object({ id: z.string() }),
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id }, context) {
    const owned = ownedServiceRequest(id, context);
    if (!owned.ok) return owned;
    const { request } = owned.value;
    if (request.status === 'cancelled') return ok(request);
    if (!isCancellable(request.status)) return conflict('A completed service request can no longer be cancelled.');
    context.db
      .update(serviceRequests)
      .set({ status: 'cancelled', updatedAt: context.now.toISOString(), version: sql`version + 1` })
      .where(eq(serviceRequests.id, id))
      .run();
    logAction(request, auditEventOf({ status: 'cancelled' }, ['status']), context);
    const changed = findServiceRequest(context.db, id);
    return changed ? ok(changed) : err(serviceNotFound);
  },
});

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
