import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { type ContactKind, maxReplyLength } from '~/domain/conversations/conversation';
import { messageFailed } from '~/domain/messages/message';
import { rupeesText } from '~/domain/shared/money';
import { phoneHref } from '~/domain/shared/text';
import { getActor } from '~/http/cookies.server';
import { privateAddressHeaders, redirectToSignIn, type RejectedForm } from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { conversationNamed } from '~/http/search-params';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { controlProps, FieldNotes, label } from '~/ui/forms/field';
import { AdviceList } from '~/ui/lists/account-lists';
import { Thread } from '~/ui/lists/conversations';
import { pageMeta } from '~/ui/page/page-meta';
import { SendToMyself } from '~/ui/page/shown-once';
import { Pager } from '~/ui/page/pager';
import { Button } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import type { IconName } from '~/ui/primitives/icon-shapes';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Photo } from '~/ui/vehicles/card-parts';
import { type ConversationScreen, conversationAction, loadConversation } from './conversation.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  stylesheets: ['field', 'message-form', 'thread', 'conversation', 'safety-tips'],
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

/**
 * The subject of the conversation, which stays in view above the messages: picture, price, status, and the other side.
 */
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
  const { messages, page, pageHrefs, closed, requestStatus } = screen;
  return (
    <>
      <Pinned screen={screen} />
      <div className="columns columns-wide section">
        <section aria-labelledby="said">
          <h2 id="said">{requestStatus === null ? screen.subject : 'Your request'}</h2>
          <Thread messages={messages} />
          <Pager page={page} pages={pageHrefs.length} hrefOf={(other) => pageHrefs[other - 1] ?? ''} />
          <Shared screen={screen} />
          {closed ? (
            <p className="pager">
              <b>{closed}</b>
            </p>
          ) : (
            <Composer screen={screen} err={err} />
          )}
        </section>
        <Beside screen={screen} />
      </div>
    </>
  );
}

type FoldProps = { id?: string; icon: IconName; title: string; isOpen?: boolean; children: ReactNode };

/** Rarely needed actions, opened by the conversation's title or a link to its id, without a script. */
function Fold({ id, icon, title, isOpen = false, children }: FoldProps) {
  return (
    <details className="chat-fold" open={isOpen}>
      <summary>
        <Icon name={icon} />
        <h2>{title}</h2>
        <Icon name="down" />
      </summary>
      <div className="stack" id={id}>
        {children}
      </div>
    </details>
  );
}

/** Sharing, the private link, safety, blocking and reporting, each collapsed. */
function Beside({ screen }: PartProps) {
  const { advice, privateLink, isKept, reference, requestStatus, closed, own, otherName, hasAccount } = screen;
  const isBetweenTwo = requestStatus === null;
  const canBlock = hasAccount && isBetweenTwo;
  return (
    <div className="chat-context">
      {!closed && (lacksPhone(screen) || own.some(({ isShared }) => !isShared)) && (
        <Fold icon="phone" title="Share my phone or email">
          <Unshared screen={screen} />
        </Fold>
      )}
      {privateLink !== null && (
        <Fold id="link" icon="go" title="Your private link" isOpen={!isKept}>
          <p>
            {isKept
              ? 'This browser finds the answer under Messages. This link leads to it from every device: give it to nobody. '
              : 'The address of this page is the only way to the answer: bookmark it, and give it to nobody. '}
            Anyone who has it can read and write here as you. To answer from another device, send it to yourself:
          </p>
          <SendToMyself
            subject={`Messages: ${screen.listing.name}`}
            text={`My messages about ${screen.listing.name}: ${privateLink}`}
            copy={{ text: privateLink, label: 'Copy the link' }}
          />
        </Fold>
      )}
      {isBetweenTwo && (
        <Fold icon="shield" title="Stay safe">
          <AdviceList advice={advice} />
        </Fold>
      )}
      {(canBlock || screen.reportHref !== null) && (
        <Fold icon="alert" title={canBlock ? `Block or report ${otherName}` : `Report ${otherName}`}>
          {canBlock && <Blocking screen={screen} />}
          {screen.reportHref !== null && (
            <p className="note">
              Does something seem wrong? <a href={screen.reportHref}>Report this conversation</a> to us.
            </p>
          )}
        </Fold>
      )}
      <p className="note">{`Reference number ${reference}`}</p>
    </div>
  );
}

/** Button that blocks or unblocks messages from the other side. */
function Blocking({ screen: { action, isBlocked, otherName } }: PartProps) {
  return (
    <form method="post" action={action} className="stack">
      <p className="note">
        {isBlocked
          ? `You no longer accept messages from ${otherName}, in any conversation.`
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

type ComposerProps = PartProps & { err: RejectedForm | undefined };

/** The reply form, which stays at the bottom of the screen while scrolling. */
function Composer({ screen, err }: ComposerProps) {
  const { action, idempotencyKey, formValues, quickReplies, otherName, constraints } = screen;
  const text = { name: 'text', label: 'Message', error: err?.errors.text, constraints: constraints.fields.text };
  return (
    <CheckedForm action={action} className="composer" constraints={constraints} failure={messageFailed}>
      <input type="hidden" name="idempotencyKey" value={err?.values.idempotencyKey ?? idempotencyKey} />
      <FormErrors message={err?.message} errors={err?.errors} />
      {quickReplies.length > 0 && (
        <fieldset className="quick-replies">
          <legend className="visually-hidden">Sent with one press</legend>
          {quickReplies.map((reply) => (
            <Button key={reply} name="quick" value={reply} formNoValidate>
              {reply}
            </Button>
          ))}
        </fieldset>
      )}
      <div className="write">
        <label className="visually-hidden" htmlFor={text.name}>
          {text.label}
        </label>
        <textarea
          defaultValue={err?.values.text ?? formValues}
          maxLength={maxReplyLength}
          placeholder={`Write to ${otherName}`}
          rows={1}
          {...controlProps(text)}
        />
        <Button kind="primary">
          <Icon name="send" />
          <span className="visually-hidden">Send Message</span>
        </Button>
        <FieldNotes {...text} />
      </div>
    </CheckedForm>
  );
}

/** The contact details that either side has shared, shown as part of the conversation. */
function Shared({ screen: { side, shared, own, otherName, action } }: PartProps) {
  const { phone, email } = shared;
  const other = side === 'buyer' ? 'seller' : 'buyer';
  const seen = own.filter(({ isShared }) => isShared);
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
      {seen.length > 0 && (
        <form method="post" action={action}>
          <ul className="shared-contacts" aria-label={`What the ${other} sees of you`}>
            {seen.map(({ contact, value }) => (
              <li key={contact}>
                <Icon name={contact === 'phone' ? 'phone' : 'mail'} />
                <p>
                  {`The ${other} sees your ${contact}: `}
                  <b>{value}</b>
                </p>
                <button type="submit" name="intent" value={`hide-${contact}`}>
                  Stop<span className="visually-hidden">{` sharing my ${contact}`}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className="note">Once shared, it may have been noted: stopping only takes it off this page.</p>
        </form>
      )}
    </>
  );
}

/** Whether the seller's account has no phone number to share. */
const lacksPhone = ({ hasAccount, side, own }: ConversationScreen): boolean =>
  hasAccount && side === 'seller' && own.every(({ contact }) => contact !== 'phone');

/** Buttons that share the sender's contact details, each with a preview of what is shared. */
function Unshared({ screen }: PartProps) {
  const { side, own, action } = screen;
  const other = side === 'buyer' ? 'seller' : 'buyer';
  return (
    <>
      <form method="post" action={action} className="stack">
        <p className="note">{`The ${other} sees neither before you share it.`}</p>
        {own
          .filter(({ isShared }) => !isShared)
          .map(({ contact, value }) => (
            <p key={contact} className="row">
              <span>
                {`${labels[contact]}, not shared: `}
                <b>{value}</b>
              </span>
              <Button name="intent" value={`share-${contact}`}>{`Share my ${contact}`}</Button>
            </p>
          ))}
      </form>
      {lacksPhone(screen) && (
        <p className="note">
          To share a phone, <a href={paths.profile({ edit: 1 })}>add it to your profile</a> first.
        </p>
      )}
    </>
  );
}
