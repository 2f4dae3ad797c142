import { z } from 'zod';
import {
  findOwnBookings,
  formatBookingStarted,
  type OwnBooking,
  requestBooking,
} from '~/domain/messages/booking.commands.server';
import { contactStatuses } from '~db/enums';
import { defineEndpoint, type Endpoint, jsonBody, noInput, users } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithData, respondWithError } from '../respond.server';
import { isoDateTime, nullableText } from '../schemas.server';

const booking = z
  .object({
    _id: z.string(),
    id: z.string().meta({ description: 'Id of the message to the business, whose beginning is its reference.' }),
    vehicleId: nullableText.meta({ description: 'Id of the vehicle or listing; null once it is deleted.' }),
    subject: z.string(),
    status: z.enum(contactStatuses),
    createdAt: isoDateTime,
  })
  .meta({ id: 'Booking' });

const toBookingJson = (stored: OwnBooking) => ({ _id: stored.id, ...stored }) satisfies z.infer<typeof booking>;

const id = 'b3d7c0a8-5a35-4f6e-9f5e-2f4f6c1f0a11';
const example = {
  _id: id,
  id,
  vehicleId: '8',
  subject: 'Booking: Honda Activa 6G',
  status: 'new',
  createdAt: '2026-11-20T09:30:00.000Z',
};
const result = z.object({ _id: z.string(), id: booking.shape.id, vehicleId: z.string() });

const all = { ...noInput, subject: 'appointments', access: users } as const;

/** docs/product.md, "Bookings". */
export const bookingEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'requestBooking',
    method: 'POST',
    path: '/bookings',
    summary: 'Ask the business to book a vehicle for you',
    description: 'Repeated before it is resolved, it returns the same booking.',
    body: jsonBody(() => requestBooking.schema(new Date()), { vehicle: '8' }),
    response: {
      status: 200,
      data: result,
      example: { _id: id, id, vehicleId: '8' },
      message: formatBookingStarted('Honda Activa 6G'),
    },
    rejections: {
      403: ['booked_by_seller'],
      404: ['nothing_to_book'],
      409: ['not_yet_on_sale', 'vehicle_already_sold'],
      422: ['nothing_to_book'],
    },
    async handler(context, { body }) {
      const requested = await runEndpointCommand(context, requestBooking, body);
      if (!requested.ok) return respondWithError(requested.error);
      const { messageId, vehicle, message } = requested.value;
      return respondWithData({ _id: messageId, id: messageId, vehicleId: vehicle }, { message });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'listOwnBookings',
    method: 'GET',
    path: '/bookings/my-bookings',
    summary: 'List your last twenty bookings, newest first',
    response: { status: 200, data: z.object({ bookings: z.array(booking) }), example: { bookings: [example] } },
    handler: ({ runtime }, { user }) =>
      respondWithData({ bookings: findOwnBookings(runtime.db, user.id).map(toBookingJson) }),
  }),
];
