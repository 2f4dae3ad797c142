import type { MetaFunction } from '@remix-run/node';
import type { SerializeFrom } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { maxReplyLength } from '~/domain/conversations/conversation';
import { maxNextStepLength, maxNoteLength } from '~/domain/desk/request';
import { formatCount } from '~/domain/shared/money';
import type { RejectedForm } from '~/submit/form-response.server';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { FieldGrid, Fold } from '~/ui/desk/folds';
import { KindSign, RowLink } from '~/ui/desk/rows';
import {
  FieldNotes,
  formatLabel,
  formatMaxLength,
  getControlProps,
  HiddenFields,
  KeyField,
  SelectField,
  TextAreaField,
  TextField,
} from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { Thread } from '~/ui/lists/conversations';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { FactList } from '~/ui/page/text-blocks';
import { ActionLink, Button } from '~/ui/primitives/button';
import { Icon, IconWithLabel } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { kindSigns, Queue } from '../../queue';
import { RequestFormsView } from './request-forms';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, data?.request.name ?? 'A customer', 'One request, and what is known of the customer.');

type Screen = SerializeFrom<typeof loader>;
type PartProps = { screen: Screen; actionData: RejectedForm | undefined };

export default function Customer() {
  const screen = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm>() ?? screen.unfinished ?? undefined;
  const { request, filter, beside } = screen;
  return (
    <DeskPage title={request.name} back={{ text: 'the list', href: deskPaths.customers(filter) }}>
      <div className="customer">
        <nav className="next-up" aria-label="The list">
          <div className="section-head">
            <h2>{`${formatCount(beside.total)} wait`}</h2>
            <small>oldest first</small>
          </div>
          <Queue rows={beside.rows} current={request.id} />
        </nav>
        <AboutBar screen={screen} />
        <Person screen={screen} actionData={actionData} />
        <Talk screen={screen} actionData={actionData} />
      </div>
    </DeskPage>
  );
}

function AboutBar({ screen: { request, contact, beside } }: { screen: Screen }) {
  const { subject, reference, wait, isLate, status, isSpam } = request;
  const place = beside.rows.findIndex(({ id }) => id === request.id) + 1;
  return (
    <div className="about-bar">
      <div>
        <h2 id="about">{subject}</h2>
        <small>
          {wait === null ? (
            isSpam ? (
              'Spam'
            ) : (
              formatLabel(status)
            )
          ) : (
            <b className={isLate ? 'late' : undefined}>{`waits ${wait}`}</b>
          )}
          {place > 0 && ` · ${place} of ${formatCount(beside.total)}`}
          {` · ${reference}`}
        </small>
      </div>
      {contact.phoneHref && (
        <a className="icon-button" href={contact.phoneHref}>
          <IconWithLabel name="phone" label={`Call ${contact.phone}`} />
        </a>
      )}
      {contact.chatHref && (
        <a className="icon-button" href={contact.chatHref} rel="noreferrer">
          <IconWithLabel name="whatsapp" label="WhatsApp" />
        </a>
      )}
    </div>
  );
}

function Talk({ screen, actionData }: PartProps) {
  const { request, thread, replies, moreReplies, draft, filter, position, idempotencyKey } = screen;
  const intent = actionData?.values.intent;
  const rejected = intent === 'next' || intent === 'keep' ? actionData : undefined;
  const reply = {
    name: 'text',
    label: `Answer to ${request.name}`,
    help: formatMaxLength(maxReplyLength),
    error: rejected?.errors.text,
  };
  return (
    <section className="talk" aria-labelledby="about">
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      <Pager
        page={thread.page}
        pages={thread.pages}
        getHref={(page) => deskPaths.customer(request.id, { ...filter, page })}
      />
      <Thread messages={thread.messages} />
      <form method="post" className="answer" noValidate>
        <input type="hidden" name="idempotencyKey" value={rejected?.values.idempotencyKey ?? idempotencyKey} />
        <input type="hidden" name="seen" value={thread.seen} />
        <HiddenFields fields={{ position, ...filter }} />
        <fieldset className="insertable">
          <legend className="unseen">Put in a saved reply</legend>
          {replies.map(({ id, title }, position) => (
            <Button key={id} name="saved" value={id} formMethod="get" formNoValidate data-key={position + 1}>
              {title}
            </Button>
          ))}
          {moreReplies > 0 && (
            <a className="button" href={deskPaths.customer(request.id, { ...filter, replies: 'all' })}>
              {`All ${replies.length + moreReplies}`}
            </a>
          )}
          {replies.length === 0 && (
            <a className="button" href={deskPaths.savedReplies()}>
              Write saved replies
            </a>
          )}
        </fieldset>
        <label className="unseen" htmlFor="text">
          {reply.label}
        </label>
        <textarea rows={3} defaultValue={rejected?.values.text ?? draft} {...getControlProps(reply)} />
        <FieldNotes {...reply} />
        <div className="send">
          <Button kind="primary" name="intent" value="next" busyText="Sending..." data-key="send">
            Send and next
            <Icon name="go" />
          </Button>
          <Button name="intent" value="keep" busyText="Sending...">
            {request.canBeResolved ? 'Send, keep' : 'Send'}
          </Button>
          <Button name="intent" value="skip" formNoValidate>
            Skip
          </Button>
        </div>
      </form>
    </section>
  );
}

const ofForm = (actionData: RejectedForm | undefined, form: string): RejectedForm | undefined =>
  actionData?.values.form === form ? actionData : undefined;

function Person({ screen, actionData }: PartProps) {
  const { request, contact, person, forms, notes, actions, needsPassword, source } = screen;
  const rejected = actionData?.values.form ? actionData : undefined;
  const noting = ofForm(actionData, 'note');
  return (
    <details
      className="fold person"
      open={rejected !== undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a column that scrolls must be within reach of the keyboard
      tabIndex={0}
      aria-label={`Details of ${request.name}`}
    >
      <summary>
        <Icon name="person" />
        {`About ${request.name}`}
        {request.isFlagged && <small>flagged</small>}
        {request.nextStep && <small>{request.nextStep}</small>}
        <Icon name="down" />
      </summary>
      <div>
        {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
        <FactList
          facts={[
            { name: 'Phone', value: contact.phone && <a href={contact.phoneHref}>{contact.phone}</a> },
            { name: 'E-mail', value: contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a> },
            { name: 'Account', value: person?.since ? `since ${person.since}` : contact.hasAccount ? 'yes' : null },
            { name: 'Came by', value: source },
            ...(forms?.facts ?? []).map(({ name, value, href }) => ({
              name,
              value: href ? <a href={href}>{value}</a> : value,
            })),
          ]}
        />
        {person && <AllOfPerson id={request.id} name={request.name} {...person} />}
        <HandlingForm screen={screen} actionData={actionData} />
        <Fold
          title="Notes for the team"
          icon="note"
          note={notes.length === 0 ? 'none' : formatCount(notes.length)}
          isOpen={noting !== undefined}
        >
          <form method="post" className="stack" noValidate>
            <input type="hidden" name="form" value="note" />
            <KeyField values={noting?.values} />
            <TextAreaField
              name="note"
              label="Note"
              help={`For operators only; ${formatMaxLength(maxNoteLength)}`}
              value={noting?.values.note}
              error={noting?.errors.note}
              rows={2}
            />
            <p>
              <Button>Add note</Button>
            </p>
          </form>
          {notes.map(({ id, author, text, createdAt }) => (
            <div key={id}>
              <p className="preserve-lines">{text}</p>
              <p className="note">{`${author ?? 'A former operator'} · ${createdAt}`}</p>
            </div>
          ))}
        </Fold>
        {forms && (
          <Fold
            title="Status"
            icon="flag"
            note={formatLabel(request.status)}
            isOpen={rejected !== undefined && !noting}
          >
            <RequestFormsView id={request.id} forms={forms} actionData={actionData} needsPassword={needsPassword} />
          </Fold>
        )}
        <Fold title={`Block ${request.name}`} icon="shield" note={request.isSpam ? 'blocked' : undefined}>
          <form method="post" className="stack">
            <input type="hidden" name="form" value="spam" />
            <p>
              {request.isSpam
                ? 'Messages and requests from this sender are not taken.'
                : 'Ends this request as spam. Nothing more is taken from this email address, phone number and account.'}
            </p>
            <p>
              <Button kind="danger" name="isSpam" value={request.isSpam ? 'false' : 'true'}>
                {request.isSpam ? 'Lift the block' : 'Spam: block the sender'}
              </Button>
            </p>
          </form>
        </Fold>
        {actions.length > 0 && (
          <Fold title="What was done" icon="clock" note={formatCount(actions.length)}>
            {actions.map(({ id, text, by, when }) => (
              <div key={id}>
                <p>{text}</p>
                <p className="note">{`${by} · ${when}`}</p>
              </div>
            ))}
          </Fold>
        )}
      </div>
    </details>
  );
}

type AllOfPersonProps = NonNullable<Screen['person']> & { id: string; name: string };

function AllOfPerson({ id, name, requests, offers }: AllOfPersonProps) {
  return (
    <section aria-labelledby="all-of">
      <h2 id="all-of">{requests.length + offers.length === 0 ? `Nothing else of ${name}` : `Also of ${name}`}</h2>
      {requests.length + offers.length > 0 && (
        <ul className="rows">
          {requests.map((request) => (
            <li key={request.id}>
              <KindSign {...kindSigns[request.kind]} />
              <div>
                <RowLink href={deskPaths.customer(request.id)}>{request.subject}</RowLink>
                <small>{`${request.day} · ${formatLabel(request.status)}`}</small>
              </div>
            </li>
          ))}
          {offers.map((offer) => (
            <li key={offer.id}>
              <KindSign icon="sell" label="Listing" />
              <div>
                <RowLink href={offer.href}>{offer.text}</RowLink>
                <small>{`listed ${offer.day}`}</small>
              </div>
            </li>
          ))}
        </ul>
      )}
      <ActionLink href={deskPaths.person(id)}>Everything of this person</ActionLink>
    </section>
  );
}

function HandlingForm({ screen: { request, operators }, actionData }: PartProps) {
  const rejected = ofForm(actionData, 'handling');
  const { nextStep, dueOn, assignee, isFlagged } = request;
  const values = rejected?.values;
  return (
    <form method="post" className="stack" noValidate>
      <input type="hidden" name="form" value="handling" />
      <KeyField values={values} />
      <FieldGrid>
        <TextField
          name="nextStep"
          label="Next step"
          value={values?.nextStep ?? nextStep ?? ''}
          error={rejected?.errors.nextStep}
          help={formatMaxLength(maxNextStepLength)}
        />
        <TextField
          name="dueOn"
          label="On"
          type="date"
          value={values?.dueOn ?? dueOn ?? ''}
          error={rejected?.errors.dueOn}
        />
      </FieldGrid>
      <div className="side-by-side">
        <SelectField
          name="assignee"
          label="Assigned to"
          choices={operators}
          value={values?.assignee ?? assignee}
          emptyText="No operator"
          error={rejected?.errors.assignee}
        />
        <label className="option">
          <input type="checkbox" name="isFlagged" defaultChecked={values ? values.isFlagged === 'on' : isFlagged} />{' '}
          Important
        </label>
      </div>
      <p>
        <Button>Save</Button>
      </p>
    </form>
  );
}
