import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { isSubject, subjects } from '~/api/subjects';
import { type EndpointReference, describeEndpoints } from '~/api/endpoint-reference.server';
import { getPublicOrigin } from '~/http/runtime.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { TextWithCode } from '~/ui/page/text-blocks';
import { Tag } from '~/ui/primitives/chips';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ApiTabs, EndpointList, FieldList, Path } from './parts';

export const handle: ScreenHandle = { kind: 'plain', cacheKeyParameters: [] };

export function loader({ request, params: { subject = '' }, context }: LoaderFunctionArgs) {
  if (!isSubject(subject)) throw new Response(null, { status: 404 });
  const { runtime } = context;
  const endpoints = describeEndpoints(subject, getPublicOrigin(request, runtime), runtime.clock());
  return json({ subject, about: subjects[subject], endpoints });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageMeta(matches, `API: ${data.subject}`, data.about) : [];

export default function ApiSubject() {
  const { subject, about, endpoints } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={`API: ${subject}`} subtitle={about} back={{ text: 'API overview', href: paths.api() }} />
      <ApiTabs hasContents />
      <div className="section api-page">
        <EndpointList endpoints={endpoints} />
        <div className="endpoint-list">
          {endpoints.map((endpoint) => (
            <EndpointSection key={endpoint.id} endpoint={endpoint} subject={subject} />
          ))}
        </div>
      </div>
    </>
  );
}

function EndpointSection({ endpoint, subject }: { endpoint: EndpointReference; subject: string }) {
  const { id, method, path, summary, description, access, parameters, fields, fieldsAs, curl } = endpoint;
  return (
    <section id={id}>
      <h2>
        <a href={paths.apiEndpoint(subject, id)}>
          <TextWithCode text={summary} />
        </a>
      </h2>
      <p className="row">
        <Tag>{method}</Tag>{' '}
        <code>
          <Path path={path} />
        </code>
      </p>
      <p>
        {`${access}. `}
        {description && <TextWithCode text={description} />}
      </p>
      <FieldList title="Parameters" fields={parameters} />
      <FieldList title="Request body" fields={fields} as={fieldsAs} />
      <h3>Example request</h3>
      <pre>{curl}</pre>
    </section>
  );
}
