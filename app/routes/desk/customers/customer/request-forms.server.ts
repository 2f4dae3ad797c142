import { formatWhen, nextStatuses as nextVisitStatuses } from '~/domain/appointments/appointment';
import { findStoredAppointment } from '~/domain/appointments/appointment.queries.server';
import type { DeskRequest } from '~/domain/desk/request';
import { feedbackTypes, findFeedback } from '~/domain/feedback/feedback.server';
import { findMessage } from '~/domain/messages/message.queries.server';
import { findServiceRequest } from '~/domain/services/service.commands.server';
import { nextStatuses } from '~/domain/services/service-request';
import { formatDay } from '~/domain/shared/dates';
import type { Runtime } from '~/http/runtime.server';
import { deskPaths, paths } from '~/paths';
import { formatLabel } from '~/ui/forms/field';

type Fact = { name: string; value: string; href?: string };

const present = (facts: readonly { name: string; value: string | null | undefined; href?: string }[]): Fact[] =>
  facts.flatMap(({ value, ...fact }) => (value ? [{ ...fact, value }] : []));

/** What each kind of request has of its own, and the values of its form. */
export function openRequestForms({ db }: Runtime, { id, kind }: DeskRequest) {
  if (kind === 'message') {
    const message = findMessage(db, id);
    if (!message) return null;
    const { version, status, priority, category, tags, source } = message;
    const facts = present([
      { name: 'Category', value: formatLabel(category) },
      { name: 'Source', value: formatLabel(source) },
      { name: 'Priority', value: formatLabel(priority) },
    ]);
    return { kind, version, status, priority, tags, facts } as const;
  }
  if (kind === 'service') {
    const request = findServiceRequest(db, id);
    if (!request) return null;
    const { status, version, preferredDay, preferredTime, vehicleBrand, vehicleModel, vehicleYear } = request;
    const facts = present([
      { name: 'Vehicle', value: [vehicleBrand, vehicleModel, vehicleYear].filter(Boolean).join(' ') },
      { name: 'Plate', value: request.registrationNumber },
      { name: 'Day', value: preferredDay && formatDay(preferredDay) },
      { name: 'Time', value: preferredTime },
      { name: 'Urgency', value: formatLabel(request.urgency) },
    ]);
    return { kind, version, status, next: nextStatuses[status], facts } as const;
  }
  if (kind === 'feedback') {
    const feedback = findFeedback(db, id);
    if (!feedback) return null;
    const { version, status, priority } = feedback;
    const facts = present([
      { name: 'Type', value: feedbackTypes.find((type) => type.id === feedback.type)?.name ?? feedback.type },
      { name: 'Rating', value: `${feedback.rating} of 5` },
    ]);
    return { kind, version, status, priority, facts } as const;
  }
  const visit = findStoredAppointment(db, id);
  if (!visit) return null;
  const { version, status, day, vehicleId, vehicleName, registrationNumber, cancelReason } = visit;
  const facts = present([
    { name: 'When', value: formatWhen(visit), href: deskPaths.visits({ day }) },
    { name: 'Where', value: visit.branch.name },
    { name: 'Vehicle', value: vehicleName, ...(vehicleId && { href: paths.vehicle(vehicleId) }) },
    { name: 'Plate', value: registrationNumber },
    { name: 'Called off', value: cancelReason },
  ]);
  return { kind, version, status, next: nextVisitStatuses[status], facts } as const;
}

export type RequestForms = NonNullable<ReturnType<typeof openRequestForms>>;
