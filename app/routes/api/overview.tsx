import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { createConventions } from '~/api/conventions';
import { type FoundPage, searchPages } from '~/api/documentation-search.server';
import { type FoundEndpoint, searchEndpoints } from '~/api/endpoint-reference.server';
import { apiEndpoints } from '~/api/endpoints.server';
import { rejections } from '~/api/openapi-components.server';
import { createErrorBody } from '~/api/respond.server';
import { subjects } from '~/api/subjects';
import { validateSearchText } from '~/domain/names/tokenizer';
import { formatReason } from '~/domain/shared/result';
import { getPublicOrigin } from '~/http/runtime.server';
import { readSearchText } from '~/http/url-params';
import { paths } from '~/paths';
import { SearchForm } from '~/ui/forms/search-form';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { FactList, TextWithCode } from '~/ui/page/text-blocks';
import { FigureList } from '~/ui/primitives/link-list';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ApiTabs, GuideList, Path } from './parts';

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: ['q'],
  unlisted: (search) => search.has('q'),
};

const about = 'The JSON API of this site: every endpoint with its access, parameters, request and response.';
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'API', about);

const errorExample = createErrorBody({ code: 'invalid_fields' }, { email: { code: 'email_invalid' } });
const envelope = `{ "success": true, "message": "…", "data": { } }

${JSON.stringify(errorExample, null, 2)}`;

export function loader({ request, context }: LoaderFunctionArgs) {
  const q = readSearchText(new URL(request.url).searchParams);
  const problem = q === null ? null : validateSearchText(q);
  const conventions = createConventions(context.runtime.settings.limits);
  return json({
    search: { q, error: problem && formatReason(problem) },
    results:
      q === null || problem
        ? null
        : { endpoints: searchEndpoints(q, context.runtime.clock()), pages: searchPages(q, conventions) },
    conventions,
    baseUrl: `${getPublicOrigin(request, context.runtime)}/api`,
    subjects: Object.entries(subjects).map(([name, holds]) => ({
      name,
      holds,
      endpoints: apiEndpoints.filter(({ subject }) => subject === name).length,
    })),
    envelope,
    statuses: Object.entries(rejections).map(([status, when]) => ({ status, when })),
  });
}

export default function ApiOverview() {
  const {
    search,
    results,
    conventions,
    baseUrl,
    subjects: subjectList,
    envelope,
    statuses,
  } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="API">
        <SearchForm
          action={paths.api()}
          label="Search the documentation"
          placeholder="Path, field or code"
          value={search.q}
          error={search.error}
          isShort
        />
      </PageHead>
      <ApiTabs />
      {results && <Results of={search.q ?? ''} {...results} />}
      <div className="section api-page">
        <nav className="callout" aria-label="Contents">
          <h2 id="guides">Guides</h2>
          <GuideList />
          <h2 id="endpoints">Endpoints</h2>
          <FigureList
            rows={subjectList.map(({ name, endpoints }) => ({
              name,
              value: endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`,
              href: paths.apiSubject(name),
            }))}
          />
        </nav>
        <div>
          <section aria-labelledby="conventions">
            <h2 id="conventions">Conventions</h2>
            <p>{about}</p>
            <p>
              {'The base URL is '}
              <code>{baseUrl}</code>
              {'. Every JSON response has one of these forms:'}
            </p>
            <pre>{envelope}</pre>
            <FactList facts={conventions.map(({ name, value }) => ({ name, value: <TextWithCode text={value} /> }))} />
          </section>
          <section aria-labelledby="errors">
            <h2 id="errors">Errors</h2>
            <FactList
              facts={statuses.map(({ status, when }) => ({ name: status, value: <TextWithCode text={when} /> }))}
            />
          </section>
          <section aria-labelledby="openapi">
            <h2 id="openapi">OpenAPI</h2>
            <p>
              {'This reference as an OpenAPI 3.1 document: '}
              <a href={paths.apiDocument()}>openapi.json</a>
              {'. A client in one file of TypeScript: '}
              <a href={paths.apiClient()}>client.ts</a>
            </p>
          </section>
        </div>
      </div>
    </>
  );
}

/** With all, a search for one letter would not fit into the first flight. */
const mostResults = 100;

type ResultsProps = { of: string; endpoints: readonly FoundEndpoint[]; pages: readonly FoundPage[] };

function Results({ of, endpoints, pages }: ResultsProps) {
  return (
    <section className="stack endpoint-results" aria-labelledby="results">
      <h2 id="results">{`${endpoints.length} ${endpoints.length === 1 ? 'endpoint' : 'endpoints'} for “${of}”`}</h2>
      {endpoints.length + pages.length === 0 && (
        <p>All words have to be in its path, its texts or the names of its fields.</p>
      )}
      {endpoints.length > mostResults && <p>{`The first ${mostResults} are listed. Add a word.`}</p>}
      <ul>
        {endpoints.slice(0, mostResults).map(({ id, method, path, summary, subject }) => (
          <li key={id}>
            <a href={`${paths.apiSubject(subject)}#${id}`}>
              <b>{method}</b>{' '}
              <code>
                <Path path={path} />
              </code>
            </a>{' '}
            <TextWithCode text={summary} />
          </li>
        ))}
      </ul>
      {pages.length > 0 && <h2>Guides, conventions and errors</h2>}
      <ul>
        {pages.map(({ href, title, about }) => (
          <li key={title}>
            <a href={href}>{title}</a> <TextWithCode text={about} />
          </li>
        ))}
      </ul>
    </section>
  );
}
