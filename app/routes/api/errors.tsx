import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { toReadableText } from '~/api/endpoint-reference.server';
import { errorTexts } from '~/domain/shared/error-texts';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { FactList } from '~/ui/page/text-blocks';
import { ButtonLink } from '~/ui/primitives/button';
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

function getSentence(code: string): string | null {
  const text = texts.get(code);
  return text === undefined ? null : toReadableText(text);
}

const codes = [...texts.keys()].sort();
const initials = [...new Set(codes.map((code) => code.slice(0, 1)))];
/** In alphabetical order, apart by their first letter. With their sentences they exceed the first flight. */
const groups = initials.map((initial) => ({ initial, codes: codes.filter((code) => code.startsWith(initial)) }));

export function loader({ params: { code } }: LoaderFunctionArgs) {
  if (code === undefined) return json({ groups, error: null });
  const text = getSentence(code);
  if (text === null) throw new Response(null, { status: 404 });
  return json({ groups: [], error: { code, text } });
}

const rule = 'A sentence may be reworded; words in braces in it stand for values.';

export default function ApiErrors() {
  const { groups, error } = useLoaderData<typeof loader>();
  if (error) {
    return (
      <>
        <PageHead title={error.code} subtitle={error.text} back={{ text: 'All errors', href: paths.apiErrors() }} />
        <ApiTabs />
        <div className="section stack api-page">
          <FactList
            facts={[
              { name: 'Code', value: <code>{error.code}</code> },
              { name: 'Sentence', value: error.text },
            ]}
          />
          <p>{`The code keeps its meaning. ${rule}`}</p>
          <p>
            <ButtonLink href={paths.apiErrors()}>All errors</ButtonLink>
          </p>
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
        <div className="error-codes">
          {groups.map(({ initial, codes }) => (
            <Fragment key={initial}>
              <h2>{initial.toUpperCase()}</h2>
              <ul>
                {codes.map((code) => (
                  <li key={code}>
                    <a href={paths.apiErrors(code)}>
                      <code>{code}</code>
                    </a>
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
        </div>
      </div>
    </>
  );
}
