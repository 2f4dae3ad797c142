import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { exportOwnData } from '~/domain/own-data/own-data.server';
import { toDay } from '~/domain/shared/dates';
import { getActor } from '~/http/actor.server';
import { paths } from '~/paths';

export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { runtime } = context;
  const { user } = getActor(request, runtime);
  const data = user && exportOwnData(runtime.db, user.id);
  if (!data) return redirect(paths.login({ redirectTo: paths.profile() }));
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="my-data-${toDay(runtime.clock())}.json"`,
    },
  });
}
