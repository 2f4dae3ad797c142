import type { LoaderFunctionArgs } from '@remix-run/node';
import type { SignedInUser } from '~/domain/shared/actor';
import type { Permission } from '~/domain/shared/permissions';
import type { Runtime } from '~/http/runtime.server';
import { requireTeamRead } from '~/submit/team-access.server';

/** Who may read a page of the desk. @throws as `requireTeamRead` */
export function requireDesk(
  route: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  permission: Permission = 'read',
): { runtime: Runtime; operator: SignedInUser } {
  return { runtime: route.context.runtime, operator: requireTeamRead(route, permission) };
}
