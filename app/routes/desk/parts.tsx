import type { ReactNode } from 'react';
import { freshPasswordMinutes } from '~/domain/accounts/account';
import type { LoggedAuditEvent } from '~/domain/moderation/audit-log.queries.server';
import { formatTimestamp } from '~/domain/shared/dates';
import { getControlProps, FieldNotes, type FieldText, formatLabel, TextField } from '~/ui/forms/field';
import { StatusChip, type StatusTone } from '~/ui/primitives/chips';

export const toShownAuditEvent = ({ id, operatorName, title, action, reason, createdAt }: LoggedAuditEvent) => ({
  id,
  author: operatorName,
  title,
  action,
  reason,
  when: formatTimestamp(createdAt),
});

export type ShownAuditEvent = ReturnType<typeof toShownAuditEvent>;

/** Labels of statuses such as `unchecked`; other statuses are displayed as they are. */
const statusNames: Readonly<Record<string, string>> = {
  unchecked: 'To review',
  checked: 'Looked at',
  reported: 'Reported',
  ended: 'Ended',
  hidden: 'Hidden',
  all: 'All of them',
};
/** 'In progress': the display form of a status. */
export const statusText = (status: string): string => statusNames[status] ?? formatLabel(status);

const tones: Readonly<Record<string, StatusTone>> = {
  unchecked: 'waiting',
  reported: 'waiting',
  checked: 'done',
  ended: 'done',
};

export function StatusLabel({ status, wait }: { status: string; wait: string | null }) {
  return (
    <>
      <StatusChip tone={tones[status] ?? 'off'}>{statusText(status)}</StatusChip> {wait && <b>{wait}</b>}
    </>
  );
}

type LinkedEntryProps = { title: string; href: string; children: ReactNode; aside?: ReactNode };

export function LinkedEntry({ title, href, children, aside }: LinkedEntryProps) {
  return (
    <li>
      <div>
        <h2>
          <a href={href}>{title}</a>
        </h2>
        {children}
      </div>
      {aside}
    </li>
  );
}

export function AuditTrail({ actions }: { actions: readonly ShownAuditEvent[] }) {
  return (
    actions.length > 0 && (
      <section className="stack" aria-labelledby="actions">
        <h2 id="actions">What was done</h2>
        <table className="entry-table">
          <thead>
            <tr>
              <th>What</th>
              <th>By</th>
              <th>When</th>
            </tr>
          </thead>
          <tbody>
            {actions.map(({ id, author, title, action, reason, when }) => (
              <tr key={id}>
                <th scope="row">
                  <b>{title}</b>: {action}
                  {reason && ` (“${reason}”)`}
                </th>
                <td>{author}</td>
                <td>{when}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )
  );
}

type FieldCellProps = FieldText & { value: string | undefined; inputMode?: 'numeric' | 'decimal' | undefined };

export function FieldCell({ value, inputMode, ...text }: FieldCellProps) {
  return (
    <td>
      <input
        type="text"
        defaultValue={value}
        aria-label={text.label}
        inputMode={inputMode}
        {...getControlProps(text)}
      />
      <FieldNotes {...text} />
    </td>
  );
}

export function ConfirmPasswordField({ what, error }: { what: string; error: string | undefined }) {
  return (
    <TextField
      name="password"
      label="Your password"
      type="password"
      autoComplete="current-password"
      help={`Needed to ${what}. It counts for ${freshPasswordMinutes} minutes.`}
      error={error}
    />
  );
}
