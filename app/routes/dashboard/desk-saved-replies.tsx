import { longestReply } from '~/domain/conversations/conversation';
import { longestReplyTitle, type SavedReply } from '~/domain/desk/request';
import { paths } from '~/paths';
import { TextAreaField, TextField } from '~/ui/forms/field';
import { ConflictNotice, ErrorSummary } from '~/ui/forms/form-messages';
import { ActionLink, Button } from '~/ui/primitives/button';
import type { DeskActionData } from './desk-parts';

const labels = { title: 'Title', text: 'Reply' };

type ReplyFormProps = {
  /** The saved reply to change; null for a new one. */
  reply: SavedReply | null;
  actionData: DeskActionData | undefined;
};

/** The form of a saved reply. */
function ReplyForm({ reply, actionData }: ReplyFormProps) {
  const { title = reply?.title, text = reply?.text, version } = actionData?.values ?? {};
  return (
    <form method="post" action={paths.desk({ show: 'saved-replies', open: reply?.id })} className="stack">
      {reply && <input type="hidden" name="version" value={reply.version} />}
      {actionData && <ErrorSummary message={actionData.message} errors={actionData.errors} />}
      {reply && actionData && version !== String(reply.version) && (
        <ConflictNotice
          labels={labels}
          formValues={actionData.values}
          currentValues={{ title: reply.title, text: reply.text }}
        />
      )}
      <TextField
        name="title"
        label={labels.title}
        maxLength={longestReplyTitle}
        value={title}
        error={actionData?.errors.title}
        required
      />
      <TextAreaField
        name="text"
        label={labels.text}
        maxLength={longestReply}
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
  /** The one that is being changed. */
  reply: SavedReply | null;
  actionData: DeskActionData | undefined;
};

/** The replies that operators put into their answers, each of which opens to be changed, and the form of a new one. */
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
      <p>A saved reply is put into an answer with one press, after what is typed there already.</p>
      <ul className="entry-list">
        {replies.map(({ id, title, text }) => (
          <li key={id}>
            <div>
              <h3>
                <a href={paths.desk({ show: 'saved-replies', open: id })}>{title}</a>
              </h3>
              <p className="preserve-lines">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <h3>A new one</h3>
      <ReplyForm reply={null} actionData={actionData} />
    </>
  );
}
