import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { legalTexts } from '~/domain/content/legal.server';
import { parseMarkdown } from '~/domain/content/markdown.server';
import { readShop } from '~/domain/content/shop.server';
import { formatStoredData, type Retention } from '~/domain/own-data/stored-data.server';
import { formatDay } from '~/domain/shared/dates';
import type { Settings } from '~/http/settings.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { FormattedText } from '~/ui/page/formatted-text';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ActionLink } from '~/ui/primitives/button';

export const handle: ScreenHandle = { kind: 'plain', cacheKeyParameters: [] };

/** One module for three URLs: the path selects the text. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const { db, settings } = context.runtime;
  const { privacy, terms, returns } = legalTexts;
  const isPrivacy = pathname === paths.privacy();
  const { text, changed, ...head } = (isPrivacy ? privacy : pathname === paths.terms() ? terms : returns)(db);
  return json({
    ...head,
    blocks: parseMarkdown(text),
    stored: isPrivacy ? formatStoredData(getRetention(settings)) : null,
    officer: isPrivacy ? readShop(db).grievanceOfficer : null,
    changed: formatDay(changed),
  });
}

const getRetention = ({ keepMessages, mail, keepMail, backups: { every, keep } }: Settings): Retention => ({
  messages: keepMessages,
  ...(mail && { mails: keepMail }),
  backups: every === null ? null : every * keep,
});

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageMeta(matches, data.title, data.summary) : [];

export default function LegalText() {
  const { title, summary, blocks, stored, officer, changed } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={title} subtitle={summary} />
      <div className="section legal-text">
        <FormattedText blocks={blocks} />
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
        {officer && (
          <section>
            <h2>Grievance officer</h2>
            <p>{`${officer.name}, ${officer.reachedBy}`}</p>
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
