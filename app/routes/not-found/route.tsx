import { json } from '@remix-run/node';
import { pageMeta } from '~/ui/page/page-meta';
import { ErrorPage } from '~/ui/page/error-page';
import type { ScreenHandle } from '~/ui/screen-kind';

export const handle: ScreenHandle = { kind: 'plain', unlisted: true, stylesheets: ['stat', 'search-form', 'poster'] };
export const meta = () => pageMeta('Page not found');
export const loader = () => json(null, 404);

/** Every unknown path. */
export default function NotFound() {
  return <ErrorPage status={404} />;
}
