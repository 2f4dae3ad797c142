import { z } from 'zod';
import { builtAgain } from '../built-again';
import { serviceTypes } from '../content/service-types.server';
import { dayOf } from '../dates';
import { eitherOf } from '../either-of';
import { oneLine } from '../one-line';
import { seenVersion } from '../seen-version.server';
import { severalLines } from '../several-lines';
import {
  longestText,
  type ServiceField,
  serviceLabels,
  serviceStatuses,
  serviceUrgencies,
  serviceVehicleTypes,
} from './limits';
import { serviceFault } from './service-rules';

/** Validation rules of a complete request, for the current day. Empty optional fields count as absent. */
function fieldsOn(today: string) {
  const fault = (field: ServiceField, text: string) => serviceFault(field, text, today);
  /** Validates a text by the form's own rule for the field. */
  const typed = (field: ServiceField) =>
    z
      .string({
        error: ({ input }) =>
          input === undefined || input === null
            ? (fault(field, '') ?? undefined)
            : `${serviceLabels[field]} must be text`,
      })
      .transform(oneLine)
      .superRefine((text, context) => {
        const sentence = fault(field, text);
        if (sentence) context.addIssue({ code: 'custom', message: sentence });
      });
  const optional = (field: ServiceField) =>
    typed(field)
      .transform((text) => text || null)
      .nullish()
      .transform((text) => text ?? null);
  const option = <const Options extends readonly string[]>(field: ServiceField, options: Options) =>
    z.enum(options, { error: `${serviceLabels[field]} must be ${eitherOf(options)}` });

  return {
    serviceType: typed('serviceType')
      .refine((id) => id === '' || serviceTypes.some((type) => type.id === id), {
        error: 'Please select a service type',
      })
      .meta({ enum: serviceTypes.map(({ id }) => id) }),
    contactInfo: z.object(
      {
        name: typed('contactInfo.name').meta({ minLength: 1, maxLength: longestText.name }),
        phone: typed('contactInfo.phone').meta({ minLength: 1, maxLength: longestText.phone }),
        email: typed('contactInfo.email').meta({ format: 'email' }),
      },
      { error: 'Contact info must be an object' },
    ),
    vehicleDetails: z.object(
      {
        type: option('vehicleDetails.type', serviceVehicleTypes).nullish(),
        brand: optional('vehicleDetails.brand'),
        model: optional('vehicleDetails.model'),
        year: z
          .union([z.number().transform(String), z.string()], { error: fault('vehicleDetails.year', '-') ?? undefined })
          .transform((text) => text.trim())
          .superRefine((text, context) => {
            const sentence = fault('vehicleDetails.year', text);
            if (sentence) context.addIssue({ code: 'custom', message: sentence });
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
        preferredDate: optional('serviceDetails.preferredDate').meta({ description: '`YYYY-MM-DD`, from today on.' }),
        preferredTime: optional('serviceDetails.preferredTime'),
        urgency: option('serviceDetails.urgency', serviceUrgencies).nullish(),
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
    status: z.enum(serviceStatuses, { error: `Status must be ${eitherOf(serviceStatuses)}` }).optional(),
    serviceType: serviceType.optional(),
    contactInfo: contactInfo.partial().nullish(),
    vehicleDetails: vehicleDetails.partial().nullish(),
    serviceDetails: serviceDetails.partial().nullish(),
  });
};

/** Validation rules of a new request (docs/product.md, "Service requests"). */
export const serviceFields = builtAgain(dayOf, wholeOn);
export type NewServiceRequest = z.infer<ReturnType<typeof wholeOn>>;

/** The same for a change: absent fields keep their values. */
export const serviceChanges = builtAgain(dayOf, partsOn);
export type ServiceChange = z.infer<ReturnType<typeof partsOn>>;
