import { z } from 'zod';
import { serviceStatuses, serviceUrgencies, serviceVehicleTypes } from '~db/enums';
import { toDay } from '../shared/dates';
import { encodeReason } from '../shared/result';
import { failWith, oneOf, ruledText, seenVersion } from '../shared/fields.server';
import { memoizeBy } from '../shared/memoize';
import { normalizeEmail } from '../shared/email';
import { maxPhoneLength, normalizePhone } from '../shared/phone';
import { toLines } from '../shared/text';
import { parseTypedDay } from '../shared/typed-days';
import { findTypedError, parseTypedNumber } from '../shared/typed-numbers';
import {
  firstVehicleYear,
  maxLengths,
  type ServiceField,
  serviceLabels,
  validateServiceField,
} from './service-request';

function createServiceRules(today: string) {
  /** Models of the next year are sold before it begins. */
  const lastYear = Number(today.slice(0, 4)) + 1;
  const validate = (field: ServiceField, text: string) => validateServiceField(field, text, today);
  const createTextRule = (field: ServiceField, clean?: (text: string) => string) =>
    ruledText((text) => validate(field, text), { label: serviceLabels[field], ...(clean && { clean }) });
  const optional = (field: ServiceField) =>
    createTextRule(field)
      .transform((text) => text || null)
      .nullish()
      .transform((text) => text ?? null);

  return {
    serviceType: createTextRule('serviceType').meta({ description: 'An id of `GET /services/types`' }),
    contactInfo: z.object(
      {
        name: createTextRule('contactInfo.name').meta({ minLength: 1, maxLength: maxLengths.name }),
        phone: createTextRule('contactInfo.phone', normalizePhone).meta({ minLength: 1, maxLength: maxPhoneLength }),
        email: createTextRule('contactInfo.email', normalizeEmail).meta({ format: 'email' }),
      },
      failWith({ code: 'not_a_field_object', values: { label: 'Contact info' } }),
    ),
    vehicleDetails: z.object(
      {
        type: oneOf(serviceLabels['vehicleDetails.type'], serviceVehicleTypes).nullish(),
        brand: optional('vehicleDetails.brand'),
        model: optional('vehicleDetails.model'),
        year: z
          .number({
            error: ({ input }) =>
              encodeReason(
                findTypedError(serviceLabels['vehicleDetails.year'], typeof input === 'string' ? input : '', 'year'),
              ),
          })
          .refine(
            (year) => Number.isInteger(year) && year >= firstVehicleYear && year <= lastYear,
            failWith({ code: 'year_out_of_range', values: { first: firstVehicleYear, last: lastYear } }),
          )
          .meta({ type: 'integer', minimum: firstVehicleYear })
          .nullish(),
        registrationNumber: optional('vehicleDetails.registrationNumber'),
      },
      failWith({ code: 'not_a_field_object', values: { label: 'Vehicle details' } }),
    ),
    serviceDetails: z.object(
      {
        description: z
          .string(failWith({ code: 'not_text', values: { label: 'Description' } }))
          .transform(toLines)
          .transform((text) => text || null)
          .nullish(),
        preferredDate: optional('serviceDetails.preferredDate').meta({ description: '`YYYY-MM-DD`, today or later.' }),
        preferredTime: optional('serviceDetails.preferredTime'),
        urgency: oneOf(serviceLabels['serviceDetails.urgency'], serviceUrgencies).nullish(),
      },
      failWith({ code: 'not_a_field_object', values: { label: 'Service details' } }),
    ),
  };
}

/** Each required field gets its own validation error. Optional in the OpenAPI document if nothing is required. */
const toOptional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === undefined || value === null ? {} : value), schema);

const createCompleteSchema = (today: string) => {
  const { serviceType, contactInfo, vehicleDetails, serviceDetails } = createServiceRules(today);
  return z.object({
    serviceType,
    contactInfo: toOptional(contactInfo),
    vehicleDetails: toOptional(vehicleDetails).meta({ isOptional: true }),
    serviceDetails: toOptional(serviceDetails).meta({ isOptional: true }),
  });
};

const createPartialSchema = (today: string) => {
  const { serviceType, contactInfo, vehicleDetails, serviceDetails } = createServiceRules(today);
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
export const getServiceSchema = memoizeBy(toDay, createCompleteSchema);
export type NewServiceRequest = z.infer<ReturnType<typeof createCompleteSchema>>;

export const getServiceChangeSchema = memoizeBy(toDay, createPartialSchema);
export type ServiceChange = z.infer<ReturnType<typeof createPartialSchema>>;

/** Parsers of fields that are no text; null leaves the text to the validation rules. */
const typedFields: Readonly<Record<string, (text: string) => string | number | null>> = {
  preferredDate: parseTypedDay,
  year: (text) => parseTypedNumber(text, 'year'),
};

/** @param emptied whether an empty field clears the stored value, as in a form that shows the current values */
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
    const value = isEmpty && part !== 'contactInfo' ? null : (typedFields[field]?.(text) ?? text);
    parts[part] = { ...parts[part], [field]: value };
  }
  return { ...parts, serviceType: formValues.serviceType ?? '' };
}
