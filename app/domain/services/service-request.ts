import type { ServiceStatus, ServiceUrgency, ServiceVehicleType } from '~db/enums';
import type { Reason } from '../shared/result';
import { isDay, toDay } from '../shared/dates';
import { validateReplyEmail } from '../shared/email';
import { isPhoneNumber } from '../shared/phone';
import { validateMaxLength } from '../shared/text';

/** docs/product.md, "Service requests". */

export const nextStatuses: Readonly<Record<ServiceStatus, readonly ServiceStatus[]>> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['in-progress', 'cancelled'],
  'in-progress': ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

export const isServiceOpen = (status: ServiceStatus): boolean => status === 'pending' || status === 'confirmed';
export const isCancellable = (status: ServiceStatus): boolean => nextStatuses[status].includes('cancelled');

export const serviceLabels = {
  serviceType: 'Service type',
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

export const maxLengths = {
  name: 80,
  brand: 40,
  model: 60,
  registrationNumber: 20,
  preferredTime: 40,
} as const;
export const firstVehicleYear = 1950;
export const requestsPerPage = 10;

/** A user's service request, as stored. Personal data: visible to that user and to operators only. */
export type ServiceRequest = {
  id: string;
  userId: string;
  serviceType: string;
  contactName: string;
  contactPhone: string;
  contactEmail: string;
  vehicleType: ServiceVehicleType | null;
  vehicleBrand: string | null;
  vehicleModel: string | null;
  vehicleYear: number | null;
  registrationNumber: string | null;
  description: string | null;
  /** `YYYY-MM-DD` of Asia/Kolkata; null for any day. */
  preferredDay: string | null;
  /** As the user entered it: 'Morning', '10:30'. */
  preferredTime: string | null;
  urgency: ServiceUrgency;
  status: ServiceStatus;
  createdAt: string;
  updatedAt: string;
  version: number;
};

const validateRequired = (field: ServiceField, text: string): Reason | null =>
  text === '' ? { code: 'required', values: { label: serviceLabels[field] } } : null;
const validateLength = (field: ServiceField, text: string, most: number): Reason | null =>
  validateMaxLength(serviceLabels[field], text, most);

type Rule = (text: string, today: string) => Reason | null;

const rules: Readonly<Partial<Record<ServiceField, Rule>>> = {
  serviceType: (text) => (text === '' ? { code: 'service_type_required' } : null),
  'contactInfo.name': (text) =>
    validateRequired('contactInfo.name', text) ?? validateLength('contactInfo.name', text, maxLengths.name),
  'contactInfo.phone': (text) =>
    validateRequired('contactInfo.phone', text) ?? (isPhoneNumber(text) ? null : { code: 'phone_invalid' }),
  'contactInfo.email': (text) => validateRequired('contactInfo.email', text) ?? validateReplyEmail(text),
  'vehicleDetails.brand': (text) => validateLength('vehicleDetails.brand', text, maxLengths.brand),
  'vehicleDetails.model': (text) => validateLength('vehicleDetails.model', text, maxLengths.model),
  'vehicleDetails.registrationNumber': (text) =>
    validateLength('vehicleDetails.registrationNumber', text, maxLengths.registrationNumber),
  'serviceDetails.preferredDate': (text, today) => {
    if (text === '') return null;
    const values = { label: serviceLabels['serviceDetails.preferredDate'] };
    if (!isDay(text)) return { code: 'not_a_date', values };
    return text < today ? { code: 'day_is_past', values } : null;
  },
  'serviceDetails.preferredTime': (text) =>
    validateLength('serviceDetails.preferredTime', text, maxLengths.preferredTime),
};

const isServiceField = (name: string): name is ServiceField => Object.hasOwn(serviceLabels, name);

/** @param today in Asia/Kolkata, `YYYY-MM-DD` @returns the reason; null when the field is valid */
export const validateServiceField = (field: string, text: string, today: string): Reason | null =>
  isServiceField(field) ? (rules[field]?.(text, today) ?? null) : null;

export const serviceRequested = 'Service request submitted successfully! We will contact you soon.';
export const serviceCancelled = 'Your service request has been cancelled.';

/** @param service display name of the service */
export const toListedRequest = (request: ServiceRequest, service: string) => ({
  id: request.id,
  service,
  vehicle: [request.vehicleBrand, request.vehicleModel].filter(Boolean).join(' '),
  registrationNumber: request.registrationNumber,
  status: request.status,
  preferredDay: request.preferredDay,
  preferredTime: request.preferredTime,
  sentOn: toDay(new Date(request.createdAt)),
  canChange: isServiceOpen(request.status),
  canCancel: isCancellable(request.status),
});

export type ListedRequest = ReturnType<typeof toListedRequest>;

/** For its owner and operators (docs/product.md, "Service requests"). */
export const toServiceJson = (request: ServiceRequest) => ({
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
