/**
 * Limits and options of a service request, shared by forms and validation rules (docs/product.md, "Service requests").
 */

export const serviceVehicleTypes = ['bike', 'scooter', 'car'] as const;
export const serviceUrgencies = ['low', 'medium', 'high'] as const;
export const serviceStatuses = ['pending', 'confirmed', 'in-progress', 'completed', 'cancelled'] as const;

export type ServiceVehicleType = (typeof serviceVehicleTypes)[number];
export type ServiceUrgency = (typeof serviceUrgencies)[number];
export type ServiceStatus = (typeof serviceStatuses)[number];

/** Allowed status transitions; completed and cancelled are final (docs/product.md, "Service requests"). */
export const nextStatuses: Readonly<Record<ServiceStatus, readonly ServiceStatus[]>> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['in-progress', 'cancelled'],
  'in-progress': ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** Whether its owner may still change or cancel it. */
export const isServiceOpen = (status: ServiceStatus): boolean => status === 'pending' || status === 'confirmed';
/** Whether its owner or an operator may still cancel it. */
export const isCancellable = (status: ServiceStatus): boolean => nextStatuses[status].includes('cancelled');

/** Fields of the booking form, nested as in the API, with their labels. */
export const serviceLabels = {
  serviceType: 'Service',
  'contactInfo.name': 'Name',
  'contactInfo.phone': 'Phone number',
  'contactInfo.email': 'Email',
  'vehicleDetails.type': 'Vehicle type',
  'vehicleDetails.brand': 'Brand',
  'vehicleDetails.model': 'Model',
  'vehicleDetails.year': 'Year',
  'vehicleDetails.registrationNumber': 'Registration number',
  'serviceDetails.description': 'What should we look at?',
  'serviceDetails.preferredDate': 'Preferred date',
  'serviceDetails.preferredTime': 'Preferred time',
  'serviceDetails.urgency': 'Urgency',
} as const;
export type ServiceField = keyof typeof serviceLabels;

/** Maximum number of characters of each text. */
export const longestText = {
  name: 80,
  phone: 40,
  brand: 40,
  model: 60,
  registrationNumber: 20,
  preferredTime: 40,
} as const;
export const firstVehicleYear = 1950;
export const requestsPerPage = 10;
