import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { supportContent } from '~/domain/content/screen-content.server';
import { referenceOf } from '~/domain/messages/message';
import { isMessageSent } from '~/domain/messages/message.queries.server';
import { getActor } from '~/http/actor.server';
import { newIdempotencyKey, type RejectedForm, rejectionHeaders } from '~/http/form-response.server';
import { messageFormAction } from '~/http/message-form.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { SentMessage } from '~/ui/page/flash-message';
import { HeadCards, PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { LinkList } from '~/ui/primitives/link-list';
import type { IconName } from '~/ui/primitives/icon-shapes';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Donations } from './donations';
import { donationTiers } from './donations.server';
import { HelpForm } from './help-form';
import { UserGuide } from './user-guide';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  canonical: paths.support(),
  stylesheets: ['stat', 'link-list', 'panel', 'field', 'link-cards', 'disclosure', 'message-form', 'support'],
};
export const headers = rejectionHeaders;
export const meta = () =>
  pageMeta('Support & Help', 'Answers, a person to talk to, a guide to every screen, and a form for what is wrong.');

/** The four cards, the help form's issues, and the donation tiers with their links (docs/product.md, "Support"). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const { upiAddress } = runtime.settings;
  const { user } = getActor(request, runtime);
  const account = user && findAccount(runtime.db, user.id);
  const sent = new URL(request.url).searchParams.get('sent');
  const { cards, issueTypes } = supportContent;
  return json({
    cards,
    issueTypes,
    tiers: donationTiers(runtime.settings),
    upiAddress,
    idempotencyKey: newIdempotencyKey(),
    sender: account && { name: account.name, email: account.email },
    /** Reference number of the message that was just sent. */
    reference: sent !== null && isMessageSent(runtime.db, sent) ? referenceOf(sent) : null,
  });
}

/** The help form is a message of category support, with the issue type as its subject. */
export const action = messageFormAction({
  given: { category: 'support' },
  messages: { subject: 'Please select an issue type' },
  sentPath: (sent) => paths.support({ sent }),
});

type CardId = 'faq' | 'live-chat' | 'user-guide' | 'video-tutorials';

const cardWays: Readonly<Record<CardId, { href: string; icon: IconName }>> = {
  faq: { href: paths.faq(), icon: 'search' },
  'live-chat': { href: paths.contact({ subject: 'Live chat', category: 'support' }), icon: 'chat' },
  'user-guide': { href: '#guide', icon: 'browse' },
  'video-tutorials': { href: '#films', icon: 'play' },
};

/** Support and Help, one screen with two URLs. */
export default function Support() {
  const { cards, issueTypes, tiers, upiAddress, idempotencyKey, sender, reference } = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm>();
  return (
    <>
      <PageHead title="Support & Help" subtitle="Answers first, then a person.">
        {reference && !actionData && <SentMessage reference={reference} />}
        <HeadCards
          cards={cards.map(({ id, title, description, action }) => ({
            title,
            value: description,
            note: action,
            ...cardWays[id],
          }))}
        />
      </PageHead>
      <section className="columns" aria-labelledby="help">
        <HelpForm issueTypes={issueTypes} idempotencyKey={idempotencyKey} sender={sender} actionData={actionData} />
        <div className="stack">
          <h2>By Subject</h2>
          <LinkList
            isNarrow
            ways={issueTypes.map((issue) => ({
              text: issue,
              href: paths.contact({ subject: issue, category: 'support' }),
            }))}
          />
        </div>
      </section>
      <UserGuide />
      <section className="divided" aria-labelledby="films">
        <h2 id="films">Video Tutorials</h2>
        <p>The films are still being made. Until they are here, the guide above says the same in words.</p>
      </section>
      <Donations tiers={tiers} upiAddress={upiAddress} />
    </>
  );
}
