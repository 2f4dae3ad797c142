import type { ReactNode } from 'react';
import type { RejectedForm } from '~/submit/form-response.server';
import { KeyField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { FactList } from '~/ui/page/text-blocks';
import { Button } from '~/ui/primitives/button';
import { AuditTrail, ConfirmPasswordField, StatusLabel } from './parts';
import type { describeReported } from './reported.server';

type Fact = { name: string; value: string | null; href?: string | undefined };

type ReportedEntryProps = ReturnType<typeof describeReported> & {
  facts: readonly Fact[];
  rejected: RejectedForm | undefined;
  /** What was published or written, before its facts and after its reports. */
  before?: ReactNode;
  after?: ReactNode;
  /** The forms of the operator. */
  children: ReactNode;
};

/** What can be reported: its state, facts and reports, the decision beside them, and what was done. */
export function ReportedEntry({ facts, rejected, before, after, children, ...entry }: ReportedEntryProps) {
  const { status, wait, since, reports, actions } = entry;
  return (
    <div className="stack">
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      <p className="row">
        <StatusLabel status={status} wait={wait} /> <span className="note">{since}</span>{' '}
      </p>
      <div className="columns">
        <div className="stack">
          {before}
          <FactList
            facts={facts.map(({ name, value, href }) => ({
              name,
              value: value !== null && href ? <a href={href}>{value}</a> : value,
            }))}
          />
          {reports.length > 0 && (
            <section className="stack" aria-labelledby="reports">
              <h2 id="reports">Reports</h2>
              <ul className="entry-list">
                {reports.map(({ id, reason, comment, author }) => (
                  <li key={id}>
                    <div>
                      <p>
                        <b>{reason}</b>
                      </p>
                      {comment && <p className="preserve-lines">{comment}</p>}
                      <p className="note">{author}</p>
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {after}
        </div>
        <div className="stack">{children}</div>
      </div>
      <AuditTrail actions={actions} />
    </div>
  );
}

type DecisionFormProps = {
  action: string;
  rejected: RejectedForm | undefined;
  /** Number of reports that the operator has seen. */
  reported: number;
  reasonHelp: string;
  /** What the operator's password is required for; null when it is not required. */
  confirms: string | null;
  buttons: readonly { intent: string; text: string; isDanger?: boolean }[];
  children: ReactNode;
};

export function DecisionForm({
  action,
  rejected,
  reported,
  reasonHelp,
  confirms,
  buttons,
  children,
}: DecisionFormProps) {
  return (
    <form method="post" action={action} className="stack">
      {children}
      <input type="hidden" name="reports" value={reported} />
      <KeyField values={rejected?.values} />
      <TextField
        name="reason"
        label="Reason"
        help={reasonHelp}
        value={rejected?.values.reason}
        error={rejected?.errors.reason}
      />
      {confirms && <ConfirmPasswordField what={confirms} error={rejected?.errors.password} />}
      <p className="row">
        {buttons.map(({ intent, text, isDanger }) => (
          <Button key={intent} name="intent" value={intent} kind={isDanger ? 'danger' : 'plain'}>
            {text}
          </Button>
        ))}
      </p>
    </form>
  );
}
