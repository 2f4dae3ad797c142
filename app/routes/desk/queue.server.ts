import { formatAppointmentTitle } from '~/domain/appointments/appointment';
import { listOperators } from '~/domain/accounts/operators.server';
import type { DeskRequest } from '~/domain/desk/request';
import { findRequestLines, type RequestLine } from '~/domain/desk/request.queries.server';
import { formatAge, isOverdue } from '~/domain/moderation/moderation';
import { formatLongDay, formatTime, toDay } from '~/domain/shared/dates';
import type { Runtime } from '~/http/runtime.server';
import { deskPaths } from '~/paths';
import type { QueueRow } from './queue';

/** The narrowed queue that a page was reached by. */
export type QueueFilter = { kind?: string | undefined; owner?: string | undefined };

export function readQueueFilter({ searchParams }: URL): QueueFilter {
  const given = (name: string): string | undefined => searchParams.get(name)?.trim() || undefined;
  return { kind: given('kind'), owner: given('owner') };
}

function writeLine({ text, rating, visit }: RequestLine, today: string): string {
  if (visit) return `${formatLongDay(visit.day, today)}, ${formatTime(visit.starts)}: ${formatAppointmentTitle(visit)}`;
  return `${rating === null ? '' : `${rating} of 5: `}${text ?? 'No message'}`;
}

function describeDue(dueOn: string, today: string): string {
  if (dueOn === today) return 'due today';
  return dueOn < today ? 'overdue' : (formatLongDay(dueOn, today).split(', ')[1] ?? dueOn);
}

/** Rows of a list with what each customer wrote last. @param isLead whether the next step is shown instead */
export function createQueueRows(
  { db, clock }: Runtime,
  requests: readonly DeskRequest[],
  { filter = {}, isLead = false }: { filter?: QueueFilter; isLead?: boolean } = {},
): QueueRow[] {
  const now = clock();
  const today = toDay(now);
  const lines = findRequestLines(
    db,
    requests.map(({ id }) => id),
  );
  return requests.map(({ id, kind, name, subject, waitingSince, createdAt, isFlagged, assignee, nextStep, dueOn }) => {
    const line = lines.get(id);
    const isDue = dueOn !== null && dueOn <= today && (isLead || waitingSince === null);
    return {
      id,
      kind,
      name: name ?? 'Anonymous',
      topic: subject,
      line: isLead && nextStep !== null ? nextStep : line ? writeLine(line, today) : subject,
      href: deskPaths.customer(id, filter),
      wait: isLead && dueOn !== null ? describeDue(dueOn, today) : formatAge(waitingSince ?? createdAt, now),
      isLate: isLead ? isDue && dueOn < today : isOverdue(waitingSince, now),
      isFlagged,
      assignee: assignee?.name ?? null,
    };
  });
}

export const createOperatorChoices = ({ db }: Runtime) =>
  listOperators(db).map(({ id, name }) => ({ value: id, label: name }));
