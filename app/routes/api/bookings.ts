import { createResourceHandler } from '~/api/resource-route.server';
import { bookingEndpoints } from '~/api/resources/booking.endpoints.server';

export const loader = createResourceHandler(bookingEndpoints);
export const action = loader;
