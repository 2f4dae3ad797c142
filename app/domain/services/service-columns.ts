import type { ServiceRequest } from './service-request';

/**
 * Values of a request, nested as in the API (docs/product.md, "Service requests"); an absent part leaves its columns
 * unset.
 */
type ServiceValues = {
  serviceType?: string | undefined;
  contactInfo?:
    | { name?: string | undefined; phone?: string | undefined; email?: string | undefined }
    | null
    | undefined;
  vehicleDetails?:
    | {
        type?: ServiceRequest['vehicleType'] | undefined;
        brand?: string | null | undefined;
        model?: string | null | undefined;
        year?: number | null | undefined;
        registrationNumber?: string | null | undefined;
      }
    | null
    | undefined;
  serviceDetails?:
    | {
        description?: string | null | undefined;
        preferredDate?: string | null | undefined;
        preferredTime?: string | null | undefined;
        urgency?: ServiceRequest['urgency'] | null | undefined;
      }
    | null
    | undefined;
};

/** Maps the values of a request to columns; undefined ones keep their values. */
export const serviceColumns = ({ serviceType, contactInfo, vehicleDetails, serviceDetails }: ServiceValues) => ({
  serviceType,
  contactName: contactInfo?.name,
  contactPhone: contactInfo?.phone,
  contactEmail: contactInfo?.email,
  vehicleType: vehicleDetails?.type,
  vehicleBrand: vehicleDetails?.brand,
  vehicleModel: vehicleDetails?.model,
  vehicleYear: vehicleDetails?.year,
  registrationNumber: vehicleDetails?.registrationNumber,
  description: serviceDetails?.description,
  preferredDay: serviceDetails?.preferredDate,
  preferredTime: serviceDetails?.preferredTime,
  urgency: serviceDetails?.urgency ?? undefined,
});
