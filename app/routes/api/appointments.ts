import { createResourceHandler } from '~/api/resource-route.server';
import { appointmentEndpoints } from '~/api/resources/appointment.endpoints.server';

export const loader = createResourceHandler(appointmentEndpoints);
export const action = loader;
