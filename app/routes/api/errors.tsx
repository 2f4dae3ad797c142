import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { toReadableText } from '~/api/endpoint-reference.server';
import { errorTexts } from '~/domain/shared/error-texts';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ApiTabs } from './parts';

export const handle: ScreenHandle = { kind: 'plain', cacheKeyParameters: [], unlisted: true };

const about = 'The code of every error, for programs to compare; each has a page with its sentence.';
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? pageMeta(
        matches,
        data.error ? `API error ${data.error.code}` : 'API: errors',
        data.error ? `What the API says with this error: ${data.error.text}` : about,
      )
    : [];

const texts = new Map<string, string>(Object.entries(errorTexts));
const codes = [...texts.keys()].sort();

export function loader({ params: { code } }: LoaderFunctionArgs) {
  if (code === undefined) return json({ codes, error: null });
  const text = texts.get(code);
  if (text === undefined) throw new Response(null, { status: 404 });
  return json({ codes: [], error: { code, text: toReadableText(text) } });
}

export default function ApiErrors() {
  const { codes: listed, error } = useLoaderData<typeof loader>();
  if (error) {
    return (
      <>
        <PageHead title={error.code} subtitle={error.text} back={{ text: 'All errors', href: paths.apiErrors() }} />
        <ApiTabs />
        <div className="section api-page">
          <p>Words in braces stand for values. The code keeps its meaning; the sentence may be reworded.</p>
        </div>
      </>
    );
  }
  return (
    <>
      <PageHead title="API: errors" subtitle={about} back={{ text: 'API overview', href: paths.api() }} />
      <ApiTabs />
      <div className="section api-page">
        <p>A code is never given another meaning or removed; new ones may be added.</p>
        <ul className="error-codes">
          {listed.map((code) => (
            <li key={code}>
              <a href={paths.apiErrors(code)}>
                <code>{code}</code>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
