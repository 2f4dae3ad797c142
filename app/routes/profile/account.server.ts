import { redirect } from '@remix-run/node';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { getActor } from '~/http/actor.server';
import { createReturnQuery } from '~/http/responses.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';

/** @throws a redirect of visitors, to sign in and back */
export function requireAccount(request: Request, runtime: Runtime) {
  const actor = getActor(request, runtime);
  const account = actor.user && findAccount(runtime.db, actor.user.id);
  if (actor.user && account) return { actor, user: actor.user, account };
  const { pathname, search } = new URL(request.url);
  throw redirect(paths.login({ redirectTo: createReturnQuery(pathname + search) }));
}
