import { type ConversationAction, longestReason, readingMinutes } from '~/domain/moderation/moderation';
import { TextField } from '~/ui/forms/field';
import { Pager } from '~/ui/page/pager';
import { Button } from '~/ui/primitives/button';
import { FreshPassword, type DeskActionData } from './desk-parts';
import type { OpenEntry } from './desk-entry.loader.server';

type OpenConversation = Extract<OpenEntry, { subject: 'conversation' }>;

type ConversationFormsProps = {
  form: OpenConversation['form'];
  /** Whether the messages are visible to the operator. */
  isOpen: boolean;
  action: string;
  actionData: DeskActionData | undefined;
  needsPassword: boolean;
};

/** Actions of an operator on a reported conversation; opening it to read it is recorded in the audit log. */
export function ConversationForms({
  form: { isEnded, reported },
  isOpen,
  action,
  actionData,
  needsPassword,
}: ConversationFormsProps) {
  const actions: { action: ConversationAction; text: string }[] = [
    ...(reported > 0 && !isOpen ? [{ action: 'read', text: 'Open and read' } as const] : []),
    ...(reported > 0 ? [{ action: 'dismiss', text: 'Dismiss reports' } as const] : []),
    isEnded ? { action: 'reopen', text: 'Let it go on' } : { action: 'end', text: 'End conversation' },
  ];
  return (
    <form method="post" action={action} className="stack">
      <p>
        {isOpen
          ? `It is open to you for ${readingMinutes} minutes, or until you decide.`
          : 'What the two wrote is between them. Open it only where the reports need it: who opened it, and why, stands in the log.'}
      </p>
      <input type="hidden" name="reports" value={reported} />
      <TextField
        name="reason"
        label="Reason"
        help="Needed to open or end it, and stands in the log; why it was ended both sides read."
        maxLength={longestReason}
        value={actionData?.values.reason}
        error={actionData?.errors.reason}
      />
      {needsPassword && reported > 0 && !isOpen && <FreshPassword what="open it" error={actionData?.errors.password} />}
      <p className="row">
        {actions.map(({ action, text }) => (
          <Button key={action} name="intent" value={action} kind={action === 'end' ? 'danger' : 'plain'}>
            {text}
          </Button>
        ))}
      </p>
    </form>
  );
}

type TalkProps = { talk: NonNullable<OpenConversation['talk']>; hrefOf: (page: number) => string };

/** Messages of a buyer and a seller, each page in chronological order. */
export function Talk({ talk: { messages, page, pages }, hrefOf }: TalkProps) {
  return (
    <>
      <h4>What was written</h4>
      <ul className="entry-list">
        {messages.map(({ id, author, text }) => (
          <li key={id}>
            <div>
              <p className="note">{author}</p>
              <p className="preserve-lines">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} hrefOf={hrefOf} />
    </>
  );
}
