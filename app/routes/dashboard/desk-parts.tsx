import type { ReactNode } from 'react';
import { freshPasswordMinutes } from '~/domain/accounts/account';
import type { LoggedAuditEvent } from '~/domain/moderation/audit-log.queries.server';
import { formatTimestamp } from '~/domain/shared/dates';
import type { Permission } from '~/domain/shared/permissions';
import type { RejectedForm } from '~/submit/form-response.server';
import { readPageNumber } from '~/http/url-params';
import { paths } from '~/paths';
import { getControlProps, FieldNotes, type FieldText, formatLabel, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { ActionLink } from '~/ui/primitives/button';
import { StatusChip, type StatusTone } from '~/ui/primitives/chips';
import { type DeskSubject, deskSubjects } from '~db/enums';

const deskParts = [
  'today',
  'requests',
  'appointments',
  'branches',
  'brands',
  'saved-replies',
  'recovery-code',
  'manage-code',
  'road-tax',
  'mail',
  'figures',
  'log',
] as const;
type DeskPart = (typeof deskParts)[number];

export const partPermissions: Readonly<Record<DeskSubject | DeskPart, Permission>> = {
  today: 'read',
  requests: 'read',
  message: 'read',
  service: 'read',
  feedback: 'read',
  appointment: 'read',
  appointments: 'read',
  listing: 'listings',
  vehicle: 'listings',
  review: 'reports',
  conversation: 'reports',
  'saved-replies': 'replies',
  branches: 'texts',
  'road-tax': 'texts',
  brands: 'shop',
  'recovery-code': 'accounts',
  'manage-code': 'accounts',
  mail: 'health',
  figures: 'health',
  log: 'log',
};

export type DeskQuery = {
  show: DeskSubject | DeskPart;
  /** Defaults to items that need an operator. */
  status?: string | undefined;
  category?: string | undefined;
  priority?: string | undefined;
  tag?: string | undefined;
  /** Id of an operator, or `none`. */
  assignee?: string | undefined;
  q?: string | undefined;
  page: number;
  /** Day of the agenda; absent: today. */
  day?: string | undefined;
  open?: string | undefined;
};

/** Parses a query; unknown values count as absent. */
export function readDeskQuery(url: string): DeskQuery {
  const { searchParams } = new URL(url);
  const given = (name: string): string | undefined => searchParams.get(name)?.trim() || undefined;
  const show = searchParams.get('show');
  return {
    show: [...deskSubjects, ...deskParts].find((one) => one === show) ?? 'today',
    status: given('status'),
    category: given('category'),
    priority: given('priority'),
    tag: given('tag'),
    assignee: given('assignee'),
    q: given('q'),
    page: readPageNumber(searchParams),
    day: given('day'),
    open: given('open'),
  };
}

export const getListQuery = ({ page: _page, open: _open, ...list }: DeskQuery) => list;

export const deskPath = (query: DeskQuery): string => paths.desk({ ...getListQuery(query), open: query.open });

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
  unchecked: 'To look at',
  checked: 'Looked at',
  reported: 'Reported',
  ended: 'Ended',
  waiting: 'Waiting',
  all: 'All of them',
};
/** 'In progress': the display form of a status. */
export const statusText = (status: string): string => statusNames[status] ?? formatLabel(status);

const tones: Readonly<Record<string, StatusTone>> = {
  new: 'waiting',
  pending: 'waiting',
  open: 'waiting',
  requested: 'waiting',
  unchecked: 'waiting',
  reported: 'waiting',
  'in-progress': 'moving',
  'in-review': 'moving',
  confirmed: 'moving',
  resolved: 'done',
  completed: 'done',
  done: 'done',
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

const priorityClassNames: Readonly<Record<string, string>> = {
  urgent: 'chip chip-poor',
  high: 'chip chip-fair',
};

export function PriorityLabel({ priority }: { priority: string }) {
  return (
    <span className={priorityClassNames[priority] ?? 'note'}>
      {statusText(priority)}
      <span className="unseen"> priority</span>
    </span>
  );
}

export const createStatusChoices = (words: readonly string[]) =>
  words.map((word) => ({ value: word, label: statusText(word) }));

type OpenItemHeadProps = { title: string; listHref: string; actionData: DeskActionData | undefined };

export function OpenItemHead({ title, listHref, actionData }: OpenItemHeadProps) {
  return (
    <>
      {actionData && <ErrorSummary message={actionData.message} errors={actionData.errors} />}
      <p>
        <ActionLink href={listHref} icon="back">
          Back to the list
        </ActionLink>
      </p>
      <h3>{title}</h3>
    </>
  );
}

type LinkedEntryProps = {
  heading?: 'h3' | 'h4';
  title: string;
  href: string;
  children: ReactNode;
  aside?: ReactNode;
};

export function LinkedEntry({ heading: Heading = 'h3', title, href, children, aside }: LinkedEntryProps) {
  return (
    <li>
      <div>
        <Heading>
          <a href={href}>{title}</a>
        </Heading>
        {children}
      </div>
      {aside}
    </li>
  );
}

export function AuditEvents({ actions }: { actions: readonly ShownAuditEvent[] }) {
  return (
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
  );
}

export function AuditTrail({ actions }: { actions: readonly ShownAuditEvent[] }) {
  return (
    actions.length > 0 && (
      <>
        <h3>What was done</h3>
        <AuditEvents actions={actions} />
      </>
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

export type DeskActionData = RejectedForm;
