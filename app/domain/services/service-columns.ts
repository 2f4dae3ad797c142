import type { ServiceRequest } from './service-request';

/** What a request says, nested as the API carries it (docs/product.md, "Service requests"); an absent part says nothing. */
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

/** The columns that hold what a request says; what is undefined is left as it is. */
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
