import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatReason } from '~/domain/shared/result';
import { kindTexts } from '~/domain/mail/mail-content.server';
import { findStop, stopMails, unknownStopLink } from '~/domain/outbox/outbox.server';
import { allowAnyone, createFormAction, type FormPost } from '~/submit/form.server';
import { privateUrlHeaders } from '~/http/responses.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';

/** Only for the holder of a link, and never stored. */
export const handle: ScreenHandle = { kind: 'plain', unlisted: true };
export const headers = privateUrlHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Mails to you', 'Stop mails of one kind, or have them sent again.');

const getToken = (url: string): string => new URL(url).searchParams.get('token') ?? '';

export function loader({ request, context }: LoaderFunctionArgs) {
  const token = getToken(request.url);
  const stop = findStop(context.runtime.db, token);
  if (!stop) return json({ rejection: formatReason(unknownStopLink) }, 404);
  return json({ isStopped: stop.isStopped, mails: kindTexts[stop.kind], action: paths.stopMails(token) });
}

/** Mail programs unsubscribe by a POST without a form (RFC 8058): it is not redirected, and has none of our fields. */
const isOneClick = ({ fields }: FormPost): boolean => fields.get('List-Unsubscribe') === 'One-Click';

export const action = createFormAction({
  access: allowAnyone,
  command: stopMails,
  decode: ({ fields, url }) => ({ token: getToken(url.href), isStopped: fields.get('intent') !== 'resume' }),
  onSuccess: (_stop, post) =>
    isOneClick(post)
      ? new Response('No more of these mails are sent.\n', { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
      : { to: paths.stopMails(getToken(post.url.href)) },
  redisplay: null,
});

/** For a link that was cut, as some mail programs do. */
function UnknownLink({ rejection }: { rejection: string }) {
  return (
    <>
      <PageHead title="This link does not work" subtitle={rejection} />
      <section className="stack">
        <p>Copy the whole link from the mail into the address bar. If that fails too, write to us.</p>
        <p>
          <ButtonLink href={paths.contact({ subject: 'Stop mails to me', category: 'support' })}>Contact us</ButtonLink>
        </p>
      </section>
    </>
  );
}

/** Stops mails of one kind to one address (docs/product.md, "Mail"). */
export default function Unsubscribe() {
  const stop = useLoaderData<typeof loader>();
  if ('rejection' in stop) return <UnknownLink rejection={stop.rejection} />;
  const { mails, isStopped, action: to } = stop;
  return (
    <>
      <PageHead
        title={isStopped ? 'These mails are stopped' : 'Stop these mails?'}
        subtitle={isStopped ? `You get no more mails about ${mails}.` : `Mails about ${mails} to your address.`}
      />
      <form method="post" action={to} className="section stack">
        <p>
          {isStopped
            ? 'Everything is still on the site. Have them sent again whenever you like.'
            : 'Everything stays on the site, where you can read it. A link for a forgotten password is sent whenever you ask for one.'}
        </p>
        <p>
          {isStopped ? (
            <Button name="intent" value="resume">
              Send them again
            </Button>
          ) : (
            <Button kind="primary" name="intent" value="stop">
              Stop these mails
            </Button>
          )}
        </p>
      </form>
    </>
  );
}
