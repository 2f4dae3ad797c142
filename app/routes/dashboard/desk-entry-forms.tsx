import type { ReactNode } from 'react';
import { type ConversationAction, type Moderation, readingMinutes } from '~/domain/moderation/moderation';
import { KeyField, TextField } from '~/ui/forms/field';
import { Pager } from '~/ui/page/pager';
import { Button } from '~/ui/primitives/button';
import type { PublicSubject } from '~db/enums';
import type { OpenEntry } from './desk-entry.loader.server';
import { type DeskActionData, ConfirmPasswordField } from './desk-parts';

type EntryFormsProps<Kind extends OpenEntry['subject']> = {
  form: Extract<OpenEntry, { subject: Kind }>['form'];
  action: string;
  actionData: DeskActionData | undefined;
  /** Irreversible actions require the operator's password. */
  needsPassword: boolean;
};

type DecisionFormProps = {
  action: string;
  actionData: DeskActionData | undefined;
  /** Number of reports that the operator has seen. */
  reported: number;
  reasonHelp: string;
  /** What the operator's password is required for; null when it is not required. */
  confirms: string | null;
  buttons: readonly { action: string; text: string; isDanger?: boolean }[];
  children: ReactNode;
};

function DecisionForm({ action, actionData, reported, reasonHelp, confirms, buttons, children }: DecisionFormProps) {
  return (
    <form method="post" action={action} className="stack">
      {children}
      <input type="hidden" name="reports" value={reported} />
      <KeyField values={actionData?.values} />
      <TextField
        name="reason"
        label="Reason"
        help={reasonHelp}
        value={actionData?.values.reason}
        error={actionData?.errors.reason}
      />
      {confirms && <ConfirmPasswordField what={confirms} error={actionData?.errors.password} />}
      <p className="row">
        {buttons.map((button) => (
          <Button key={button.action} name="intent" value={button.action} kind={button.isDanger ? 'danger' : 'plain'}>
            {button.text}
          </Button>
        ))}
      </p>
    </form>
  );
}

function PublicForms({ form, action, actionData, needsPassword }: EntryFormsProps<PublicSubject>) {
  const { version, isHidden, isChecked, reported } = form;
  const buttons: { action: Moderation; text: string; isDanger?: boolean }[] = [
    ...(isChecked ? [] : [{ action: 'check', text: reported > 0 ? 'Dismiss reports' : 'It is fine' } as const]),
    isHidden ? { action: 'restore', text: 'Restore' } : { action: 'hide', text: 'Hide' },
    { action: 'delete', text: 'Delete', isDanger: true },
  ];
  return (
    <DecisionForm
      action={action}
      actionData={actionData}
      reported={reported}
      reasonHelp="Needed to hide or delete; the seller of a listing reads it, and it is logged."
      confirms={needsPassword ? 'delete it' : null}
      buttons={buttons}
    >
      <input type="hidden" name="version" value={version} />
    </DecisionForm>
  );
}

export function EntryForms({ entry, ...rest }: { entry: OpenEntry } & Omit<EntryFormsProps<PublicSubject>, 'form'>) {
  return entry.subject === 'conversation' ? (
    <ConversationForms form={entry.form} isOpen={entry.history !== null} {...rest} />
  ) : (
    <PublicForms form={entry.form} {...rest} />
  );
}

type OpenConversation = Extract<OpenEntry, { subject: 'conversation' }>;

type ConversationFormsProps = {
  form: OpenConversation['form'];
  isOpen: boolean;
  action: string;
  actionData: DeskActionData | undefined;
  needsPassword: boolean;
};

/** Actions on a reported conversation; opening it to read its messages is recorded in the audit log. */
function ConversationForms({
  form: { isEnded, reported },
  isOpen,
  action,
  actionData,
  needsPassword,
}: ConversationFormsProps) {
  const buttons: { action: ConversationAction; text: string; isDanger?: boolean }[] = [
    ...(reported > 0 && !isOpen ? [{ action: 'read', text: 'Open and read' } as const] : []),
    ...(reported > 0 ? [{ action: 'dismiss', text: 'Dismiss reports' } as const] : []),
    isEnded ? { action: 'reopen', text: 'Let it go on' } : { action: 'end', text: 'End conversation', isDanger: true },
  ];
  return (
    <DecisionForm
      action={action}
      actionData={actionData}
      reported={reported}
      reasonHelp="Needed to open or end it, and logged. Both sides can read why it was ended."
      confirms={needsPassword && reported > 0 && !isOpen ? 'open it' : null}
      buttons={buttons}
    >
      <p>
        {isOpen
          ? `It is open to you for ${readingMinutes} minutes, or until you decide.`
          : 'Messages of users are private. Open them only if the reports require it: the log shows who opened them, and why.'}
      </p>
    </DecisionForm>
  );
}

type HistoryProps = { history: NonNullable<OpenConversation['history']>; getHref: (page: number) => string };

export function ConversationHistory({ history: { messages, page, pages }, getHref }: HistoryProps) {
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
      <Pager page={page} pages={pages} getHref={getHref} />
    </>
  );
}
