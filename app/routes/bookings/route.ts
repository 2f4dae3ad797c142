import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { requestBooking } from '~/domain/bookings/request-booking.server';
import { checkInput, runCommand } from '~/domain/command.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { localPath, readOrRefuse, refusalOf, seeOther } from '~/doors/form-door.server';
import { overLimit } from '~/doors/over-limit.server';
import { askerOf } from '~/http/asker.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';

/**
 * Where every *Book Now* posts to: `vehicle`, any offer's id, and `back`, the screen to go on with. What happened is
 * said there. A visitor's booking writes nothing, so it counts as any write and not as a message.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const runtime = runtimeOf(context);
  const asker = askerOf(request, runtime);
  const sender = { runtime, address: context.address ?? '' };
  const tooMany = overLimit(sender, asker.user ? requestBooking.limit : 'write');
  if (tooMany) throw refusalOf(tooMany);
  const fields = await readOrRefuse(request);
  const now = runtime.clock();
  const input = checkInput(requestBooking, { vehicle: fields.get('vehicle') ?? undefined }, now);
  if (!input.done) throw refusalOf(input.problem);
  const asking = { db: runtime.db, asker, now };
  const outcome = await commitWithOthers(runtime.db, () => runCommand(requestBooking, input.value, asking));
  if (!outcome.done) throw refusalOf(outcome.problem);
  const { vehicle, messageId } = outcome.value;
  return seeOther(request, localPath(fields.get('back'), paths.home()), {
    notice: messageId ? 'booking-stored' : 'booking-started',
    about: vehicle,
  });
}

/** Nothing is read here: a reloaded or followed address goes to where bookings are made. */
export const loader = () => redirect(paths.newBikes());
