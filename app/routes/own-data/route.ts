import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { ownData } from '~/domain/accounts/own-data.server';
import { dayOf } from '~/domain/dates';
import { askerOf } from '~/http/asker.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';

/** Everything that is stored of the user who asks, as a file to keep. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const runtime = runtimeOf(context);
  const { user } = askerOf(request, runtime);
  const data = user && ownData(runtime.db, user.id);
  if (!data) return redirect(paths.login({ redirectTo: paths.profile() }));
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="my-data-${dayOf(runtime.clock())}.json"`,
    },
  });
}
