import type { Endpoint } from './define-endpoint.server';
import { accountEndpoints } from './resources/account.endpoints.server';
import { appointmentEndpoints, deskAppointmentEndpoints } from './resources/appointment.endpoints.server';
import { bookingEndpoints } from './resources/booking.endpoints.server';
import { branchEndpoints } from './resources/branch.endpoints.server';
import { conversationEndpoints } from './resources/conversation.endpoints.server';
import { mailEndpoints, savedReplyEndpoints } from './resources/desk.endpoints.server';
import { favouriteEndpoints } from './resources/favourite.endpoints.server';
import { feedbackEndpoints } from './resources/feedback.endpoints.server';
import { healthEndpoints } from './resources/health.endpoints.server';
import { bikeEndpoints, scooterEndpoints } from './resources/listing.endpoints.server';
import { logoEndpoints } from './resources/logo.endpoints.server';
import { messageEndpoints } from './resources/message.endpoints.server';
import { moderationEndpoints } from './resources/moderation.endpoints.server';
import { peopleEndpoints } from './resources/people.endpoints.server';
import { recoveryEndpoints } from './resources/recovery.endpoints.server';
import { reportEndpoints } from './resources/report.endpoints.server';
import { requestEndpoints } from './resources/request.endpoints.server';
import { reviewEndpoints } from './resources/review.endpoints.server';
import { roadTaxEndpoints } from './resources/road-tax.endpoints.server';
import { searchEndpoints } from './resources/search.endpoints.server';
import { serviceEndpoints } from './resources/service.endpoints.server';
import { sessionEndpoints } from './resources/session.endpoints.server';
import { shopEndpoints } from './resources/shop.endpoints.server';
import { showroomEndpoints } from './resources/showroom.endpoints.server';
import { snapshotEndpoints } from './resources/snapshot.endpoints.server';
import { statusEndpoints } from './resources/status.endpoints.server';
import { stockEndpoints } from './resources/stock.endpoint.server';
import { teamEndpoints } from './resources/team.endpoints.server';
import { tokenEndpoints } from './resources/token.endpoints.server';
import { tripEndpoints } from './resources/trip.endpoints.server';
import { vehicleEndpoints } from './resources/vehicle.endpoints.server';
import { batchEndpoints } from './resources/vehicle-batch.endpoint.server';
import { webhookEndpoints } from './resources/webhook.endpoints.server';

/** The source of the routes, the OpenAPI document, the reference pages and the tests. */
export const apiEndpoints: readonly Endpoint[] = [
  ...vehicleEndpoints,
  ...batchEndpoints,
  ...stockEndpoints,
  ...tripEndpoints,
  ...bikeEndpoints,
  ...scooterEndpoints,
  ...snapshotEndpoints,
  ...showroomEndpoints,
  ...reviewEndpoints,
  ...favouriteEndpoints,
  ...searchEndpoints,
  ...appointmentEndpoints,
  ...deskAppointmentEndpoints,
  ...bookingEndpoints,
  ...serviceEndpoints,
  ...messageEndpoints,
  ...statusEndpoints,
  ...conversationEndpoints,
  ...reportEndpoints,
  ...moderationEndpoints,
  ...feedbackEndpoints,
  ...requestEndpoints,
  ...savedReplyEndpoints,
  ...shopEndpoints,
  ...branchEndpoints,
  ...roadTaxEndpoints,
  ...logoEndpoints,
  ...mailEndpoints,
  ...teamEndpoints,
  ...peopleEndpoints,
  ...accountEndpoints,
  ...sessionEndpoints,
  ...tokenEndpoints,
  ...recoveryEndpoints,
  ...webhookEndpoints,
  ...healthEndpoints,
];
