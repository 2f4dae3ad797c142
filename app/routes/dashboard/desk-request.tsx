import { maxReplyLength } from '~/domain/conversations/conversation';
import { maxNoteLength, type SavedReply } from '~/domain/desk/request';
import { paths } from '~/paths';
import { formatMaxLength, HiddenFields, KeyField, SelectField, TextAreaField, TextField } from '~/ui/forms/field';
import { ConflictNotice, ErrorSummary } from '~/ui/forms/form-messages';
import { Thread } from '~/ui/lists/conversations';
import { Pager } from '~/ui/page/pager';
import { ActionLink, Button } from '~/ui/primitives/button';
import { type DeskActionData, LinkedEntry } from './desk-parts';
import type { OpenRequest } from './desk-requests.loader.server';

type RequestProps = {
  request: OpenRequest;
  query: { show: string; open: string };
  action: string;
  actionData: DeskActionData | undefined;
};

const getValues = (actionData: DeskActionData | undefined, intents: readonly string[]) =>
  actionData && intents.includes(actionData.values.intent ?? '') ? actionData : undefined;

export function RequestThread({
  request,
  query,
  action,
  actionData,
  getHref,
  isSecondary,
}: RequestProps & {
  getHref: (page: number) => string;
  /** Whether the screen has a more important action than a reply. */
  isSecondary: boolean;
}) {
  const { messages, page, pages, canBeResolved, seen, savedReplies, draft, idempotencyKey } = request;
  const rejected = getValues(actionData, ['reply', 'resolve']);
  return (
    <>
      <h4>What was written</h4>
      <Thread messages={messages} />
      <Pager page={page} pages={pages} getHref={getHref} />
      <form method="post" action={action} className="stack" noValidate>
        <input type="hidden" name="idempotencyKey" value={rejected?.values.idempotencyKey ?? idempotencyKey} />
        <input type="hidden" name="seen" value={seen} />
        <TextAreaField
          name="text"
          label="Reply"
          help={`For the customer, in their messages or at their private link; ${formatMaxLength(maxReplyLength)}`}
          value={rejected?.values.text ?? draft}
          error={rejected?.errors.text}
          rows={5}
          required
        />
        <fieldset className="saved-replies">
          <legend>Put in a saved reply</legend>
          {savedReplies.map(({ id, title }) => (
            <Button key={id} name="saved" value={id} formMethod="get" formAction={paths.dashboard()} formNoValidate>
              {title}
            </Button>
          ))}{' '}
          <a className="action-link" href={paths.desk({ show: 'saved-replies' })}>
            {savedReplies.length === 0 ? 'Write saved replies' : 'Edit these'}
          </a>
          <HiddenFields fields={{ tab: 'desk', ...query }} />
        </fieldset>
        <p className="row">
          {canBeResolved && (
            <Button kind="primary" name="intent" value="resolve" busyText="Sending...">
              Send and resolve
            </Button>
          )}{' '}
          <Button
            kind={canBeResolved || isSecondary ? 'plain' : 'primary'}
            name="intent"
            value="reply"
            busyText="Sending..."
          >
            {canBeResolved ? 'Send, keep open' : 'Send reply'}
          </Button>
        </p>
      </form>
    </>
  );
}

export function RequestHandling({ request, action, actionData }: Omit<RequestProps, 'query'>) {
  const { operators, assignee, notes } = request;
  const assigning = getValues(actionData, ['assign']);
  const noting = getValues(actionData, ['note']);
  return (
    <>
      <form method="post" action={action} className="inline-form">
        <KeyField values={assigning?.values} />
        <SelectField
          name="assignee"
          label="Taken care of by"
          choices={operators}
          value={assigning?.values.assignee ?? assignee}
          emptyText="No operator yet"
          error={assigning?.errors.assignee}
        />
        <p>
          <Button name="intent" value="assign">
            Assign
          </Button>
        </p>
      </form>
      <form method="post" action={action} className="stack" noValidate>
        <KeyField values={noting?.values} />
        <TextAreaField
          name="note"
          label="Internal note"
          help={`For operators only, the customer never sees it; ${formatMaxLength(maxNoteLength)}`}
          value={noting?.values.note}
          error={noting?.errors.note}
          rows={2}
          required
        />
        <p>
          <Button name="intent" value="note">
            Add note
          </Button>
        </p>
      </form>
      {notes.length > 0 && (
        <ul className="entry-list" aria-label="Internal notes">
          {notes.map(({ id, author, text, createdAt }) => (
            <li key={id}>
              <div>
                <p className="preserve-lines">{text}</p>
                <p className="note">
                  {author ?? 'A former operator'} · {createdAt}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const labels = { title: 'Title', text: 'Reply' };

type ReplyFormProps = {
  /** The saved reply to change; null for a new one. */
  reply: SavedReply | null;
  actionData: DeskActionData | undefined;
};

function ReplyForm({ reply, actionData }: ReplyFormProps) {
  const { title = reply?.title, text = reply?.text, version } = actionData?.values ?? {};
  return (
    <form method="post" action={paths.desk({ show: 'saved-replies', open: reply?.id })} className="stack" noValidate>
      {reply && <input type="hidden" name="version" value={reply.version} />}
      {actionData && <ErrorSummary message={actionData.message} errors={actionData.errors} />}
      {reply && actionData && version !== String(reply.version) && (
        <ConflictNotice
          labels={labels}
          formValues={actionData.values}
          currentValues={{ title: reply.title, text: reply.text }}
        />
      )}
      <KeyField values={actionData?.values} />
      <TextField name="title" label={labels.title} value={title} error={actionData?.errors.title} required />
      <TextAreaField
        name="text"
        label={labels.text}
        help={`For customers, ${formatMaxLength(maxReplyLength)}`}
        value={text}
        error={actionData?.errors.text}
        rows={4}
        required
      />
      <p className="row">
        <Button kind="primary" name="intent" value="save">
          {reply ? 'Save changes' : 'Save reply'}
        </Button>{' '}
        {reply && (
          <Button kind="danger" name="intent" value="delete" formNoValidate>
            Delete
          </Button>
        )}
      </p>
    </form>
  );
}

type SavedRepliesProps = {
  replies: readonly SavedReply[];
  reply: SavedReply | null;
  actionData: DeskActionData | undefined;
};

export function SavedReplies({ replies, reply, actionData }: SavedRepliesProps) {
  if (reply) {
    return (
      <>
        <p>
          <ActionLink href={paths.desk({ show: 'saved-replies' })} icon="back">
            All saved replies
          </ActionLink>
        </p>
        <ReplyForm reply={reply} actionData={actionData} />
      </>
    );
  }
  return (
    <>
      <p>A saved reply is inserted with one press, after the text that is already there.</p>
      <ul className="entry-list">
        {replies.map(({ id, title, text }) => (
          <LinkedEntry key={id} title={title} href={paths.desk({ show: 'saved-replies', open: id })}>
            <p className="preserve-lines">{text}</p>
          </LinkedEntry>
        ))}
      </ul>
      <h3>A new one</h3>
      <ReplyForm reply={null} actionData={actionData} />
    </>
  );
}
