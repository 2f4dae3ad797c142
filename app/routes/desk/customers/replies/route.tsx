import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { maxReplyLength } from '~/domain/conversations/conversation';
import type { SavedReply } from '~/domain/desk/request';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import { formatMaxLength, KeyField, TextAreaField, TextField } from '~/ui/forms/field';
import { ConflictNotice, ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { LinkedEntry } from '../../parts';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Saved replies', 'Replies to customers that are inserted by one press.');

const labels = { title: 'Title', text: 'Reply' };

type ReplyFormProps = {
  /** The saved reply to change; null for a new one. */
  reply: SavedReply | null;
  rejected: RejectedForm | undefined;
};

function ReplyForm({ reply, rejected }: ReplyFormProps) {
  const { title = reply?.title, text = reply?.text, version } = rejected?.values ?? {};
  return (
    <form method="post" action={deskPaths.savedReplies(reply?.id)} className="stack" noValidate>
      {reply && <input type="hidden" name="version" value={reply.version} />}
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      {reply && rejected && version !== String(reply.version) && (
        <ConflictNotice
          labels={labels}
          formValues={rejected.values}
          currentValues={{ title: reply.title, text: reply.text }}
        />
      )}
      <KeyField values={rejected?.values} />
      <TextField name="title" label={labels.title} value={title} error={rejected?.errors.title} required />
      <TextAreaField
        name="text"
        label={labels.text}
        help={`For customers, ${formatMaxLength(maxReplyLength)}`}
        value={text}
        error={rejected?.errors.text}
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

/** Replies that are used again (docs/product.md, "Requests at the desk"). */
export default function SavedReplies() {
  const { replies, reply, unfinished } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>() ?? unfinished ?? undefined;
  if (reply) {
    return (
      <DeskPage title={reply.title} back={{ text: 'Saved replies', href: deskPaths.savedReplies() }}>
        <div className="stack">
          <ReplyForm reply={reply} rejected={rejected} />
        </div>
      </DeskPage>
    );
  }
  return (
    <DeskPage title="Saved replies" back={{ text: 'Customers', href: deskPaths.customers() }}>
      <div className="stack">
        <p>A saved reply is inserted with one press, after the text that is already there.</p>
        {replies.length > 0 && (
          <ul className="entry-list">
            {replies.map(({ id, title, text }) => (
              <LinkedEntry key={id} title={title} href={deskPaths.savedReplies(id)}>
                <p className="preserve-lines">{text}</p>
              </LinkedEntry>
            ))}
          </ul>
        )}
        <h2>New reply</h2>
        <ReplyForm reply={null} rejected={rejected} />
      </div>
    </DeskPage>
  );
}
