import { createResourceHandler } from '~/api/resource-route.server';
import { deskAppointmentEndpoints } from '~/api/resources/appointment.endpoints.server';
import { mailEndpoints, savedReplyEndpoints } from '~/api/resources/desk.endpoints.server';
import { moderationEndpoints } from '~/api/resources/moderation.endpoints.server';
import { shopEndpoints } from '~/api/resources/shop.endpoints.server';
import { stockEndpoints } from '~/api/resources/stock.endpoint.server';
import { requestEndpoints } from '~/api/resources/request.endpoints.server';

export const loader = createResourceHandler([
  ...requestEndpoints,
  ...savedReplyEndpoints,
  ...shopEndpoints,
  ...mailEndpoints,
  ...moderationEndpoints,
  ...deskAppointmentEndpoints,
  ...stockEndpoints,
]);
export const action = loader;
