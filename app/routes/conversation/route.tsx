import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { maxReplyLength } from '~/domain/conversations/conversation';
import { errorTexts } from '~/domain/shared/error-texts';
import { formatRupees } from '~/domain/shared/money';
import { privateUrlHeaders } from '~/http/responses.server';
import type { RejectedForm } from '~/submit/form-response.server';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { FieldNotes, formatLabel, formatTextCounter, getControlProps } from '~/ui/forms/field';
import { Thread } from '~/ui/lists/conversations';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { Button } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Photo } from '~/ui/vehicles/card-parts';
import type { ConversationScreen, loader } from './route.server';
import { ConversationActions, type ConversationPartProps, SharedContacts } from './conversation-actions';

export { action, loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
};

export const headers = privateUrlHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    matches,
    data ? `Messages: ${data.listing.name}` : 'Messages',
    data?.requestStatus ? 'What you wrote to us, and our answers.' : 'What a buyer and a seller write to each other.',
  );
const statuses: Readonly<Record<ConversationScreen['listing']['availability'], string>> = {
  available: 'For sale',
  sold: 'Sold',
  hidden: 'Hidden',
  deleted: 'Deleted',
};

function PinnedSubject({ screen: { listing, side, otherName, back, requestStatus } }: ConversationPartProps) {
  const { picture, priceRupees, name, href, availability } = listing;
  return (
    <header className="pinned-vehicle">
      {back !== null && (
        <a className="icon-button" href={back}>
          <Icon name="back" />
          <span className="unseen">Messages</span>
        </a>
      )}
      {picture?.photo ? (
        <Photo photo={picture.photo} alt={name} sizes="5.5rem" isFirst />
      ) : (
        picture && <Drawing of={picture.bodyStyle} colours={picture.colours} />
      )}
      <div>
        <h1>{href ? <a href={href}>{name}</a> : name}</h1>
        <p>
          {priceRupees !== null && <b className="figure">{formatRupees(priceRupees)}</b>}{' '}
          <span>{requestStatus === null ? statuses[availability] : formatLabel(requestStatus)}</span>{' '}
          <span>
            {requestStatus === null ? `${side === 'buyer' ? 'Seller' : 'Buyer'}: ${otherName}` : `With ${otherName}`}
          </span>
        </p>
      </div>
    </header>
  );
}

export default function ConversationOfTwo() {
  const screen = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  const { messages, page, pageHrefs, closed, requestStatus } = screen;
  return (
    <>
      <PinnedSubject screen={screen} />
      <div className="columns columns-wide section">
        <section aria-labelledby="said">
          <h2 className="conversation-subject" id="said">
            {requestStatus === null ? screen.subject : 'Your request'}
          </h2>
          <Thread messages={messages} />
          {screen.held && <HeldReply held={screen.held} action={screen.action} />}
          <Pager page={page} pages={pageHrefs.length} getHref={(other) => pageHrefs[other - 1] ?? ''} />
          <SharedContacts screen={screen} />
          {closed ? (
            <p className="pager">
              <b>{closed}</b>
            </p>
          ) : (
            <ReplyForm screen={screen} rejected={rejected} />
          )}
        </section>
        <ConversationActions screen={screen} />
      </div>
    </>
  );
}

type HeldReplyProps = { held: NonNullable<ConversationScreen['held']>; action: string };

/** The stylesheet says that it is sent once the time is over, as the next page does. */
function HeldReply({ held: { text, sendAt, seconds }, action }: HeldReplyProps) {
  return (
    <form method="post" action={action} className="held-reply" style={{ '--left': `${seconds}s` }}>
      <p>{text}</p>
      <p className="held-wait">
        <input type="hidden" name="intent" value="undo" />
        {`Sending in ${seconds} s · `}
        <button type="submit" name="sendAt" value={sendAt}>
          Undo
        </button>
      </p>
    </form>
  );
}

type ReplyFormProps = ConversationPartProps & { rejected: RejectedForm | undefined };

function ReplyForm({ screen, rejected }: ReplyFormProps) {
  const { action, idempotencyKey, formValues, quickReplies, otherName, constraints } = screen;
  const value = rejected?.values.text ?? formValues;
  const text = {
    name: 'text',
    label: 'Message',
    help: formatTextCounter(value, maxReplyLength),
    error: rejected?.errors.text,
    constraints: constraints.fields.text,
  };
  return (
    <CheckedForm action={action} className="reply-form" constraints={constraints} failure={errorTexts.message_failed}>
      <input type="hidden" name="idempotencyKey" value={rejected?.values.idempotencyKey ?? idempotencyKey} />
      <FormErrors message={rejected?.message} errors={rejected?.errors} />
      {quickReplies.length > 0 && (
        <fieldset className="quick-replies">
          <legend className="unseen">Sent with one press</legend>
          {quickReplies.map((reply) => (
            <Button key={reply} name="quick" value={reply} formNoValidate>
              {reply}
            </Button>
          ))}
        </fieldset>
      )}
      <div className="reply-row">
        <label className="unseen" htmlFor={text.name}>
          {text.label}
        </label>
        <textarea
          defaultValue={value}
          data-counter={maxReplyLength}
          placeholder={`Write to ${otherName}`}
          rows={1}
          {...getControlProps(text)}
        />
        <Button kind="primary">
          <Icon name="send" />
          <span className="unseen">Send Message</span>
        </Button>
        <FieldNotes {...text} />
      </div>
    </CheckedForm>
  );
}
