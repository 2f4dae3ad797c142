import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { type CallSubject, subjects } from '~/doors/contract/subjects';
import { explainedCalls } from '~/doors/contract/explained-call.server';
import { publicOrigin } from '~/http/public-origin.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Call } from './call';

export const handle: ScreenHandle = { kind: 'plain', keep: [], sheets: ['api'] };

const isSubject = (name: string): name is CallSubject => Object.hasOwn(subjects, name);

export function loader({ request, params: { subject = '' }, context }: LoaderFunctionArgs) {
  if (!isSubject(subject)) throw new Response(null, { status: 404 });
  const runtime = runtimeOf(context);
  const calls = explainedCalls(subject, publicOrigin(request, runtime), runtime.clock());
  return json({ subject, about: subjects[subject], calls });
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? pageMeta(`API: ${data.subject}`, data.about) : [];

/** The endpoints of one tag, with examples. */
export default function ApiSubject() {
  const { subject, about, calls } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={`API: ${subject}`} subtitle={about} back={{ text: 'API overview', href: paths.api() }} />
      <div className="sec api">
        <nav className="board" aria-label="Endpoints">
          <ul>
            {calls.map(({ id, method, path }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <b>{method}</b> {path}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="calls">
          {calls.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </div>
      </div>
    </>
  );
}
