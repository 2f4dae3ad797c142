import type { CSSProperties } from 'react';
import type { RejectedForm } from '~/submit/form-response.server';
import { paths } from '~/paths';
import { Fold } from '~/ui/desk/folds';
import { RowLink } from '~/ui/desk/rows';
import { FieldNotes, getControlProps, KeyField } from '~/ui/forms/field';
import { Button } from '~/ui/primitives/button';
import { StatusChip, type StatusTone } from '~/ui/primitives/chips';
import type { AgendaRow } from './agenda.server';

const tones: Readonly<Record<string, StatusTone>> = {
  requested: 'waiting',
  confirmed: 'moving',
  done: 'done',
  cancelled: 'off',
};

const roadHours = [9, 11, 13, 15, 17, 19];
const firstHour = 9;
const lastHour = 19;
const toStyle = (hour: number) =>
  ({ '--hour': Math.min(lastHour, Math.max(firstHour, hour)).toFixed(2) }) as CSSProperties;

type DayRoadProps = {
  visits: readonly AgendaRow[] /** Hour of the day in India; null for another day. */;
  now: number | null;
};

/** The visits of a day from 9 to 19 o'clock; the red line is now. */
export function DayRoad({ visits, now }: DayRoadProps) {
  const open = visits.filter(({ status }) => status !== 'cancelled');
  const label = `From 9 to 19 o’clock: ${open.length === 0 ? 'no visits' : `visits at ${open.map(({ starts }) => starts).join(', ')}`}.`;
  return (
    <div className="day-road" role="img" aria-label={label}>
      {roadHours.map((hour) => (
        <i key={hour} style={toStyle(hour)}>
          {hour}
        </i>
      ))}
      {open.map(({ id, hour, starts, hasBegun, status }) => (
        <b
          key={id}
          style={toStyle(hour)}
          className={status === 'requested' ? 'open-visit' : hasBegun ? 'past-visit' : undefined}
        >
          {starts.slice(0, 2)}
        </b>
      ))}
      {now !== null && now >= firstHour && now <= lastHour && <u style={toStyle(now)} />}
    </div>
  );
}

type AgendaProps = {
  visits: readonly AgendaRow[];
  /** Address of the page, which its forms are sent to. */
  action: string;
  rejected: RejectedForm | undefined;
  /** Whether cancelling and moving are offered too. */
  isComplete?: boolean;
};

/** Visits by their time, each with what can be done about it by one press. */
export function Agenda({ visits, action, rejected, isComplete = false }: AgendaProps) {
  return (
    <ol className="rows day-agenda">
      {visits.map((visit) => (
        <li key={visit.id} id={visit.id}>
          <b>{visit.starts}</b>
          <div>
            <RowLink href={visit.href}>{visit.name}</RowLink>
            <p className="line one-line">
              {[visit.what, visit.branch, visit.isSuspect && 'possible spam', visit.cancelReason]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <VisitButtons visit={visit} action={action} />
          {isComplete && visit.next.includes('cancelled') && (
            <Cancellation visit={visit} action={action} rejected={rejected} />
          )}
        </li>
      ))}
    </ol>
  );
}

type VisitProps = { visit: AgendaRow; action: string };

function Hidden({ visit: { id, version } }: Pick<VisitProps, 'visit'>) {
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  );
}

function VisitButtons({ visit, action }: VisitProps) {
  const { next, hasBegun, status, statusText, name } = visit;
  const whose = <span className="unseen">{`, the visit of ${name}`}</span>;
  if (next.includes('confirmed')) {
    return (
      <form method="post" action={action} className="above-link row">
        <Hidden visit={visit} />
        <Button kind="primary" name="status" value="confirmed">
          Confirm{whose}
        </Button>
      </form>
    );
  }
  if (next.includes('done') && hasBegun) {
    return (
      <form method="post" action={action} className="above-link row">
        <Hidden visit={visit} />
        <input type="hidden" name="reason" value="Did not come" />
        <Button name="status" value="done">
          Came{whose}
        </Button>
        <Button name="status" value="cancelled">
          Did not{whose}
        </Button>
      </form>
    );
  }
  return (
    <span className="above-link row">
      <StatusChip tone={tones[status] ?? 'off'}>{statusText}</StatusChip>
    </span>
  );
}

function Cancellation({ visit, action, rejected }: VisitProps & { rejected: RejectedForm | undefined }) {
  const { id, name } = visit;
  const typed = rejected?.values.id === id ? rejected.values : undefined;
  const reason = { name: `reason-${id}`, label: 'Reason, for the customer', error: rejected?.errors[`reason-${id}`] };
  return (
    <div className="above-link">
      <Fold title="Change time, or cancel" isOpen={typed !== undefined}>
        <p>
          <a className="action-link" href={paths.appointment({ id })}>
            Change time<span className="unseen">{` for ${name}`}</span>
          </a>
        </p>
        <form method="post" action={action} className="stack" noValidate>
          <Hidden visit={visit} />
          <KeyField values={typed} />
          <div className="field">
            <label htmlFor={reason.name}>{reason.label}</label>
            <input {...getControlProps(reason)} name="reason" defaultValue={typed?.reason} />
            <FieldNotes {...reason} />
          </div>
          <p>
            <Button kind="danger" name="status" value="cancelled">
              Cancel visit
            </Button>
          </p>
        </form>
      </Fold>
    </div>
  );
}
