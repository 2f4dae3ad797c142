import type { LoaderFunctionArgs } from '@remix-run/node';
import type { SignedInUser } from '~/domain/shared/actor';
import { type Permission, requirePermission } from '~/domain/shared/permissions';
import type { Runtime } from '~/http/runtime.server';
import type { FormPost } from '~/submit/form.server';
import { requireTeamRead } from '~/submit/team-access.server';

/** Who may read a page of the desk. @throws as `requireTeamRead` */
export function requireDesk(
  route: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  permission: Permission = 'read',
): { runtime: Runtime; operator: SignedInUser } {
  return { runtime: route.context.runtime, operator: requireTeamRead(route, permission) };
}

/** Who may send a form of the desk. */
export const allowTeam = (permission: Permission) => ({
  check: ({ actor }: FormPost) => requirePermission(actor, permission),
  signIn: ({ url }: FormPost) => url.pathname + url.search,
});
