import type { LoaderFunctionArgs } from '@remix-run/node';
import { recordRoleRejection } from '~/domain/moderation/audit-log.server';
import type { SignedInUser } from '~/domain/shared/actor';
import { isTeamRole, type Permission, requirePermission } from '~/domain/shared/permissions';
import { getActor } from '~/http/actor.server';
import { createRejection, redirectToSignIn } from '~/http/responses.server';

/**
 * The member of the team who asks for a page of the desk.
 *
 * @throws the way to sign in for visitors; 404 for users who are not of the team, whom nothing links there; 403 for a
 *   role without the permission, which is logged
 */
export function requireTeamRead(
  { request, context: { runtime } }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  permission: Permission,
): SignedInUser {
  const actor = getActor(request, runtime);
  const { pathname, search } = new URL(request.url);
  if (!actor.user) throw redirectToSignIn(request, pathname + search);
  if (!isTeamRole(actor.user.role)) throw new Response(null, { status: 404 });
  const lookup = requirePermission(actor, permission);
  if (lookup.ok) return lookup.value;
  throw createRejection(recordRoleRejection({ db: runtime.db, actor, now: runtime.clock() }, lookup.error));
}
