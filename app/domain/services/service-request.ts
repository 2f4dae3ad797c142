import type { ServiceStatus, ServiceUrgency, ServiceVehicleType } from './limits';

/** A user's service request, as stored. Personal data: visible to that user and to operators only. */
export type ServiceRequest = {
  id: string;
  userId: string;
  /** Id of a service in the content file. */
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
