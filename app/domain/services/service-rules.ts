import { isEmailAddress } from '../email-address';
import { firstVehicleYear, longestText, type ServiceField, serviceLabels } from './limits';

const isDay = (text: string): boolean => {
  const moment = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(moment || 0).toISOString().startsWith(text);
};

const required = (text: string, sentence: string): string | null => (text === '' ? sentence : null);
const atMost = (field: ServiceField, text: string, most: number): string | null =>
  [...text].length > most ? `${serviceLabels[field]} must be at most ${most} characters` : null;

type Rule = (text: string, today: string) => string | null;

const rules: Readonly<Partial<Record<ServiceField, Rule>>> = {
  serviceType: (text) => required(text, 'Please select a service type'),
  'contactInfo.name': (text) =>
    required(text, 'Name is required') ?? atMost('contactInfo.name', text, longestText.name),
  'contactInfo.phone': (text) =>
    required(text, 'Phone number is required') ?? atMost('contactInfo.phone', text, longestText.phone),
  'contactInfo.email': (text) =>
    required(text, 'Email is required') ?? (isEmailAddress(text) ? null : 'Please enter a valid email address'),
  'vehicleDetails.brand': (text) => atMost('vehicleDetails.brand', text, longestText.brand),
  'vehicleDetails.model': (text) => atMost('vehicleDetails.model', text, longestText.model),
  'vehicleDetails.registrationNumber': (text) =>
    atMost('vehicleDetails.registrationNumber', text, longestText.registrationNumber),
  'vehicleDetails.year': (text, today) => {
    const last = Number(today.slice(0, 4)) + 1;
    const isYear = /^\d{4}$/.test(text) && Number(text) >= firstVehicleYear && Number(text) <= last;
    return text === '' || isYear ? null : `Year must be between ${firstVehicleYear} and ${last}`;
  },
  'serviceDetails.preferredDate': (text, today) => {
    if (text === '') return null;
    if (!isDay(text)) return 'Preferred date must be a date such as 2026-11-30';
    return text < today ? 'Preferred date cannot be before today' : null;
  },
  'serviceDetails.preferredTime': (text) => atMost('serviceDetails.preferredTime', text, longestText.preferredTime),
};

/** Fields with a validation rule, in form order. */
export const ruledServiceFields = Object.keys(rules);

const isServiceField = (name: string): name is ServiceField => Object.hasOwn(serviceLabels, name);

/**
 * Validates one field of a service request (docs/product.md, "Service requests"); shared by the server and by the form,
 * which validates while the user types.
 *
 * @param text without surrounding spaces
 * @param today the day in Asia/Kolkata, `YYYY-MM-DD`
 * @returns the validation error as one sentence; null when the field is valid
 */
export const serviceFault = (field: string, text: string, today: string): string | null =>
  isServiceField(field) ? (rules[field]?.(text, today) ?? null) : null;

export const serviceRequested = 'Service request submitted successfully! We will contact you soon.';
export const serviceFailed = 'Failed to submit service request. Please try again.';
export const serviceCancelled = 'Your service request has been cancelled.';
