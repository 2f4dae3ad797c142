import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireOperator, type SignedInUser } from '~/domain/shared/actor';
import { getActor } from '~/http/actor.server';
import type { Runtime } from '~/http/runtime.server';
import { redirectToSignIn } from '~/http/return-path.server';

/**
 * Who may read a page of the desk.
 *
 * @throws a redirect to sign in, or a 404 response for users, who do not see the desk
 */
export function requireDesk({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): {
  runtime: Runtime;
  operator: SignedInUser;
} {
  const { runtime } = context;
  const operator = requireOperator(getActor(request, runtime));
  if (operator.ok) return { runtime, operator: operator.value };
  const { pathname, search } = new URL(request.url);
  if (operator.error.kind === 'unauthenticated') throw redirectToSignIn(request, pathname + search);
  throw new Response(null, { status: 404 });
}
