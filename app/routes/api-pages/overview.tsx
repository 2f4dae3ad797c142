import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { apiCalls } from '~/doors/contract/api-calls.server';
import { refusals } from '~/doors/contract/statuses.server';
import { subjects } from '~/doors/contract/subjects';
import { publicOrigin } from '~/http/public-origin.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { FactList } from '~/ui/page/fact-list';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Distances } from '~/ui/signs/directions';
import { Marked } from './marked';

export const handle: ScreenHandle = { kind: 'plain', keep: [], sheets: ['boards', 'api'] };

const about = 'Everything this site does, as JSON: every call, who may make it, what it takes and what it answers.';
export const meta = () => pageMeta('API', about);

export function loader({ request, context }: LoaderFunctionArgs) {
  return json({
    address: `${publicOrigin(request, runtimeOf(context))}/api`,
    subjects: Object.entries(subjects).map(([name, holds]) => ({
      name,
      holds,
      calls: apiCalls.filter(({ subject }) => subject === name).length,
    })),
    statuses: Object.entries(refusals).map(([status, when]) => ({ status, when })),
  });
}

const envelope = `{ "success": true,
  "message": "…",
  "data": { } }

{ "success": false,
  "message": "…",
  "errors": { "email": "Please enter a valid email address" } }`;

const rules = [
  {
    name: 'Who you are',
    value:
      '`Authorization: Bearer TOKEN`, where the token is what signing in answers or one made on your profile. Who is not signed in changes a listing with the code it was answered, as `X-Manage-Key`.',
  },
  {
    name: 'Fields',
    value:
      'Fields that a call does not know are ignored; null and empty query values count as absent. Money is whole rupees, moments are ISO 8601 in UTC.',
  },
  {
    name: 'Lists',
    value: '`page` from 1 and `limit` up to 100; `pagination` says where a page stands.',
  },
  {
    name: 'Chosen fields',
    value:
      'Public items and lists take `fields=id,name`: each item has those and no others. Without it an item comes whole; the document for machines requires no field there, because it cannot say which were asked for.',
  },
  {
    name: 'Once',
    value:
      'A write with an `Idempotency-Key` that is sent again within a day answers what the first was answered, but no secret to a stranger: take a random key for each write.',
  },
  {
    name: 'Meanwhile',
    value: 'A change may name the `version` that was read: it is refused with 409 when there is a newer one.',
  },
  { name: 'Kept', value: 'Public reads carry an `ETag`, and answer 304 to `If-None-Match` while it is still true.' },
];

/** What holds for every call, and the way to each. */
export default function ApiOverview() {
  const { address, subjects: known, statuses } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="API" subtitle={about} />
      <div className="sec api">
        <nav className="board" aria-label="Subjects">
          <Distances
            rows={known.map(({ name, calls }) => ({
              name,
              value: calls === 1 ? '1 call' : `${calls} calls`,
              href: paths.apiSubject(name),
            }))}
          />
        </nav>
        <div>
          <section aria-labelledby="calls">
            <h2 id="calls">Every call</h2>
            <p>
              {'Stands below '}
              <code>{address}</code>
              {' and answers one of these:'}
            </p>
            <pre>{envelope}</pre>
            <FactList facts={rules.map(({ name, value }) => ({ name, value: <Marked text={value} /> }))} />
          </section>
          <section aria-labelledby="refusals">
            <h2 id="refusals">Refusals</h2>
            <FactList facts={statuses.map(({ status, when }) => ({ name: status, value: <Marked text={when} /> }))} />
          </section>
          <section aria-labelledby="machines">
            <h2 id="machines">For machines</h2>
            <p>
              {'The same as OpenAPI 3.1: '}
              <a href={paths.apiDocument()}>openapi.json</a>
            </p>
          </section>
        </div>
      </div>
    </>
  );
}
