import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { RejectedForm } from '~/submit/form-response.server';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { DeskEmpty } from '~/ui/desk/rows';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { PeopleForm } from './people-form';
import { loadFollowUps } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Done', 'What was answered, and what was spam.');

export function loader(route: LoaderFunctionArgs) {
  const isSpam = new URL(route.request.url).searchParams.get('state') === 'spam';
  return json({ isSpam, ...loadFollowUps(route, isSpam ? 'spam' : 'done') });
}

export default function Done() {
  const { isSpam, page, pages, total, rows } = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm>();
  const state = isSpam ? 'spam' : null;
  return (
    <DeskPage title={isSpam ? 'Spam' : 'Done'}>
      {rows.length === 0 ? (
        <DeskEmpty title={isSpam ? 'No spam' : 'Nothing is done yet'} />
      ) : (
        <PeopleForm
          action={deskPaths.doneRequests({ state, page })}
          total={total}
          rows={rows}
          actionData={actionData}
          choices={[
            isSpam
              ? { value: 'not-spam', label: 'Not spam: lift the blocks' }
              : { value: 'waiting', label: 'Let them wait again' },
          ]}
        >
          <ButtonLink href={deskPaths.doneRequests({ state: isSpam ? null : 'spam' })}>
            {isSpam ? 'What is done' : 'Spam'}
          </ButtonLink>
        </PeopleForm>
      )}
      {rows.length === 0 && (
        <p>
          <ButtonLink href={deskPaths.doneRequests({ state: isSpam ? null : 'spam' })}>
            {isSpam ? 'What is done' : 'Spam'}
          </ButtonLink>
        </p>
      )}
      <Pager page={page} pages={pages} getHref={(other) => deskPaths.doneRequests({ state, page: other })} />
    </DeskPage>
  );
}
