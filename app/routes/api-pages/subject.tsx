import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { explainedEndpoints } from '~/api/endpoint-reference.server';
import { type EndpointSubject, subjects } from '~/api/subjects';
import { publicOrigin, runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { EndpointSection } from './endpoint-view';

export const handle: ScreenHandle = { kind: 'plain', cacheKeyParameters: [], stylesheets: ['api-pages'] };

const isSubject = (name: string): name is EndpointSubject => Object.hasOwn(subjects, name);

export function loader({ request, params: { subject = '' }, context }: LoaderFunctionArgs) {
  if (!isSubject(subject)) throw new Response(null, { status: 404 });
  const runtime = runtimeOf(context);
  const endpoints = explainedEndpoints(subject, publicOrigin(request, runtime), runtime.clock());
  return json({ subject, about: subjects[subject], endpoints });
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? pageMeta(`API: ${data.subject}`, data.about) : [];

/** The endpoints of one tag, with examples. */
export default function ApiSubject() {
  const { subject, about, endpoints } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={`API: ${subject}`} subtitle={about} back={{ text: 'API overview', href: paths.api() }} />
      <div className="section api-page">
        <nav className="callout" aria-label="Endpoints">
          <ul>
            {endpoints.map(({ id, method, path }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <b>{method}</b> {path}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="endpoint-list">
          {endpoints.map((endpoint) => (
            <EndpointSection key={endpoint.id} endpoint={endpoint} />
          ))}
        </div>
      </div>
    </>
  );
}
