import { maxReplyLength } from '~/domain/conversations/conversation';
import type { SavedReply } from '~/domain/desk/request';
import { paths } from '~/paths';
import { formatMaxLength, KeyField, TextAreaField, TextField } from '~/ui/forms/field';
import { ConflictNotice, ErrorSummary } from '~/ui/forms/form-messages';
import { ActionLink, Button } from '~/ui/primitives/button';
import { type DeskActionData, LinkedEntry } from './desk-parts';

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
      <h3>New reply</h3>
      <ReplyForm reply={null} actionData={actionData} />
    </>
  );
}
