import type { LoaderFunctionArgs } from '@remix-run/node';
import { seeOther } from '~/http/responses.server';
import { deskPaths, paths } from '~/paths';

/** Where the sections without pages of their own are, in the dashboard. */
const sections: Readonly<Record<string, string>> = {
  [deskPaths.shop()]: paths.desk({ show: 'branches' }),
};

export const loader = ({ request }: LoaderFunctionArgs) =>
  seeOther(request, sections[new URL(request.url).pathname] ?? deskPaths.today());
