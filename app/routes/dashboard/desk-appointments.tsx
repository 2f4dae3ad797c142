import { longestText, statusNames } from '~/domain/appointments/appointment';
import { paths } from '~/paths';
import { TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { StatusChip, type StatusTone } from '~/ui/primitives/chips';
import type { AppointmentStatus } from '~db/enums';
import type { DeskAgenda, DeskAppointment } from './desk-appointments.loader.server';
import type { DeskActionData } from './desk-parts';

const tones: Readonly<Record<AppointmentStatus, StatusTone>> = {
  requested: 'waiting',
  confirmed: 'moving',
  done: 'done',
  cancelled: 'off',
};

type FormProps = {
  appointment: DeskAppointment;
  /** URL of the day or of the visit, which takes its forms. */
  action: string;
};

/** What an operator can do about a visit: a button for each next status; calling off takes a reason. */
export function NextForms({ appointment: { id, version, next, name }, action }: FormProps) {
  const hidden = (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  );
  const whose = <span className="visually-hidden">{` the visit of ${name}`}</span>;
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
        <details>
          <summary className="action-link">Call off{whose}</summary>
          <form method="post" action={action} className="inline-form">
            {hidden}
            <div className="field">
              <label htmlFor={`reason-${id}`}>Reason, for the customer</label>
              <input id={`reason-${id}`} name="reason" maxLength={longestText.reason} />
            </div>
            <Button kind="danger" name="status" value="cancelled">
              Call off
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
        <a href={phoneHref}>{phone}</a> · <a href={chatHref}>WhatsApp</a>
        {isSuspect && ' · Perhaps spam'}
        {cancelReason && ` · “${cancelReason}”`}
      </small>
    </>
  );
}

type AgendaProps = { agenda: DeskAgenda; rejected: DeskActionData | undefined };

/** The day view of visits, by branch and time, below what waits (docs/product.md, "Appointments"). */
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
              <li key={id}>
                <div>
                  <h4>
                    <a href={dayHref}>{name}</a>
                  </h4>
                  <p className="note">{`${what} · ${when} · ${branch}`}</p>
                </div>
              </li>
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
                <StatusChip tone={tones[appointment.status]}>{statusNames[appointment.status]}</StatusChip>
                <NextForms appointment={appointment} action={paths.desk({ show: 'appointments', day })} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
