import { json, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { describeEndpointInFull, fillEndpointPath } from '~/api/endpoint-reference.server';
import { isSubject } from '~/api/subjects';
import { formatReason } from '~/domain/shared/result';
import { getPublicOrigin } from '~/http/runtime.server';
import { paths } from '~/paths';
import { createChoices, SelectField, TextField } from '~/ui/forms/field';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { FactList, TextWithCode } from '~/ui/page/text-blocks';
import { Button } from '~/ui/primitives/button';
import { Tag } from '~/ui/primitives/chips';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ApiTabs, FieldList, Path } from './parts';

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: (search) => (search.size === 0 ? [] : null),
  unlisted: true,
};

/** A form that fills the path of an endpoint comes here, with the values of the path as parameters. */
export function loader({ request, params: { subject = '', endpoint: id = '' }, context }: LoaderFunctionArgs) {
  if (!isSubject(subject)) throw new Response(null, { status: 404 });
  const { runtime } = context;
  const origin = getPublicOrigin(request, runtime);
  const endpoint = describeEndpointInFull(subject, id, origin, runtime.clock());
  if (!endpoint) throw new Response(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const target = searchParams.size > 0 && endpoint.method === 'GET' && fillEndpointPath(endpoint.path, searchParams);
  if (target) throw redirect(target);
  const tryFields = endpoint.tryFields.map((field) => ({
    ...field,
    value: searchParams.get(field.name) ?? '',
    error:
      searchParams.size > 0 && field.isRequired && !searchParams.get(field.name)
        ? formatReason({ code: 'required', values: { label: field.name } })
        : null,
  }));
  return json({ subject, endpoint: { ...endpoint, tryFields } });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { summary, method, path } = data.endpoint;
  return pageMeta(matches, `API: ${toPlainText(summary)}`, `${method} ${path}: fields, examples and errors.`);
};

const toPlainText = (summary: string): string => summary.replaceAll('`', '');

type TryFields = ReturnType<typeof useLoaderData<typeof loader>>['endpoint']['tryFields'];

/** Sends a read as a form does, and opens its response. */
function TryForm({ path, fields }: { path: string; fields: TryFields }) {
  return (
    <section aria-labelledby="try">
      <h2 id="try">Try it</h2>
      <p>It opens the response here, with your rights if you are signed in.</p>
      <form action={path.includes('{') ? undefined : path} className="stack">
        <div className="try-fields">
          {fields.map(({ name, choices, help, isRequired, value, error }) => {
            const text = { name, label: name, help, value, required: isRequired, ...(error && { error }) };
            return choices.length > 0 ? (
              <SelectField key={name} {...text} choices={createChoices(choices)} emptyText="Any" />
            ) : (
              <TextField key={name} {...text} />
            );
          })}
        </div>
        <p>
          <Button kind="primary">Send</Button>
        </p>
      </form>
    </section>
  );
}

const parts = [
  { id: 'request', text: 'Request' },
  { id: 'try', text: 'Try it' },
  { id: 'response', text: 'Response' },
  { id: 'errors', text: 'Errors' },
];

export default function ApiEndpoint() {
  const { subject, endpoint } = useLoaderData<typeof loader>();
  const {
    method,
    path,
    summary,
    description,
    access,
    tryFields,
    output,
    curl,
    examples,
    response,
    rejections,
    rejectionsOfAll,
  } = endpoint;
  return (
    <>
      <PageHead title={toPlainText(summary)} back={{ text: `API: ${subject}`, href: paths.apiSubject(subject) }} />
      <ApiTabs hasContents />
      <div className="section api-page">
        <nav className="callout" id="contents" aria-label="On this page">
          <ul className="link-list figure-list">
            {parts
              .filter(({ id }) => id !== 'try' || method === 'GET')
              .map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
          </ul>
        </nav>
        <div className="endpoint-list">
          <section aria-labelledby="request">
            <h2 id="request">Request</h2>
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
            <p>
              <a href={`${paths.apiSubject(subject)}#${endpoint.id}`}>Its parameters and body</a>
            </p>
            {[{ language: 'Shell', code: curl }, ...examples].map(({ language, code }) => (
              <Fragment key={language}>
                <h3>{language}</h3>
                <pre>{code}</pre>
              </Fragment>
            ))}
          </section>
          {method === 'GET' && <TryForm path={path} fields={tryFields} />}
          <section aria-labelledby="response">
            <h2 id="response">{`Response: ${response.status}`}</h2>
            <FieldList title="Fields of data" fields={output} />
            {response.json && (
              <details>
                <summary>Example</summary>
                <pre>{response.json}</pre>
              </details>
            )}
          </section>
          <section aria-labelledby="errors">
            <h2 id="errors">Errors</h2>
            <FactList
              facts={rejections.map(({ status, own, implied }) => ({
                name: String(status),
                value: (
                  <>
                    {own.map(({ code, text }) => (
                      <Fragment key={code}>
                        <code>{code}</code>
                        {`: ${text} `}
                      </Fragment>
                    ))}
                    {own.length > 0 && implied.length > 0 && 'Also '}
                    {implied.length > 0 && <code>{implied.join(', ')}</code>}
                  </>
                ),
              }))}
            />
            <p>
              {`And as everywhere: ${rejectionsOfAll.join(', ')}. `}
              <a href={`${paths.api()}#errors`}>What they mean</a>
            </p>
          </section>
        </div>
      </div>
    </>
  );
}
