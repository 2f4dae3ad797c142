import { json, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { errorTexts } from '~/domain/shared/error-texts';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';

export const handle: ScreenHandle = { kind: 'plain', cacheKeyParameters: [] };

const about = 'The code of every error, for programs to compare, and its sentence, for people to read.';
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'API: errors', about);

/** `{count|day|days}` has the word for 1 first; the sentence is shown with the other. */
const toReadableText = (text: string): string => text.replaceAll(/\{\w+\|[^|}]*\|([^}]*)\}/g, '$1');

const codes = Object.entries(errorTexts)
  .map(([code, text]) => ({ code, text: toReadableText(text) }))
  .sort((first, second) => (first.code < second.code ? -1 : 1));

export const loader = () => json({ codes });

export default function ApiErrors() {
  const { codes: rows } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="API: errors" subtitle={about} back={{ text: 'API overview', href: paths.api() }} />
      <div className="section api-page">
        <p>
          Words in braces stand for values. A code is never given another meaning or removed; new ones may be added.
        </p>
        <div className="endpoint-list">
          <dl className="spec-list">
            {rows.map(({ code, text }) => (
              <div key={code} id={code}>
                <dt>{code}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </>
  );
}
