import {
  type Appointment,
  formatAppointmentTitle,
  formatSlot,
  nextStatuses,
  statusNames,
} from '~/domain/appointments/appointment';
import { changeAppointment } from '~/domain/appointments/appointment.commands.server';
import type { DoneCode } from '~/domain/desk/done-notice';
import { toDay, toInstant } from '~/domain/shared/dates';
import { createFormAction, renameFields } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { deskPaths } from '~/paths';
import { allowTeam } from './access.server';

const toHour = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours + minutes / 60;
};

/** A visit in the agenda of its day. */
export function toAgendaRow(appointment: Appointment, now: Date) {
  const { id, version, name, status, day, starts, branch, isSuspect, cancelReason } = appointment;
  return {
    id,
    version,
    name,
    starts,
    hour: toHour(starts),
    slot: formatSlot(appointment),
    what: formatAppointmentTitle(appointment),
    branch: branch.name,
    status,
    statusText: statusNames[status],
    /** Statuses that it can be given now: a visit that is ahead cannot have been made. */
    next: nextStatuses[status].filter((next) => next !== 'done' || day <= toDay(now)),
    hasBegun: toInstant(day, starts) <= now,
    isSuspect,
    cancelReason,
    href: deskPaths.customer(id),
  };
}
export type AgendaRow = ReturnType<typeof toAgendaRow>;

const doneCodes: Readonly<Record<string, DoneCode>> = {
  confirmed: 'visit_confirmed',
  done: 'visit_done',
  cancelled: 'visit_cancelled',
};

/** Confirms, ends or cancels one visit of a page that lists several. */
export const visitAction = createFormAction({
  access: allowTeam('visits'),
  values: selectFields(['id', 'status', 'reason', 'version']),
  command: changeAppointment,
  decode: ({ values }) => ({
    id: values.id ?? '',
    status: values.status,
    reason: values.reason ?? '',
    version: Number(values.version),
  }),
  onSuccess: ({ name, status }, { url }) => ({
    to: url.pathname + url.search,
    done: { code: doneCodes[status] ?? 'saved', values: { name } },
  }),
  // Each visit of the page has a field of its own for it.
  redisplay: ({ values }, error) => ({ error: renameFields(error, { reason: `reason-${values.id}` }) }),
});
