import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { endSession } from '~/domain/accounts/sessions.server';
import { seeOther, writeOrRefuse } from '~/doors/form-door.server';
import { askerOf } from '~/http/asker.server';
import { runtimeOf } from '~/http/runtime.server';
import { forgetSessionCookie } from '~/http/session-cookie.server';
import { paths } from '~/paths';

/** Ends the session and goes to `/` (docs/product.md, "Accounts"). Never rate limited: a user can always sign out. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const runtime = runtimeOf(context);
  const { user } = askerOf(request, runtime);
  if (user) await writeOrRefuse(runtime.db, () => endSession(runtime.db, user.id, user.sessionId));
  return seeOther(request, paths.entrance(), { notice: 'signed-out', cookies: [forgetSessionCookie(request)] });
}

/** Reading ends nothing: an address that was followed or reloaded leads to the entrance. */
export const loader = () => redirect(paths.entrance());
