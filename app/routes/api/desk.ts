import { createResourceHandler } from '~/api/resource-route.server';
import { deskAppointmentEndpoints } from '~/api/resources/appointment.endpoints.server';
import { branchEndpoints } from '~/api/resources/branch.endpoints.server';
import { mailEndpoints, savedReplyEndpoints } from '~/api/resources/desk.endpoints.server';
import { logoEndpoints } from '~/api/resources/logo.endpoints.server';
import { moderationEndpoints } from '~/api/resources/moderation.endpoints.server';
import { peopleEndpoints } from '~/api/resources/people.endpoints.server';
import { requestEndpoints } from '~/api/resources/request.endpoints.server';
import { roadTaxEndpoints } from '~/api/resources/road-tax.endpoints.server';
import { shopEndpoints } from '~/api/resources/shop.endpoints.server';
import { stockEndpoints } from '~/api/resources/stock.endpoint.server';
import { teamEndpoints } from '~/api/resources/team.endpoints.server';

export const loader = createResourceHandler([
  ...requestEndpoints,
  ...savedReplyEndpoints,
  ...shopEndpoints,
  ...branchEndpoints,
  ...roadTaxEndpoints,
  ...logoEndpoints,
  ...mailEndpoints,
  ...teamEndpoints,
  ...peopleEndpoints,
  ...moderationEndpoints,
  ...deskAppointmentEndpoints,
  ...stockEndpoints,
]);
export const action = loader;
