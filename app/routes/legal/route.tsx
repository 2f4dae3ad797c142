import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { legalTexts } from '~/domain/content/company.server';
import { dayText } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ActionLink } from '~/ui/primitives/button';

export const handle: ScreenHandle = { kind: 'plain', cacheKeyParameters: [], stylesheets: ['legal'] };

/** One module for three URLs: the path selects the text. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const { changed, privacy, terms, returns } = legalTexts;
  const text = pathname === paths.privacy() ? privacy : pathname === paths.terms() ? terms : returns;
  return json({ ...text, changed: dayText(changed) });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => (data ? pageMeta(data.title, data.summary) : []);

/** Privacy Policy, Terms & Conditions, Return Policy: short, and accurate for this site. */
export default function LegalText() {
  const { title, summary, parts, changed } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={title} subtitle={summary} />
      <div className="section legal-text">
        {parts.map((part) => (
          <section key={part.title}>
            <h2>{part.title}</h2>
            {part.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
        <p>
          <ActionLink href={paths.contact({ subject: title })} icon="chat">
            Ask us about it
          </ActionLink>
        </p>
        <p className="note">{`Last changed on ${changed}`}</p>
      </div>
    </>
  );
}
