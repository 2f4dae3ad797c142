import { z } from 'zod';
import { readServiceTypes, type ServiceType } from '~/domain/content/service-types.server';
import { calculateEmi, type Emi, type Loan, loanLimits, validateLoan } from '~/domain/finance/payment-plan';
import {
  cancelService,
  changeService,
  findOwnedServiceRequest,
  findServiceRequests,
  requestService,
} from '~/domain/services/service.commands.server';
import { getServiceChangeSchema, getServiceSchema } from '~/domain/services/service.schema.server';
import { requestsPerPage, serviceCancelled, serviceRequested, toServiceJson } from '~/domain/services/service-request';
import type { Command } from '~/domain/shared/command.server';
import { checkInput } from '~/domain/shared/run-command.server';
import { encodeReason, ok } from '~/domain/shared/result';
import { checkLimit } from '~/submit/limits.server';
import { serviceStatuses, serviceUrgencies, serviceVehicleTypes } from '~db/enums';
import {
  anyone,
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  idParam,
  jsonBody,
  noInput,
  team,
  owners,
  users,
} from '../define-endpoint.server';
import { findChanges, runEndpointCommand } from '../endpoint-command.server';
import { pageParameters, respondWithPage } from '../lists.server';
import { day, isoDateTime, listExample, listShape, oneOf, rupees, version } from '../schemas.server';
import {
  type ApiResponse,
  respondWithCreated,
  respondWithData,
  respondWithError,
  respondWithItem,
} from '../respond.server';

/** Maps anything but a number to `NaN`, so that the loan rules report the errors of all three figures together. */
const figure = z
  .unknown()
  .default(Number.NaN)
  .transform((value) => (typeof value === 'number' ? value : Number.NaN));

const schema: z.ZodType<Loan> = z
  .object({ principal: figure, rate: figure, tenure: figure })
  .check(({ value, issues }) => {
    for (const [field, reason] of Object.entries(validateLoan(value))) {
      issues.push({ code: 'custom', path: [field], message: encodeReason(reason), input: value });
    }
    // The screen rounds what users type; the API rejects it instead.
    if (Number.isFinite(value.principal) && !Number.isInteger(value.principal)) {
      const message = encodeReason({ code: 'not_whole_rupees', values: { label: 'Principal' } });
      issues.push({ code: 'custom', path: ['principal'], message, input: value });
    }
  })
  .meta({
    json: {
      type: 'object',
      properties: {
        principal: { type: 'integer', minimum: 0, maximum: loanLimits.principal, description: 'Whole rupees.' },
        rate: { type: 'number', minimum: 0, maximum: loanLimits.rate, description: 'Percent a year.' },
        tenure: { type: 'integer', minimum: 1, maximum: loanLimits.tenure, description: 'Months.' },
      },
      required: ['principal', 'rate', 'tenure'],
    },
  });

/** The same rules as on the screen (docs/product.md, "Instalments"). */
const emiQuerySchema = {
  schema: () => schema,
};

const request = z
  .object({
    _id: z.string(),
    id: z.string(),
    serviceType: z.string(),
    contactInfo: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
    vehicleDetails: z.object({
      type: z.enum(serviceVehicleTypes).nullable(),
      brand: z.string().nullable(),
      model: z.string().nullable(),
      year: z.int().nullable(),
      registrationNumber: z.string().nullable(),
    }),
    serviceDetails: z.object({
      description: z.string().nullable(),
      preferredDate: day.nullable(),
      preferredTime: z.string().nullable(),
      urgency: z.enum(serviceUrgencies),
    }),
    status: z.enum(serviceStatuses),
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
    version,
  })
  .meta({ id: 'ServiceRequest' }) satisfies z.ZodType<ReturnType<typeof toServiceJson>>;

const serviceType = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    includes: z.array(z.string()),
    startsAtRupees: rupees,
    duration: z.string(),
  })
  .meta({ id: 'ServiceType' }) satisfies z.ZodType<ServiceType>;

const emi = z
  .object({
    emi: rupees,
    totalAmount: rupees,
    totalInterest: rupees,
    principal: rupees,
    rate: z.number().min(0),
    tenure: z.int().min(1),
  })
  .meta({
    id: 'Emi',
    description: 'Amounts in whole rupees, `rate` in percent a year, `tenure` in months.',
  }) satisfies z.ZodType<ReturnType<typeof calculateEmi>>;

const formValues = {
  serviceType: 'quick-service',
  contactInfo: { name: 'Asha Rao', phone: '+91 98200 12345', email: 'asha@example.com' },
  vehicleDetails: {
    type: 'bike',
    brand: 'Hero',
    model: 'Splendor Plus',
    year: 2022,
    registrationNumber: 'MH 12 AB 1234',
  },
  serviceDetails: {
    description: 'The rear brake squeals.',
    preferredDate: '2027-01-15',
    preferredTime: 'Morning',
    urgency: 'medium',
  },
};
const example = {
  _id: '6c4e3a1a-9a8f-4d3b-8b2e-7f6a5d4c3b2a',
  id: '6c4e3a1a-9a8f-4d3b-8b2e-7f6a5d4c3b2a',
  ...formValues,
  status: 'pending',
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  version: 1,
};

function respondWithRequests(
  context: EndpointContext,
  filters: Parameters<typeof findServiceRequests>[1],
): ApiResponse {
  const { items, pagination } = findServiceRequests(context.runtime.db, filters);
  return respondWithPage(context, pagination, { requests: items.map(toServiceJson), pagination });
}

/** Run only with an idempotency key, to store the result so that the key belongs to this loan alone. */
const calculation: Command<Loan, Emi> = {
  ...emiQuerySchema,
  name: 'calculate-emi',
  limit: 'write',
  run: (loan) => ok(calculateEmi(loan)),
};

const all = { ...noInput, subject: 'services' } as const;
const single = { ...all, path: '/services/request/{id}', params: idParam } as const;
const query = z.object({ ...pageParameters(requestsPerPage), status: oneOf('status', serviceStatuses).optional() });
const list = { status: 200, data: listShape('requests', request), example: listExample('requests', example) } as const;

export const serviceEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listServiceTypes',
    method: 'GET',
    path: '/services/types',
    summary: 'List service types',
    access: anyone,
    response: {
      status: 200,
      data: z.object({ serviceTypes: z.array(serviceType) }),
      example: { serviceTypes: readServiceTypes.setting.schema.parse(readServiceTypes.setting.shipped).slice(0, 1) },
    },
    isCached: true,
    handler: ({ runtime }) => respondWithData({ serviceTypes: readServiceTypes(runtime.db) }),
  }),
  defineEndpoint({
    ...all,
    operationId: 'calculateEmi',
    method: 'POST',
    path: '/services/emi-calculator',
    summary: 'Calculate the monthly instalment and the total of a loan',
    description:
      'The instalment is rounded to whole rupees, and the totals are calculated from the rounded instalment.',
    access: anyone,
    body: jsonBody(emiQuerySchema.schema, { principal: 80_000, rate: 9.5, tenure: 24 }),
    response: {
      status: 200,
      data: emi,
      example: { emi: 3673, totalAmount: 88_152, totalInterest: 8152, principal: 80_000, rate: 9.5, tenure: 24 },
    },
    rateLimit: 'api-read',
    async handler(context, { body }) {
      if (context.idempotencyKey === null) {
        const loan = checkInput(emiQuerySchema, body, context.now);
        return loan.ok ? respondWithData(calculateEmi(loan.value)) : respondWithError(loan.error);
      }
      context.overLimit ??= await checkLimit(context, 'write');
      const result = await runEndpointCommand(context, calculation, body);
      return respondWithItem(result, (calculated) => calculated);
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'requestService',
    method: 'POST',
    path: '/services/request',
    summary: 'Book a service',
    access: users,
    body: jsonBody(getServiceSchema, formValues),
    response: { status: 201, data: request, example, message: serviceRequested },
    rejections: { 404: ['section_closed'] },
    handler: async (context, { body }) =>
      respondWithCreated(
        await runEndpointCommand(context, requestService, body),
        toServiceJson,
        '/api/services/request',
        serviceRequested,
      ),
  }),
  defineEndpoint({
    ...all,
    operationId: 'listOwnServiceRequests',
    method: 'GET',
    path: '/services/my-requests',
    summary: 'List your bookings, newest first',
    access: users,
    query,
    response: list,
    handler: (context, { query: filters, user }) => respondWithRequests(context, { ...filters, userId: user.id }),
  }),
  defineEndpoint({
    ...all,
    operationId: 'listServiceRequests',
    method: 'GET',
    path: '/services/requests',
    summary: 'List the bookings of all users, newest first',
    access: team('read'),
    query,
    response: list,
    handler: (context, { query: filters }) => respondWithRequests(context, filters),
  }),
  defineEndpoint({
    ...single,
    operationId: 'getServiceRequest',
    method: 'GET',
    summary: 'Retrieve a booking',
    access: owners,
    response: { status: 200, data: request, example },
    rejections: { 404: ['service_request_not_found'] },
    handler({ runtime, actor }, { params }) {
      const owned = findOwnedServiceRequest(params.id, { db: runtime.db, actor });
      return respondWithItem(owned, ({ item }) => toServiceJson(item));
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'changeServiceRequest',
    method: 'PUT',
    summary: 'Update a booking',
    description: 'The owner can change a booking until work begins; only operators can change its status.',
    access: owners,
    body: jsonBody((now) => getServiceChangeSchema(now).omit({ id: true }), {
      serviceDetails: { preferredTime: 'Evening' },
      version: 1,
    }),
    response: {
      status: 200,
      data: request,
      example: { ...example, serviceDetails: { ...formValues.serviceDetails, preferredTime: 'Evening' }, version: 2 },
    },
    rejections: {
      403: [],
      404: ['service_request_not_found'],
      409: ['service_status_not_allowed', 'service_request_closed', 'edit_conflict'],
    },
    async handler(context, { body, params }) {
      const owned = findOwnedServiceRequest(params.id, { db: context.runtime.db, actor: context.actor });
      const changes = findChanges(context, body, owned.ok ? toServiceJson(owned.value.item) : null);
      const result = await runEndpointCommand(
        context,
        changeService,
        { ...changes, ...params },
        { ...body, ...params },
      );
      return respondWithItem(result, toServiceJson);
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'cancelServiceRequest',
    method: 'DELETE',
    summary: 'Cancel a booking that is not completed',
    access: owners,
    response: {
      status: 200,
      data: request,
      example: { ...example, status: 'cancelled', version: 2 },
      message: serviceCancelled,
    },
    rejections: { 404: ['service_request_not_found'], 409: ['service_request_completed'] },
    handler: async (context, { params }) =>
      respondWithItem(await runEndpointCommand(context, cancelService, params), toServiceJson, {
        message: serviceCancelled,
      }),
  }),
];
