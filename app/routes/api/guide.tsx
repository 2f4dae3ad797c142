import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { type GuideName, guides } from '~/api/guides';
import { readGuideExamples } from '~/api/guides.server';
import { getPublicOrigin } from '~/http/runtime.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { TextWithCode } from '~/ui/page/text-blocks';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ApiTabs, GuideList } from './parts';

export const handle: ScreenHandle = { kind: 'plain', cacheKeyParameters: [] };

const isGuide = (name: string): name is GuideName => Object.hasOwn(guides, name);

export function loader({ request, params: { guide = '' }, context }: LoaderFunctionArgs) {
  if (!isGuide(guide)) throw new Response(null, { status: 404 });
  return json({ guide, examples: readGuideExamples(guide, getPublicOrigin(request, context.runtime)) });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageMeta(matches, `API: ${guides[data.guide].title}`, guides[data.guide].about) : [];

export default function ApiGuide() {
  const { guide, examples } = useLoaderData<typeof loader>();
  const { title, about, notes } = guides[guide];
  return (
    <>
      <PageHead title={title} subtitle={about} back={{ text: 'API overview', href: paths.api() }} />
      <ApiTabs />
      <div className="section api-page">
        <div>
          <p>
            <TextWithCode text={notes} />
          </p>
          {examples.map(({ ending, language, code }) => (
            <section key={ending} aria-labelledby={ending}>
              <h2 id={ending}>{language}</h2>
              <pre>
                <code>{code}</code>
              </pre>
            </section>
          ))}
          <p className="note">
            The examples run as they are: for the shell with curl and jq, and with Node.js 20 and Python 3.9 without
            packages.
          </p>
        </div>
        <nav className="callout" aria-label="Guides">
          <GuideList current={guide} />
        </nav>
      </div>
    </>
  );
}
