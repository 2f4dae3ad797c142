import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { requestBooking } from '~/domain/bookings/booking.commands.server';
import { checkInput, runCommand } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { localPath, readFormOrReject, rejectionOf, seeOther } from '~/http/form-response.server';
import { overLimit } from '~/http/rate-limit.server';
import { getActor } from '~/http/actor.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';

/**
 * Target of every *Book Now* button: `vehicle`, the id of any offer, and `back`, the screen to return to, which shows
 * the
 * result. A visitor's booking writes nothing, so it counts as a write and not as a message.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const runtime = runtimeOf(context);
  const actor = getActor(request, runtime);
  const sender = { runtime, address: context.address ?? '' };
  const tooMany = overLimit(sender, actor.user ? requestBooking.limit : 'write');
  if (tooMany) throw rejectionOf(tooMany);
  const fields = await readFormOrReject(request);
  const now = runtime.clock();
  const input = checkInput(requestBooking, { vehicle: fields.get('vehicle') ?? undefined }, now);
  if (!input.ok) throw rejectionOf(input.error);
  const requesting = { db: runtime.db, actor, now };
  const result = await commitWithOthers(runtime.db, () => runCommand(requestBooking, input.value, requesting));
  if (!result.ok) throw rejectionOf(result.error);
  const { vehicle, messageId } = result.value;
  return seeOther(request, localPath(fields.get('back'), paths.home()), {
    flash: messageId ? 'booking-stored' : 'booking-started',
    about: vehicle,
  });
}

/** A GET, such as a reload, redirects to the bookings. */
export const loader = () => redirect(paths.newBikes());
