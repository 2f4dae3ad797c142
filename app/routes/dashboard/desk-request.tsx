import { longestReply } from '~/domain/conversations/conversation';
import { longestNote } from '~/domain/desk/request';
import { paths } from '~/paths';
import { HiddenFields, SelectField, TextAreaField } from '~/ui/forms/field';
import { Thread } from '~/ui/lists/thread';
import { Pager } from '~/ui/page/pager';
import { Button } from '~/ui/primitives/button';
import type { DeskActionData } from './desk-parts';
import type { OpenRequest } from './desk-request.loader.server';

type RequestProps = {
  request: OpenRequest;
  /** Query of the page with the request open, for a form that reads it again. */
  query: { show: string; open: string };
  /** The URL of the open request. */
  action: string;
  actionData: DeskActionData | undefined;
};

/** Values of a rejected form, where it was this one. */
const valuesOf = (actionData: DeskActionData | undefined, intents: readonly string[]) =>
  actionData && intents.includes(actionData.values.intent ?? '') ? actionData : undefined;

/** What a customer and the desk wrote, and the form of the next reply. */
export function RequestThread({
  request,
  query,
  action,
  actionData,
  hrefOf,
}: RequestProps & { hrefOf: (page: number) => string }) {
  const { messages, page, pages, canBeResolved, seen, savedReplies, draft, idempotencyKey } = request;
  const rejected = valuesOf(actionData, ['reply', 'resolve']);
  return (
    <>
      <h4>What was written</h4>
      <Thread messages={messages} />
      <Pager page={page} pages={pages} hrefOf={hrefOf} />
      <form method="post" action={action} className="stack" noValidate={rejected !== undefined}>
        <input type="hidden" name="idempotencyKey" value={rejected?.values.idempotencyKey ?? idempotencyKey} />
        <input type="hidden" name="seen" value={seen} />
        <TextAreaField
          name="text"
          label="Reply"
          help="The customer reads it in their messages, or at their private link."
          value={rejected?.values.text ?? draft}
          error={rejected?.errors.text}
          maxLength={longestReply}
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
          <Button kind={canBeResolved ? 'plain' : 'primary'} name="intent" value="reply" busyText="Sending...">
            {canBeResolved ? 'Send, keep open' : 'Send reply'}
          </Button>
        </p>
      </form>
    </>
  );
}

/** Who takes care of a request, and what operators note about it for themselves. */
export function RequestHandling({ request, action, actionData }: Omit<RequestProps, 'query'>) {
  const { operators, assignee, notes } = request;
  const assigning = valuesOf(actionData, ['assign']);
  const noting = valuesOf(actionData, ['note']);
  return (
    <>
      <form method="post" action={action} className="inline-form">
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
      <form method="post" action={action} className="stack">
        <TextAreaField
          name="note"
          label="Internal note"
          help="For operators only: the customer never sees it."
          value={noting?.values.note}
          error={noting?.errors.note}
          maxLength={longestNote}
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
