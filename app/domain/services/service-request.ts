import type { ServiceStatus, ServiceUrgency, ServiceVehicleType } from './limits';

/** A service that a user asked for, as it is stored. Personal: only that user and operators see it. */
export type ServiceRequest = {
  id: string;
  userId: string;
  /** Id of one of the services in the content file. */
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
  /** As it was given: 'Morning', '10:30'. */
  preferredTime: string | null;
  urgency: ServiceUrgency;
  status: ServiceStatus;
  createdAt: string;
  updatedAt: string;
  version: number;
};
