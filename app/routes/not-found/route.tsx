import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { toLocalPath } from '~/http/responses.server';
import { pageMeta } from '~/ui/page/page-meta';
import { ErrorPage } from '~/ui/page/error-page';
import type { ScreenHandle } from '~/ui/screen-kind';

export const handle: ScreenHandle = { kind: 'plain', unlisted: true };
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Page not found');

/** Paths are lower case; phones write the first letter of what is typed as a capital. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const lower = pathname.toLowerCase();
  const path = toLocalPath(lower + search, '');
  if (lower !== pathname && path) throw redirect(path, 301);
  return json(null, 404);
}

export default function NotFound() {
  return <ErrorPage status={404} />;
}
