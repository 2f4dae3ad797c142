import { redirect } from '@remix-run/node';
import { requestBooking, startBooking } from '~/domain/messages/booking.commands.server';
import { allowAnyone, allowUser, createFormAction, createFormActions, type FormPost } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { toLocalPath } from '~/http/responses.server';
import { paths } from '~/paths';

const values = selectFields(['vehicle']);
const decode = ({ fields }: FormPost) => ({ vehicle: fields.get('vehicle') ?? undefined });
const getReturnPath = ({ fields }: FormPost): string => toLocalPath(fields.get('back'), paths.home());

/**
 * Target of all *Book Now* forms: `vehicle` is the id of a vehicle or listing, `back` the screen to return to, which
 * shows the result.
 */
export const action = createFormActions(({ actor }) => (actor.user ? 'request' : 'start'), {
  request: createFormAction({
    access: allowUser(),
    values,
    command: requestBooking,
    decode,
    onSuccess: ({ vehicle }, post) => ({ to: getReturnPath(post), flash: 'booking-stored', about: vehicle }),
    redisplay: null,
  }),
  start: createFormAction({
    access: allowAnyone,
    values,
    command: startBooking,
    decode,
    onSuccess: ({ vehicle }, post) => ({ to: getReturnPath(post), flash: 'booking-started', about: vehicle }),
    redisplay: null,
  }),
});

/** A GET, such as a reload, redirects to the new bikes. */
export const loader = () => redirect(paths.newBikes());
