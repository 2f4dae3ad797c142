import type { Asker } from '~/domain/asker';
import { runCommand } from '~/domain/command.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { deleteListing } from '~/domain/listings/delete-listing.server';
import type { ListingKind } from '~/domain/listings/limits';
import { markSold } from '~/domain/listings/mark-sold.server';
import { readOrRefuse, refusalOf, seeOther } from '~/doors/form-door.server';
import { overLimit } from '~/doors/over-limit.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';

type OwnerActionSender = { request: Request; runtime: Runtime; asker: Asker; address: string; kind: ListingKind };

/** Marks a listing as sold or deletes it, from its details panel. Doing it twice is doing it once. */
export async function takeOwnerAction(sender: OwnerActionSender): Promise<Response> {
  const { request, runtime, asker, kind } = sender;
  const tooMany = overLimit(sender, 'write');
  if (tooMany) throw refusalOf(tooMany);
  const fields = await readOrRefuse(request);
  const name = { id: fields.get('listing') ?? '', kind };
  const context = { db: runtime.db, asker, now: runtime.clock() };
  if (fields.get('intent') === 'delete') {
    const outcome = await commitWithOthers(runtime.db, () => runCommand(deleteListing, name, context));
    const isGone = outcome.done || outcome.problem.kind === 'not-found';
    if (isGone) return seeOther(request, paths.sellList(kind), { notice: 'listing-deleted' });
    throw refusalOf(outcome.problem);
  }
  const outcome = await commitWithOthers(runtime.db, () => runCommand(markSold, name, context));
  if (outcome.done) return seeOther(request, paths.listing(kind, name.id), { notice: 'listing-sold' });
  if (outcome.problem.kind === 'conflict') {
    return seeOther(request, paths.listing(kind, name.id), { notice: 'listing-already-sold' });
  }
  throw refusalOf(outcome.problem);
}
