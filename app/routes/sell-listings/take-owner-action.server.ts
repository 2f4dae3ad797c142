import { seeOther } from '~/doors/form-door.server';
import { readForm } from '~/doors/read-form.server';
import { statusOf } from '~/doors/problem-status';
import type { Asker } from '~/domain/asker';
import { runCommand } from '~/domain/command.server';
import { deleteListing } from '~/domain/listings/delete-listing.server';
import { markSold } from '~/domain/listings/mark-sold.server';
import { tooManyAttempts } from '~/http/address-limits.server';
import type { Runtime } from '~/http/runtime.server';
import { paths, type SellKind } from '~/paths';

type OwnerActionSender = { request: Request; runtime: Runtime; asker: Asker; address: string; kind: SellKind };

/** Marks a listing as sold or deletes it, from its details panel. Doing it twice is doing it once. */
export async function takeOwnerAction({
  request,
  runtime,
  asker,
  address,
  kind,
}: OwnerActionSender): Promise<Response> {
  const retryAfterSeconds = runtime.limits.take(markSold.limit, address);
  if (retryAfterSeconds > 0) {
    const headers = { 'Retry-After': String(retryAfterSeconds) };
    throw new Response(tooManyAttempts(retryAfterSeconds), { status: 429, headers });
  }
  const { fields } = await readForm(request);
  const name = { id: fields.get('listing') ?? '', kind };
  const context = { db: runtime.db, asker, now: runtime.clock() };
  if (fields.get('intent') === 'delete') {
    const outcome = runCommand(deleteListing, name, context);
    if (outcome.done) return seeOther(request, paths.sellList(kind), { notice: 'listing-deleted' });
    throw new Response(outcome.problem.message, { status: statusOf(outcome.problem) });
  }
  const outcome = runCommand(markSold, name, context);
  if (outcome.done) return seeOther(request, paths.listing(kind, name.id), { notice: 'listing-sold' });
  if (outcome.problem.kind === 'conflict') {
    return seeOther(request, paths.listing(kind, name.id), { notice: 'listing-already-sold' });
  }
  throw new Response(outcome.problem.message, { status: statusOf(outcome.problem) });
}
