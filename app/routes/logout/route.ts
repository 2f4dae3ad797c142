import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { endSession } from '~/domain/accounts/sessions.server';
import { seeOther, writeOrReject } from '~/http/form-response.server';
import { forgetSessionCookie, getActor } from '~/http/actor.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';

/** Ends the session and goes to `/` (docs/product.md, "Accounts"). Never rate limited: a user can always sign out. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const runtime = runtimeOf(context);
  const { user } = getActor(request, runtime);
  if (user) await writeOrReject(runtime.db, () => endSession(runtime.db, user.id, user.sessionId));
  return seeOther(request, paths.entrance(), { flash: 'signed-out', cookies: [forgetSessionCookie(request)] });
}

/** A GET changes nothing and redirects to the home page. */
export const loader = () => redirect(paths.entrance());
