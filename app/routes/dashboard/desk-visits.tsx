import { branchLabels as labels, maxSlots, newBranch } from '~/domain/appointments/slots';
import { getWeekdayName } from '~/domain/shared/dates';
import { paths } from '~/paths';
import {
  CheckField,
  DefaultButton,
  FieldNotes,
  getControlProps,
  KeyField,
  TextAreaField,
  TextField,
} from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { AppointmentStatusChip } from '~/ui/lists/account-lists';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { StatusChip } from '~/ui/primitives/chips';
import { AuditTrail, type DeskActionData, FieldCell, LinkedEntry, OpenItemHead } from './desk-parts';
import type { BranchLine, DeskAgenda, DeskAppointment, OpenBranch } from './desk-sections.loader.server';

type FormProps = {
  appointment: DeskAppointment;
  action: string;
  rejected: DeskActionData | undefined;
};

export function StatusForms({ appointment: { id, version, next, name }, action, rejected }: FormProps) {
  const reason = { name: `reason-${id}`, label: 'Reason, for the customer', error: rejected?.errors[`reason-${id}`] };
  const typed = rejected?.values.id === id ? rejected.values : undefined;
  const hidden = (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  );
  const whose = <span className="unseen">{` the visit of ${name}`}</span>;
  return (
    <div className="agenda-forms">
      {next.includes('confirmed') && (
        <form method="post" action={action}>
          {hidden}
          <Button kind="primary" name="status" value="confirmed">
            Confirm{whose}
          </Button>
        </form>
      )}
      {next.includes('done') && (
        <form method="post" action={action}>
          {hidden}
          <Button name="status" value="done">
            Done{whose}
          </Button>
        </form>
      )}
      {next.includes('cancelled') && (
        <a className="action-link" href={paths.appointment({ id })}>
          Another time{whose}
        </a>
      )}
      {next.includes('cancelled') && (
        <details open={typed?.reason !== undefined}>
          <summary className="action-link">Cancel{whose}</summary>
          <form method="post" action={action} className="inline-form">
            {hidden}
            <KeyField values={typed} />
            <div className="field">
              <label htmlFor={reason.name}>{reason.label}</label>
              <input {...getControlProps(reason)} name="reason" defaultValue={typed?.reason} />
              <FieldNotes {...reason} />
            </div>
            <Button kind="danger" name="status" value="cancelled">
              Cancel visit
            </Button>
          </form>
        </details>
      )}
    </div>
  );
}

function Facts({ appointment }: Pick<FormProps, 'appointment'>) {
  const { what, reference, phone, phoneHref, chatHref, isSuspect, cancelReason } = appointment;
  return (
    <>
      <small>{`${what} · ${reference}`}</small>
      <small>
        {phoneHref ? <a href={phoneHref}>{phone}</a> : phone}
        {chatHref && (
          <>
            {' · '}
            <a href={chatHref}>WhatsApp</a>
          </>
        )}
        {isSuspect && ' · Possible spam'}
        {cancelReason && ` · “${cancelReason}”`}
      </small>
    </>
  );
}

type AgendaProps = { agenda: DeskAgenda; rejected: DeskActionData | undefined };

/** Visits of a day by branch and time, below those that need an operator (docs/product.md, "Appointments"). */
export function Agenda({ agenda, rejected }: AgendaProps) {
  const { day, title, isToday, before, after, waiting, branches } = agenda;
  return (
    <>
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      {waiting.length > 0 && (
        <section className="stack" aria-labelledby="to-confirm">
          <h3 id="to-confirm">To be confirmed</h3>
          <ul className="entry-list">
            {waiting.map(({ id, name, what, when, branch, dayHref }) => (
              <LinkedEntry key={id} heading="h4" title={name} href={dayHref}>
                <p className="note">{`${what} · ${when} · ${branch}`}</p>
              </LinkedEntry>
            ))}
          </ul>
        </section>
      )}
      <h3>{title}</h3>
      <nav className="row agenda-days" aria-label="Days">
        <ButtonLink href={paths.desk({ show: 'appointments', day: before.day })}>{before.text}</ButtonLink>{' '}
        {!isToday && <ButtonLink href={paths.desk({ show: 'appointments' })}>Today</ButtonLink>}{' '}
        <ButtonLink href={paths.desk({ show: 'appointments', day: after.day })}>{after.text}</ButtonLink>
      </nav>
      <form action={paths.dashboard()} className="inline-form">
        <input type="hidden" name="tab" value="desk" />
        <input type="hidden" name="show" value="appointments" />
        <TextField name="day" label="Another day" type="date" value={day} />
        <Button>Show</Button>
      </form>
      {branches.length === 0 && <p>No visits on this day.</p>}
      {branches.map((branch) => (
        <section key={branch.name} aria-label={branch.name}>
          <h4>{branch.name}</h4>
          <ul className="agenda">
            {branch.appointments.map((appointment) => (
              <li key={appointment.id} id={`visit-${appointment.id}`}>
                <b>{appointment.time}</b>
                <div>
                  <b>
                    <a href={appointment.href}>{appointment.name}</a>
                  </b>
                  <Facts appointment={appointment} />
                </div>
                <AppointmentStatusChip status={appointment.status} />
                <StatusForms
                  appointment={appointment}
                  action={paths.desk({ show: 'appointments', day })}
                  rejected={rejected}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

export function BranchList({ lines }: { lines: readonly BranchLine[] }) {
  return (
    <>
      <p>Visits are booked at these branches, within their hours, as many at a time as there are places.</p>
      <ul className="entry-list">
        {lines.map(({ id, name, text, isBookable }) => (
          <LinkedEntry
            key={id}
            title={name}
            href={paths.desk({ show: 'branches', open: id })}
            aside={!isBookable && <StatusChip tone="off">Takes no visits</StatusChip>}
          >
            <p className="note">{text}</p>
          </LinkedEntry>
        ))}
      </ul>
      <p>
        <ButtonLink href={paths.desk({ show: 'branches', open: newBranch })}>Add a branch</ButtonLink>
      </p>
    </>
  );
}

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const slotRows = Array.from({ length: maxSlots }, (_, row) => row);
const slotNames = ['starts', 'ends', 'testRidePlaces', 'servicePlaces', 'purchasePlaces'] as const;

type BranchFormProps = { branch: OpenBranch; actionData: DeskActionData | undefined };

export function BranchForm({ branch: { id, title, version, actions, ...branch }, actionData }: BranchFormProps) {
  const values: Readonly<Record<string, string>> = actionData?.values ?? branch.values;
  const field = (name: string, label: string) => ({
    name,
    label,
    value: values[name],
    error: actionData?.errors[name],
    readings: actionData?.readings?.[name],
  });
  return (
    <>
      <OpenItemHead title={title} listHref={paths.desk({ show: 'branches' })} actionData={actionData} />
      <form method="post" action={paths.desk({ show: 'branches', open: id })} className="stack">
        {actionData?.readings && <DefaultButton />}
        <input type="hidden" name="version" value={values.version ?? version} />
        <KeyField values={values} />
        <TextField {...field('name', labels.name)} />
        <TextField {...field('address', labels.address)} />
        <CheckField name="isBookable" label={labels.isBookable} isChecked={values.isBookable === 'on'} />
        <h4>Opening hours</h4>
        <p className="note">Times such as 09:30, in India. Empty on days on which it is closed.</p>
        <table className="times">
          <thead>
            <tr>
              <td />
              <th scope="col">{labels.opens}</th>
              <th scope="col">{labels.closes}</th>
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{getWeekdayName(weekday)}</th>
                {(['opens', 'closes'] as const).map((name) => (
                  <FieldCell
                    key={name}
                    {...field(`hours.${weekday - 1}.${name}`, `${getWeekdayName(weekday)}, ${labels[name]}`)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <h4>Times and places</h4>
        <p className="note">
          One after the other. A time counts on the days on which the branch is open for all of it; 0 places: none of
          that kind.
        </p>
        <table className="times">
          <thead>
            <tr>
              {slotNames.map((name) => (
                <th key={name} scope="col">
                  {labels[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {slotRows.map((row) => (
              <tr key={row}>
                {slotNames.map((name) => (
                  <FieldCell
                    key={name}
                    {...field(`slots.${row}.${name}`, `${labels[name]}, row ${row + 1}`)}
                    inputMode={name.endsWith('Places') ? 'numeric' : undefined}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <TextAreaField
          {...field('closedDays', labels.closedDays)}
          help="One on each line, such as 2026-12-25. Visits already booked stay: cancel them in the agenda."
        />
        <p>
          <Button kind="primary">Save</Button>
        </p>
      </form>
      <AuditTrail actions={actions} />
    </>
  );
}
