import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { type ContactKind, longestReply } from '~/domain/conversations/conversation';
import { phoneHref } from '~/domain/shared/text';
import { getActor } from '~/http/actor.server';
import { privateAddressHeaders, redirectToSignIn, type RejectedForm } from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { conversationNamed } from '~/http/search-params';
import { paths } from '~/paths';
import { TextAreaField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { FraudAdvice } from '~/ui/lists/account-lists';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { FactList } from '~/ui/page/text-blocks';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { type ConversationScreen, conversationAction, loadConversation } from './conversation.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  stylesheets: ['field', 'message-form', 'conversation', 'safety-tips'],
};

export const headers = privateAddressHeaders;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data ? `Messages: ${data.listing.name}` : 'Messages', 'What a buyer and a seller write to each other.');

export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const conversation = loadConversation(request, runtime);
  if (conversation) return json(conversation);
  const name = conversationNamed(new URL(request.url).searchParams, 'id');
  const isSignedOut = getActor(request, runtime).user === null;
  if (name && 'id' in name && isSignedOut) throw redirectToSignIn(request, paths.conversation(name));
  throw new Response(null, { status: 404 });
}

export const action = conversationAction;

/** Messages of a buyer and a seller about one listing, and the form to reply. */
export default function ConversationOfTwo() {
  const screen = useLoaderData<typeof loader>();
  const err = useActionData<RejectedForm>();
  const { listing, otherName, side, messages, page, pageHrefs, back, closed, advice, isPrivateLink } = screen;
  return (
    <>
      <PageHead
        title={listing.name}
        subtitle={`${side === 'buyer' ? 'Seller' : 'Buyer'}: ${otherName}`}
        back={back === null ? undefined : { text: 'Messages', href: back }}
      />
      <div className="columns columns-wide section">
        <section aria-labelledby="said">
          <h2 id="said">{screen.subject}</h2>
          <ol className="chat">
            {messages.map(({ id, isOwn, text, written }) => (
              <li key={id} className={isOwn ? 'chat-own' : undefined}>
                <p className="note">
                  <b>{isOwn ? 'You' : otherName}</b> {written}
                </p>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <Pager page={page} pages={pageHrefs.length} hrefOf={(other) => pageHrefs[other - 1] ?? ''} />
          {closed ? (
            <p className="pager">
              <b>{closed}</b>
            </p>
          ) : (
            <ReplyForm screen={screen} err={err} />
          )}
        </section>
        <div className="stack chat-context">
          {isPrivateLink && (
            <div className="stack">
              <h2>Your private link</h2>
              <p>
                The address of this page is the only way to the answer: bookmark it, and give it to nobody. Whoever has
                it reads and writes here as you.
              </p>
            </div>
          )}
          <Sharing screen={screen} />
          <FraudAdvice advice={advice} />
          <p className="note">
            Does something seem wrong? <a href={screen.reportHref}>Report this conversation</a> to us.
          </p>
        </div>
      </div>
    </>
  );
}

type ReplyFormProps = { screen: ConversationScreen; err: RejectedForm | undefined };

function ReplyForm({ screen: { action, idempotencyKey, formValues }, err }: ReplyFormProps) {
  return (
    <form method="post" action={action} className="stack" noValidate={err !== undefined}>
      <input type="hidden" name="idempotencyKey" value={err?.values.idempotencyKey ?? idempotencyKey} />
      {err && <ErrorSummary message={err.message} errors={err.errors} />}
      <TextAreaField
        name="text"
        label="Message"
        value={err?.values.text ?? formValues}
        error={err?.errors.text}
        maxLength={longestReply}
        required
      />
      <p>
        <Button kind="primary" busyText="Sending...">
          Send Message
        </Button>
      </p>
    </form>
  );
}

const labels: Readonly<Record<ContactKind, string>> = { phone: 'Phone', email: 'Email' };

const statuses: Readonly<Record<ConversationScreen['listing']['availability'], string>> = {
  available: 'For sale',
  sold: 'Sold',
  hidden: 'Out of sight',
  deleted: 'Deleted',
};

/** The subject of the conversation, the other side's shared details, and the actor's own. */
function Sharing({ screen }: { screen: ConversationScreen }) {
  const { side, reference, listing, shared, own, otherName, action, hasAccount, closed } = screen;
  const { phone, email } = shared;
  return (
    <>
      <FactList
        facts={[
          { name: 'Reference number', value: reference },
          { name: 'Listing', value: listing.href ? <a href={listing.href}>{listing.name}</a> : listing.name },
          { name: 'Status', value: statuses[listing.availability] },
          { name: side === 'buyer' ? 'Seller' : 'Buyer', value: otherName },
          { name: labels.phone, value: phone && <a href={phoneHref(phone)}>{phone}</a> },
          { name: labels.email, value: email && <a href={`mailto:${email}`}>{email}</a> },
        ]}
      />
      {own.length > 0 && (
        <form method="post" action={action} className="stack">
          <h2>What the {side === 'buyer' ? 'seller' : 'buyer'} sees of you</h2>
          {own.map(({ contact, value, isShared }) => (
            <div key={contact} className="row">
              <span>{`Your ${contact}, ${value}, is ${isShared ? 'shared' : 'not shared'}.`}</span>{' '}
              {(isShared || !closed) && (
                <Button name="intent" value={`${isShared ? 'hide' : 'share'}-${contact}`}>
                  {isShared ? `Stop sharing my ${contact}` : `Share my ${contact}`}
                </Button>
              )}
            </div>
          ))}
          {own.some(({ isShared }) => isShared) && (
            <p className="note">Once shared, it may have been noted: stopping only takes it off this page.</p>
          )}
        </form>
      )}
      {hasAccount && side === 'seller' && !own.some(({ contact }) => contact === 'phone') && (
        <p className="note">
          To share a phone, <a href={paths.profile({ edit: 1 })}>add it to your profile</a> first.
        </p>
      )}
    </>
  );
}
