import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DeskPage } from '~/ui/desk/desk-frame';
import { DeskEmpty } from '~/ui/desk/rows';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { deskPaths } from '~/paths';
import { Queue } from '../queue';
import type { loader } from './route.server';

export { loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Today at the desk', 'What waits, and who comes today.');

/** What waits, oldest first (docs/product.md, "The desk"). */
export default function Today() {
  const { title, total, queue } = useLoaderData<typeof loader>();
  return (
    <DeskPage title={title}>
      <section aria-labelledby="waits">
        {total === 0 ? (
          <DeskEmpty title="All answered" />
        ) : (
          <>
            <div className="section-head">
              <h2 id="waits">{total === 1 ? '1 waits' : `${total} wait`}</h2>
            </div>
            <Queue rows={queue} />
            <ActionLink href={deskPaths.customers()}>{`All ${total}`}</ActionLink>
          </>
        )}
      </section>
    </DeskPage>
  );
}
