import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { getOfferType } from '~/domain/catalogue/vehicle';
import { findOffer } from '~/domain/catalogue/vehicle.queries.server';
import { formatWorkingHours, readShop } from '~/domain/content/shop.server';
import { getServiceName, readServiceTypes } from '~/domain/content/service-types.server';
import {
  cancelService,
  changeService,
  findOwnedServiceRequest,
  findServiceRequests,
  requestService,
} from '~/domain/services/service.commands.server';
import { decodeServiceForm } from '~/domain/services/service.schema.server';
import {
  isServiceOpen,
  requestsPerPage,
  serviceLabels,
  type ServiceRequest,
  toListedRequest,
} from '~/domain/services/service-request';
import type { Actor } from '~/domain/shared/actor';
import { findTakenPhone, phonePattern } from '~/domain/shared/phone';
import { emailPattern } from '~/domain/shared/email';
import type { AppError } from '~/domain/shared/result';
import { getActor } from '~/http/actor.server';
import { allowUser, createFormAction, createFormActions, describeException, type FormPost } from '~/submit/form.server';
import { createFormConstraints } from '~/submit/form-constraints.server';
import { selectFields } from '~/submit/form-body.server';
import { findReadings, generateIdempotencyKey, readUnfinishedForm } from '~/submit/form-response.server';
import { redirectToSignIn } from '~/http/responses.server';
import type { Runtime } from '~/http/runtime.server';
import { readPageNumber } from '~/http/url-params';
import { paths } from '~/paths';
import { getGoneStatus, loadGoneOffer } from '~/http/gone-offer.server';

type FormValues = Record<string, string>;

/** Form values of a request: text, empty for absent values. */
function toFormValues(request: ServiceRequest): FormValues {
  const fields: Record<string, string | number | null> = {
    serviceType: request.serviceType,
    'contactInfo.name': request.contactName,
    'contactInfo.phone': request.contactPhone,
    'contactInfo.email': request.contactEmail,
    'vehicleDetails.type': request.vehicleType,
    'vehicleDetails.brand': request.vehicleBrand,
    'vehicleDetails.model': request.vehicleModel,
    'vehicleDetails.year': request.vehicleYear,
    'vehicleDetails.registrationNumber': request.registrationNumber,
    'serviceDetails.description': request.description,
    'serviceDetails.preferredDate': request.preferredDay,
    'serviceDetails.preferredTime': request.preferredTime,
    'serviceDetails.urgency': request.urgency,
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')]));
}

function getInitialValues({ db }: Runtime, actor: Actor, search: URLSearchParams): FormValues {
  const values: FormValues = {};
  const account = actor.user && findAccount(db, actor.user.id);
  if (account) {
    values['contactInfo.name'] = account.name;
    values['contactInfo.email'] = account.email;
    values['contactInfo.phone'] = account.phone ?? '';
  }
  const type = search.get('type');
  if (readServiceTypes(db).some(({ id }) => id === type)) values.serviceType = type ?? '';
  const offer = findOffer(db, search.get('about') ?? '', actor);
  if (!offer) return values;
  const isScooter = getOfferType(offer) === 'Scooter';
  const { brand, name } = offer.kind === 'vehicle' ? offer.vehicle : offer.listing;
  values['vehicleDetails.type'] = isScooter ? 'scooter' : 'bike';
  values['vehicleDetails.brand'] = brand;
  values['vehicleDetails.model'] = name.startsWith(`${brand} `) ? name.slice(brand.length + 1) : name;
  return values;
}

const getConstraints = createFormConstraints({
  command: requestService,
  decode: (values) => decodeServiceForm(values, 'absent'),
  fields: [
    'serviceType',
    'contactInfo.name',
    'contactInfo.phone',
    'contactInfo.email',
    'vehicleDetails.year',
    'serviceDetails.preferredDate',
  ],
  patterns: { 'contactInfo.phone': phonePattern, 'contactInfo.email': emailPattern },
  fromToday: ['serviceDetails.preferredDate'],
});

/**
 * @throws a 404 response when the user has no such request, or it can no longer be changed; for a visitor, a redirect
 *   to sign-in
 */
function loadService(request: Request, runtime: Runtime) {
  const { db } = runtime;
  const actor = getActor(request, runtime);
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('request');
  if (id !== null && !actor.user) throw redirectToSignIn(request, paths.service({ request: id }));
  const owned = id === null ? null : findOwnedServiceRequest(id, { db, actor });
  if (owned && !(owned.ok && isServiceOpen(owned.value.item.status))) throw new Response(null, { status: 404 });
  const changing = owned?.ok ? owned.value.item : null;
  const unfinished = readUnfinishedForm(request, runtime);
  const page = readPageNumber(searchParams);
  const own = actor.user && findServiceRequests(db, { userId: actor.user.id, page, limit: requestsPerPage });
  return {
    services: readServiceTypes(db),
    hours: formatWorkingHours(db),
    contact: { phone: readShop(db).phone, email: readShop(db).email },
    constraints: getConstraints(runtime.clock()),
    needsSignIn: actor.user === null,
    idempotencyKey: generateIdempotencyKey(),
    changing: changing && { id: changing.id, version: unfinished?.version ?? String(changing.version) },
    values: unfinished ?? (changing ? toFormValues(changing) : getInitialValues(runtime, actor, searchParams)),
    /** Null for a visitor. */
    own: own && {
      requests: own.items.map((one) => toListedRequest(one, getServiceName(db, one.serviceType))),
      page,
      pages: own.pagination.pages,
    },
  };
}

export type Service = ReturnType<typeof loadService>;

export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const about = new URL(request.url).searchParams.get('about');
  const gone = about ? loadGoneOffer(request, runtime, about) : null;
  return json(
    { ...loadService(request, runtime), isGone: gone !== null },
    { status: gone ? getGoneStatus(gone) : 200 },
  );
}

const getChangedId = ({ url }: Pick<FormPost, 'url'>): string | null => url.searchParams.get('request');

const getValues = selectFields(Object.keys(serviceLabels));

const access = allowUser((post) => paths.service({ request: getChangedId(post) ?? undefined }), { isFormPublic: true });

/** After a conflict, the current values are shown beside those of the form. */
function redisplay(post: FormPost, error: AppError | null) {
  const readings = findReadings(post.values, { 'vehicleDetails.year': 'year' });
  const owned =
    error?.kind === 'conflict'
      ? findOwnedServiceRequest(getChangedId(post) ?? '', { db: post.runtime.db, actor: post.actor })
      : null;
  if (!owned?.ok) return { ...readings, version: post.fields.get('version') ?? '', currentValues: {} };
  const { item: request } = owned.value;
  return { ...readings, version: String(request.version), currentValues: toFormValues(request) };
}

const getTakenPhone = (values: FormValues): string | null => findTakenPhone(values['contactInfo.phone']);

export const action = createFormActions(
  (post) => (post.fields.get('intent') === 'cancel' ? 'cancel' : getChangedId(post) === null ? 'book' : 'change'),
  {
    book: createFormAction({
      access,
      values: getValues,
      command: requestService,
      decode: ({ values }) => decodeServiceForm(values, 'absent'),
      onSuccess: (_request, { values }) => ({
        to: paths.service(),
        flash: 'service-requested',
        takenPhone: getTakenPhone(values),
      }),
      redisplay: (post, error) => ({
        ...redisplay(post, error),
        error: describeException(error, 'service_request_failed'),
      }),
    }),
    change: createFormAction({
      access,
      values: getValues,
      command: changeService,
      decode: (post) => ({
        ...decodeServiceForm(post.values, 'null'),
        id: getChangedId(post),
        version: Number(post.fields.get('version')),
      }),
      onSuccess: (_request, { values }) => ({
        to: paths.service(),
        flash: 'service-changed',
        takenPhone: getTakenPhone(values),
      }),
      redisplay,
    }),
    cancel: createFormAction({
      access,
      command: cancelService,
      decode: ({ fields }) => ({ id: fields.get('id') ?? '' }),
      onSuccess: () => ({ to: paths.service(), flash: 'service-cancelled' }),
      redisplay: null,
    }),
  },
);
