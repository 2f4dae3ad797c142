import type { LoaderFunctionArgs } from '@remix-run/node';
import { seeOther } from '~/http/responses.server';
import { deskPaths } from '~/paths';

export const loader = ({ request }: LoaderFunctionArgs) => seeOther(request, deskPaths.today());
