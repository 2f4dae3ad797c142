import { findAccount } from '~/domain/accounts/account-queries.server';
import { placeholderPhone } from '~/domain/accounts/limits';
import type { Asker } from '~/domain/asker';
import { findOffer } from '~/domain/catalogue/vehicle-record-queries.server';
import { contactDetails } from '~/domain/content/contact-details.server';
import { nameOfService, serviceTypes } from '~/domain/content/service-types.server';
import { workingHoursText } from '~/domain/content/working-hours.server';
import { dayOf } from '~/domain/dates';
import { heldServiceRequest } from '~/domain/services/change-service.server';
import { isServiceOpen, requestsPerPage } from '~/domain/services/limits';
import { listedRequest } from '~/domain/services/listed-request';
import { findServiceRequests } from '~/domain/services/service-queries.server';
import type { ServiceRequest } from '~/domain/services/service-request';
import { pageNumber } from '~/doors/list-query';
import { keptFormOf, redirectToSignIn } from '~/doors/sign-in-first.server';
import { newSubmissionId } from '~/doors/submission-id.server';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';

type Typed = Record<string, string>;

/** A request's fields as the form holds them: text, and nothing where nothing was given. */
export function typedRequest(request: ServiceRequest): Typed {
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

/** What the form starts with: the service that was chosen, who is signed in, and the vehicle it is about. */
function startingValues({ db }: Runtime, asker: Asker, search: URLSearchParams): Typed {
  const values: Typed = {};
  const account = asker.user && findAccount(db, asker.user.id);
  if (account) {
    values['contactInfo.name'] = account.name;
    values['contactInfo.email'] = account.email;
    values['contactInfo.phone'] = account.phone === placeholderPhone ? '' : (account.phone ?? '');
  }
  const type = search.get('type');
  if (serviceTypes.some(({ id }) => id === type)) values.serviceType = type ?? '';
  const offer = findOffer(db, search.get('about') ?? '', asker);
  if (!offer) return values;
  const isScooter = offer.kind === 'vehicle' ? offer.vehicle.type === 'Scooter' : offer.listing.kind === 'scooter';
  const { brand, name } = offer.kind === 'vehicle' ? offer.vehicle : offer.listing;
  values['vehicleDetails.type'] = isScooter ? 'scooter' : 'bike';
  values['vehicleDetails.brand'] = brand;
  values['vehicleDetails.model'] = name.startsWith(`${brand} `) ? name.slice(brand.length + 1) : name;
  return values;
}

/**
 * What the services screen shows, and its form filled in: by the address, by a form that waited for its sender to sign
 * in, or by the asker's own request that is to be changed.
 *
 * @throws a 404 answer when there is no such request of theirs, or it can no longer be changed; for a visitor, the way
 *   to sign in and back
 */
export function loadService(request: Request, runtime: Runtime) {
  const { db } = runtime;
  const asker = askerOf(request, runtime);
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('request');
  if (id !== null && !asker.user) throw redirectToSignIn(request, paths.service({ request: id }));
  const held = id === null ? null : heldServiceRequest(id, { db, asker });
  if (held && !(held.done && isServiceOpen(held.value.request.status))) throw new Response(null, { status: 404 });
  const changing = held?.done ? held.value.request : null;
  const page = pageNumber(searchParams);
  const own = asker.user && findServiceRequests(db, { userId: asker.user.id, page, limit: requestsPerPage });
  return {
    services: serviceTypes,
    hours: workingHoursText,
    contact: { phone: contactDetails.phone, email: contactDetails.email },
    today: dayOf(runtime.clock()),
    submissionId: newSubmissionId(),
    changing: changing && { id: changing.id, version: changing.version },
    values: changing
      ? typedRequest(changing)
      : (keptFormOf(request, runtime) ?? startingValues(runtime, asker, searchParams)),
    /** Null: nobody is signed in. */
    own: own && {
      requests: own.items.map((one) => listedRequest(one, nameOfService(one.serviceType))),
      page,
      pages: own.pagination.pages,
    },
  };
}

export type Service = ReturnType<typeof loadService>;
