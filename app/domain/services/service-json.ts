import type { ServiceRequest } from './service-request';

/**
 * A request as the API returns it to its owner and to operators, nested as docs/product.md, "Service requests" has it.
 */
export const serviceJson = (request: ServiceRequest) => ({
  _id: request.id,
  id: request.id,
  serviceType: request.serviceType,
  contactInfo: { name: request.contactName, phone: request.contactPhone, email: request.contactEmail },
  vehicleDetails: {
    type: request.vehicleType,
    brand: request.vehicleBrand,
    model: request.vehicleModel,
    year: request.vehicleYear,
    registrationNumber: request.registrationNumber,
  },
  serviceDetails: {
    description: request.description,
    preferredDate: request.preferredDay,
    preferredTime: request.preferredTime,
    urgency: request.urgency,
  },
  status: request.status,
  createdAt: request.createdAt,
  updatedAt: request.updatedAt,
  version: request.version,
});
