import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { type EndpointSubject, subjects } from '~/api/subjects';
import { type EndpointReference, describeEndpoints } from '~/api/endpoint-reference.server';
import { getPublicOrigin } from '~/http/runtime.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { FactList, TextWithCode } from '~/ui/page/text-blocks';
import { Tag } from '~/ui/primitives/chips';
import type { ScreenHandle } from '~/ui/screen-kind';

export const handle: ScreenHandle = { kind: 'plain', cacheKeyParameters: [] };

const isSubject = (name: string): name is EndpointSubject => Object.hasOwn(subjects, name);

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
      <div className="section api-page">
        <nav className="callout" aria-label="Endpoints">
          <ul>
            {endpoints.map(({ id, method, path }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <b>{method}</b>{' '}
                  <span>
                    <Path path={path} />
                  </span>
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

type Fields = EndpointReference['fields'];

type FieldListProps = { title: string; fields: Fields; as?: EndpointReference['fieldsAs'] };

function FieldList({ title, fields, as = null }: FieldListProps) {
  if (fields.length === 0 && !as) return null;
  return (
    <>
      <h3>{title}</h3>
      {as && (
        <p>
          {'The fields of '}
          <a href={`#${as.id}`}>{`${as.method} ${as.path}`}</a>
          {fields.length > 0 ? ', all optional, and:' : ', all optional.'}
        </p>
      )}
      {fields.length > 0 && (
        <FactList facts={fields.map(({ name, rule }) => ({ name, value: <TextWithCode text={rule} /> }))} />
      )}
    </>
  );
}

/** A path that breaks before its slashes, except the second. */
const Path = ({ path }: { path: string }) =>
  path.split(/(?<=.\/.*)(?=\/)/).map((part, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path never change their places
    <Fragment key={position}>
      {position > 0 && <wbr />}
      {part}
    </Fragment>
  ));

function EndpointSection({ endpoint }: { endpoint: EndpointReference }) {
  const { id, method, path, summary, description, access, parameters, fields, fieldsAs, curl, response, rejections } =
    endpoint;
  return (
    <section id={id}>
      <h2>
        <TextWithCode text={summary} />
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
      <details>
        <summary>{`Example response: ${response.status}`}</summary>
        <pre>{response.json}</pre>
      </details>
      <p className="note">{`Error statuses: ${rejections.join(', ')}.`}</p>
    </section>
  );
}
