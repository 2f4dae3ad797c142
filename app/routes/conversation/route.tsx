import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { type ContactKind, longestReply } from '~/domain/conversations/conversation';
import { rupeesText } from '~/domain/shared/money';
import { phoneHref } from '~/domain/shared/text';
import { getActor } from '~/http/actor.server';
import { privateAddressHeaders, redirectToSignIn, type RejectedForm } from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { conversationNamed } from '~/http/search-params';
import { paths } from '~/paths';
import { label, TextAreaField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { FraudAdvice } from '~/ui/lists/account-lists';
import { Thread } from '~/ui/lists/thread';
import { pageMeta } from '~/ui/page/page-meta';
import { SendToMyself } from '~/ui/page/send-to-myself';
import { Pager } from '~/ui/page/pager';
import { Button } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Photo } from '~/ui/vehicles/card-parts';
import { type ConversationScreen, conversationAction, loadConversation } from './conversation.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  stylesheets: ['field', 'message-form', 'conversation', 'safety-tips'],
};

export const headers = privateAddressHeaders;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(
    data ? `Messages: ${data.listing.name}` : 'Messages',
    data?.requestStatus ? 'What you wrote to us, and our answers.' : 'What a buyer and a seller write to each other.',
  );

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

const labels: Readonly<Record<ContactKind, string>> = { phone: 'Phone', email: 'Email' };

const statuses: Readonly<Record<ConversationScreen['listing']['availability'], string>> = {
  available: 'For sale',
  sold: 'Sold',
  hidden: 'Out of sight',
  deleted: 'Deleted',
};

type PartProps = { screen: ConversationScreen };

/** What is talked about, which stays in view above the messages: its picture, price and status, and the other side. */
function Pinned({ screen: { listing, side, otherName, back, requestStatus } }: PartProps) {
  const { picture, priceRupees, name, href, availability } = listing;
  return (
    <header className="pinned-vehicle">
      {back !== null && (
        <a className="icon-button" href={back}>
          <Icon name="back" />
          <span className="visually-hidden">Messages</span>
        </a>
      )}
      {picture?.photo ? (
        <Photo photo={picture.photo} alt="" sizes="5.5rem" isFirst />
      ) : (
        picture && <Drawing of={picture.bodyStyle} colours={picture.colours} />
      )}
      <div>
        <h1>{href ? <a href={href}>{name}</a> : name}</h1>
        <p>
          {priceRupees !== null && <b className="figure">{rupeesText(priceRupees)}</b>}{' '}
          <span>{requestStatus === null ? statuses[availability] : label(requestStatus)}</span>{' '}
          <span>
            {requestStatus === null ? `${side === 'buyer' ? 'Seller' : 'Buyer'}: ${otherName}` : `With ${otherName}`}
          </span>
        </p>
      </div>
    </header>
  );
}

/** Messages of a buyer and a seller about one listing, or of a customer and the business, and the form to reply. */
export default function ConversationOfTwo() {
  const screen = useLoaderData<typeof loader>();
  const err = useActionData<RejectedForm>();
  const { messages, page, pageHrefs, closed, advice, privateLink, isKept, reference, requestStatus } = screen;
  return (
    <>
      <Pinned screen={screen} />
      <div className="columns columns-wide section">
        <section aria-labelledby="said">
          <h2 id="said">{requestStatus === null ? screen.subject : 'Your request'}</h2>
          <Thread messages={messages} />
          <Pager page={page} pages={pageHrefs.length} hrefOf={(other) => pageHrefs[other - 1] ?? ''} />
          <Sharing screen={screen} />
          {closed ? (
            <p className="pager">
              <b>{closed}</b>
            </p>
          ) : (
            <ReplyForm screen={screen} err={err} />
          )}
        </section>
        <div className="stack chat-context">
          {privateLink !== null && (
            <div className="stack">
              <h2 id="link">Your private link</h2>
              <p>
                {isKept
                  ? 'This browser finds the answer under Messages. This link leads to it from every device: give it to nobody. '
                  : 'The address of this page is the only way to the answer: bookmark it, and give it to nobody. '}
                Whoever has it reads and writes here as you. To answer from another device, send it to yourself:
              </p>
              <SendToMyself
                subject={`Messages: ${screen.listing.name}`}
                text={`My messages about ${screen.listing.name}: ${privateLink}`}
                copy={{ text: privateLink, label: 'Copy the link' }}
              />
            </div>
          )}
          {requestStatus === null && <FraudAdvice advice={advice} />}
          {screen.hasAccount && requestStatus === null && <Blocking screen={screen} />}
          <p className="note">{`Reference number ${reference}`}</p>
          {screen.reportHref !== null && (
            <p className="note">
              Does something seem wrong? <a href={screen.reportHref}>Report this conversation</a> to us.
            </p>
          )}
        </div>
      </div>
    </>
  );
}

/** The button by which a user takes no more messages of the other side, or takes them again. */
function Blocking({ screen: { action, isBlocked, otherName } }: PartProps) {
  return (
    <form method="post" action={action} className="stack">
      <p className="note">
        {isBlocked
          ? `You take no more messages from ${otherName}, in any conversation.`
          : `Block ${otherName}, and nothing more can be written to you, in any conversation. `}
        {!isBlocked && <a href={paths.profile({ show: 'blocked' })}>Your blocked senders</a>}
      </p>
      <p>
        <Button name="intent" value={isBlocked ? 'unblock' : 'block'}>
          {isBlocked ? `Take messages from ${otherName} again` : `Block ${otherName}`}
        </Button>
      </p>
    </form>
  );
}

type ReplyFormProps = PartProps & { err: RejectedForm | undefined };

function ReplyForm({ screen: { action, idempotencyKey, formValues, quickReplies }, err }: ReplyFormProps) {
  return (
    <form method="post" action={action} className="stack reply-form" noValidate={err !== undefined}>
      <input type="hidden" name="idempotencyKey" value={err?.values.idempotencyKey ?? idempotencyKey} />
      {err && <ErrorSummary message={err.message} errors={err.errors} />}
      {quickReplies.length > 0 && (
        <fieldset className="quick-replies">
          <legend className="note">Sent with one press</legend>
          {quickReplies.map((reply) => (
            <Button key={reply} name="quick" value={reply} formNoValidate>
              {reply}
            </Button>
          ))}
        </fieldset>
      )}
      <TextAreaField
        name="text"
        label="Message"
        value={err?.values.text ?? formValues}
        error={err?.errors.text}
        maxLength={longestReply}
        placeholder="Write a message"
        rows={2}
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

/** The contact details of both sides that are shared, as a part of what was said, and buttons to share one's own. */
function Sharing({ screen }: PartProps) {
  const { side, shared, own, otherName, action, hasAccount, closed } = screen;
  const { phone, email } = shared;
  const other = side === 'buyer' ? 'seller' : 'buyer';
  const isShared = own.some((one) => one.isShared);
  return (
    <>
      <ul className="shared-contacts">
        {phone && (
          <li>
            <Icon name="phone" />
            <p>
              {`${otherName}’s phone: `}
              <b>{phone}</b>
            </p>
            <a href={phoneHref(phone)}>Call</a>
          </li>
        )}
        {email && (
          <li>
            <Icon name="mail" />
            <p>
              {`${otherName}’s email: `}
              <b>{email}</b>
            </p>
            <a href={`mailto:${email}`}>Write</a>
          </li>
        )}
      </ul>
      {own.length > 0 && (
        <form method="post" action={action}>
          <ul className="shared-contacts" aria-label={`What the ${other} sees of you`}>
            {own.map(({ contact, value, isShared: isSeen }) => (
              <li key={contact} className={isSeen ? undefined : 'not-shared'}>
                <Icon name={contact === 'phone' ? 'phone' : 'mail'} />
                <p>
                  {isSeen ? `The ${other} sees your ${contact}: ` : `${labels[contact]}, not shared: `}
                  <b>{value}</b>
                </p>
                {(isSeen || !closed) && (
                  <button type="submit" name="intent" value={`${isSeen ? 'hide' : 'share'}-${contact}`}>
                    {isSeen ? `Stop sharing my ${contact}` : `Share my ${contact}`}
                  </button>
                )}
              </li>
            ))}
          </ul>
          {isShared && (
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
