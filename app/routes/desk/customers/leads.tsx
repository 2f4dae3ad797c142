import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { DeskEmpty } from '~/ui/desk/rows';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Queue } from '../queue';
import { loadFollowUps } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Leads', 'Customers with a next step, by its day.');

export const loader = (route: LoaderFunctionArgs) => json(loadFollowUps(route, 'lead'));

export default function Leads() {
  const { page, pages, rows } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Leads">
      {rows.length === 0 ? (
        <DeskEmpty title="No next step" text="Set one on the page of a customer, with its day." />
      ) : (
        <Queue rows={rows} />
      )}
      <Pager page={page} pages={pages} getHref={(other) => deskPaths.leads({ page: other })} />
    </DeskPage>
  );
}
