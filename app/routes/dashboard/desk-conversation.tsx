import { type ConversationDeed, longestReason, readingMinutes } from '~/domain/desk/limits';
import { TextField } from '~/ui/forms/text-field';
import { Pager } from '~/ui/page/pager';
import { Button } from '~/ui/signs/button';
import { FreshPassword } from './desk-parts';
import type { DeskAnswer } from './desk-entry';
import type { OpenEntry } from './open-entry.server';

type OpenConversation = Extract<OpenEntry, { subject: 'conversation' }>;

type ConversationFormsProps = {
  form: OpenConversation['form'];
  /** What was written stands before the operator's eyes. */
  isOpen: boolean;
  action: string;
  answer: DeskAnswer | undefined;
  asksPassword: boolean;
};

/** What an operator can do with a conversation that was reported; to read it they open it, which is written down. */
export function ConversationForms({
  form: { isEnded, reported },
  isOpen,
  action,
  answer,
  asksPassword,
}: ConversationFormsProps) {
  const deeds: { deed: ConversationDeed; text: string }[] = [
    ...(reported > 0 && !isOpen ? [{ deed: 'read', text: 'Open and read' } as const] : []),
    ...(reported > 0 ? [{ deed: 'dismiss', text: 'Dismiss reports' } as const] : []),
    isEnded ? { deed: 'reopen', text: 'Let it go on' } : { deed: 'end', text: 'End conversation' },
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
        value={answer?.values.reason}
        error={answer?.errors.reason}
      />
      {asksPassword && reported > 0 && !isOpen && <FreshPassword what="open it" error={answer?.errors.password} />}
      <p className="row">
        {deeds.map(({ deed, text }) => (
          <Button key={deed} name="intent" value={deed} kind={deed === 'end' ? 'danger' : 'plain'}>
            {text}
          </Button>
        ))}
      </p>
    </form>
  );
}

type TalkProps = { talk: NonNullable<OpenConversation['talk']>; hrefOf: (page: number) => string };

/** What a buyer and a seller wrote to each other, each page in the order of time. */
export function Talk({ talk: { messages, page, pages }, hrefOf }: TalkProps) {
  return (
    <>
      <h4>What was written</h4>
      <ul className="sent">
        {messages.map(({ id, who, text }) => (
          <li key={id}>
            <div>
              <p className="s">{who}</p>
              <p className="lines">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} hrefOf={hrefOf} />
    </>
  );
}
