import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { legalTexts } from '~/domain/content/company.server';
import { formatStoredData, type Retention } from '~/domain/own-data/stored-data.server';
import { formatDay } from '~/domain/shared/dates';
import type { Settings } from '~/http/settings.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ActionLink } from '~/ui/primitives/button';

export const handle: ScreenHandle = { kind: 'plain', cacheKeyParameters: [] };

/** One module for three URLs: the path selects the text. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const { changed, privacy, terms, returns } = legalTexts;
  const isPrivacy = pathname === paths.privacy();
  const text = isPrivacy ? privacy : pathname === paths.terms() ? terms : returns;
  const stored = isPrivacy ? formatStoredData(getRetention(context.runtime.settings)) : null;
  return json({ ...text, stored, changed: formatDay(changed) });
}

const getRetention = ({ keepMessages, mail, keepMail, backups: { every, keep } }: Settings): Retention => ({
  messages: keepMessages,
  ...(mail && { mails: keepMail }),
  backups: every === null ? null : every * keep,
});

export const meta: MetaFunction<typeof loader> = ({ data }) => (data ? pageMeta(data.title, data.summary) : []);

export default function LegalText() {
  const { title, summary, parts, stored, changed } = useLoaderData<typeof loader>();
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
        {stored && (
          <section>
            <h2>What is stored, why and for how long</h2>
            {stored.map((purpose) => (
              <Fragment key={purpose.title}>
                <h3>{purpose.title}</h3>
                <p>{purpose.what}</p>
                <p>
                  <b>Why:</b> {purpose.why} <b>How long:</b> {purpose.kept}
                </p>
              </Fragment>
            ))}
          </section>
        )}
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
