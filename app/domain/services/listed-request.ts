import { dayOf } from '../dates';
import { isCancellable, isServiceOpen } from './limits';
import type { ServiceRequest } from './service-request';

/**
 * A service request in its owner's lists.
 *
 * @param service display name of the service
 */
export const listedRequest = (request: ServiceRequest, service: string) => ({
  id: request.id,
  service,
  vehicle: [request.vehicleBrand, request.vehicleModel].filter(Boolean).join(' '),
  registrationNumber: request.registrationNumber,
  status: request.status,
  preferredDay: request.preferredDay,
  preferredTime: request.preferredTime,
  sentOn: dayOf(new Date(request.createdAt)),
  canChange: isServiceOpen(request.status),
  canCancel: isCancellable(request.status),
});

export type ListedRequest = ReturnType<typeof listedRequest>;
