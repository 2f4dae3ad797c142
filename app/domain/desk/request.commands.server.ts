import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { RequestKind } from '~db/enums';
import { users } from '~db/schema/accounts';
import { deskFollowUps, deskNotes, deskRequests } from '~db/schema/desk';
import { changeAppointment } from '../appointments/appointment.commands.server';
import { addDeskReply } from '../conversations/add-message.server';
import { findLastMessage } from '../conversations/conversation.queries.server';
import { type AppError, encodeReason, err, invalid, ok, type Result } from '../shared/result';
import { changeFeedback } from '../feedback/feedback.server';
import { toReference } from '../messages/message';
import { changeMessage } from '../messages/message.commands.server';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { setSenderBlocked } from '../moderation/blocked-contacts.server';
import { changeService } from '../services/service.commands.server';
import type { SignedInUser } from '../shared/actor';
import { type Command, type CommandContext, defineCommand } from '../shared/command.server';
import { failNumberType, failWith, requiredText, textUpTo, yesOrNo } from '../shared/fields.server';
import { getGrant, requirePermission } from '../shared/permissions';
import { checkInput } from '../shared/run-command.server';
import { dayMs, isDay } from '../shared/dates';
import { toLines } from '../shared/text';
import {
  allRequestStatuses,
  answeredStatuses,
  type DeskRequest,
  endedStatuses,
  maxNextStepLength,
  maxNoteLength,
  maxSelected,
  requestStatuses,
  resolvedStatuses,
} from './request';
import { findDeskRequest } from './request.queries.server';
import { deskReplyText } from './saved-replies.server';

/* Status and priority are changed by the commands of each kind, so that their rules apply here too. */

export const requestNotFound: AppError = { kind: 'not-found', code: 'request_not_found' };

function findRequestToHandle(
  id: string,
  { db, actor }: CommandContext,
): Result<{ request: DeskRequest; operator: SignedInUser }> {
  const operator = requirePermission(actor, 'answer');
  if (!operator.ok) return operator;
  const request = findDeskRequest(db, id);
  return request ? ok({ request, operator: operator.value }) : err(requestNotFound);
}

const titles: Readonly<Record<RequestKind, string>> = {
  message: 'Message',
  service: 'Service request',
  feedback: 'Feedback',
  appointment: 'Visit',
};

/** Logs an action on a request under its reference: sender and content are confidential. */
const logAction = ({ id, kind }: DeskRequest, action: string, context: CommandContext): void =>
  recordAuditEvent(context, { subject: kind, subjectId: id, title: `${titles[kind]} ${toReference(id)}`, action });

function reloadRequest({ db }: CommandContext, id: string): Result<DeskRequest> {
  const stored = findDeskRequest(db, id);
  return stored ? ok(stored) : err(requestNotFound);
}

function runNested<Input>(command: Command<Input, unknown>, fields: unknown, context: CommandContext): Result<unknown> {
  const input = checkInput(command, fields, context.now);
  return input.ok ? command.run(input.value, context) : input;
}

type Change = { status?: string | undefined; response?: string };

function changeByKind({ id, kind }: DeskRequest, change: Change, context: CommandContext): Result<unknown> {
  const fields = { ...change, id };
  if (kind === 'message') return runNested(changeMessage, fields, context);
  if (kind === 'service') return runNested(changeService, fields, context);
  if (kind === 'appointment') return runNested(changeAppointment, fields, context);
  return runNested(changeFeedback, fields, context);
}

type Reply = { id: string; text: string; seen?: number | undefined; resolve: boolean };

/** Operators only. @returns a conflict if there are new messages since the operator loaded it, or it is full */
export const replyToRequest = defineCommand<Reply, DeskRequest>({
  name: 'reply-to-request',
  schema: () =>
    z.object({
      id: z.string(),
      text: deskReplyText,
      seen: z
        .int(failNumberType('Seen', { code: 'not_whole', values: { label: 'Seen' } }))
        .optional()
        .meta({
          description:
            'Id of the last message that was read; 0 before the first. The reply is rejected if there is a newer one.',
        }),
      resolve: yesOrNo('Resolve').default(false).meta({
        description: 'Whether the reply resolves a message or feedback; a service request or visit keeps its status.',
      }),
    }),
  limit: 'write',
  run({ id, text, seen, resolve }, context) {
    const lookup = findRequestToHandle(id, context);
    if (!lookup.ok) return lookup;
    const { request, operator } = lookup.value;
    if (seen !== undefined && seen < findLastMessage(context.db, id)) {
      return err({ kind: 'conflict', code: 'new_message_arrived' });
    }
    const isNew = request.status === requestStatuses[request.kind][0];
    const answered = isNew ? answeredStatuses[request.kind] : undefined;
    const status = (resolve ? resolvedStatuses[request.kind] : undefined) ?? answered;
    // Feedback stores its latest response in a field, and changing that field writes the reply.
    if (request.kind === 'feedback') {
      const changed = changeByKind(request, { status, response: text }, context);
      return changed.ok ? reloadRequest(context, id) : changed;
    }
    const written = addDeskReply(context, { requestId: id, text, operatorId: operator.id });
    if (!written.ok) return written;
    const changed =
      status === undefined || status === request.status ? written : changeByKind(request, { status }, context);
    if (!changed.ok) return changed;
    logAction(request, 'answered', context);
    return reloadRequest(context, id);
  },
});

export const addNote = defineCommand<{ id: string; note: string }, DeskRequest>({
  name: 'add-note',
  schema: () => z.object({ id: z.string(), note: requiredText('Note', maxNoteLength, toLines) }),
  limit: 'write',
  run({ id, note }, context) {
    const lookup = findRequestToHandle(id, context);
    if (!lookup.ok) return lookup;
    const { request, operator } = lookup.value;
    context.db
      .insert(deskNotes)
      .values({ requestId: id, operatorId: operator.id, text: note, createdAt: context.now.toISOString() })
      .run();
    logAction(request, 'note added', context);
    return ok(request);
  },
});

const findOperator = ({ db }: CommandContext, id: string): { name: string } | undefined =>
  db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.id, id), ne(users.role, 'user'), isNull(users.blockedAt)))
    .get();

function assign(request: DeskRequest, assignee: string | null, context: CommandContext): Result<null> {
  if ((request.assignee?.id ?? null) === assignee) return ok(null);
  const operator = assignee === null ? null : findOperator(context, assignee);
  if (operator === undefined) return invalid({ assignee: { code: 'not_an_operator' } });
  context.db.update(deskRequests).set({ assigneeId: assignee }).where(eq(deskRequests.id, request.id)).run();
  logAction(request, operator ? `assigned to ${operator.name}` : 'unassigned', context);
  return ok(null);
}

const status = z
  .string(failWith({ code: 'not_text', values: { label: 'Status' } }))
  .refine(
    (text) => allRequestStatuses.includes(text),
    failWith({ code: 'not_one_of', values: { label: 'Status', options: allRequestStatuses.join(', ') } }),
  );
const assignee = z.string(failWith({ code: 'not_an_operator' })).nullable();

type Handling = {
  status?: string | undefined;
  assignee?: string | null | undefined;
  isFlagged?: boolean | undefined;
  isSpam?: boolean | undefined;
  nextStep?: string | null | undefined;
  dueOn?: string | null | undefined;
  /** True ends it, or only its waiting if it ends with a visit or service; false takes that back. */
  isDone?: boolean | undefined;
};

const dueDay = z.string(failWith({ code: 'due_day_invalid' })).refine(isDay, failWith({ code: 'due_day_invalid' }));

const handlingFields = {
  status: status.optional(),
  assignee: assignee.optional(),
  isFlagged: yesOrNo('Important').optional().meta({ description: 'Set by operators alone.' }),
  isSpam: yesOrNo('Spam').optional().meta({
    description: 'Ends the request, and blocks its sender; false takes both back.',
  }),
  isDone: yesOrNo('Done')
    .optional()
    .meta({ description: 'Whether nothing is to be done about it any more; a visit keeps its status.' }),
  nextStep: textUpTo('Next step', maxNextStepLength)
    .transform((text) => text || null)
    .nullable()
    .optional(),
  dueOn: dueDay.nullable().optional().meta({ description: 'Day of the next step; required with one.' }),
};

function setFollowUp(request: DeskRequest, handling: Handling, { db }: CommandContext): Result<null> {
  const { isFlagged = request.isFlagged, isSpam = request.isSpam, nextStep = request.nextStep } = handling;
  const dueOn = nextStep === null ? null : handling.dueOn === undefined ? request.dueOn : handling.dueOn;
  if (nextStep !== null && dueOn === null) return invalid({ dueOn: { code: 'required', values: { label: 'On' } } });
  const followUp = { isFlagged, isSpam, nextStep, dueOn };
  db.insert(deskFollowUps)
    .values({ requestId: request.id, ...followUp })
    .onConflictDoUpdate({ target: deskFollowUps.requestId, set: followUp })
    .run();
  return ok(null);
}

const describeFollowUp = (request: DeskRequest, { isFlagged, isSpam, nextStep, dueOn }: Handling): string[] => [
  ...(isFlagged !== undefined && isFlagged !== request.isFlagged ? [isFlagged ? 'flagged' : 'flag removed'] : []),
  ...(isSpam !== undefined && isSpam !== request.isSpam ? [isSpam ? 'spam' : 'not spam'] : []),
  ...((nextStep !== undefined && nextStep !== request.nextStep) || (dueOn !== undefined && dueOn !== request.dueOn)
    ? [nextStep === null ? 'next step removed' : 'next step set']
    : []),
];

/** Since the customer's first message after the last reply. */
const unansweredSince = sql`(SELECT coalesce(
    (SELECT min(m.created_at) FROM conversation_messages m WHERE m.conversation_id = desk_requests.id
        AND m.side = 'buyer' AND +m.id > coalesce((SELECT max(a.id) FROM conversation_messages a
          WHERE a.conversation_id = desk_requests.id AND a.side = 'seller'), 0)),
    desk_requests.created_at))`;

const setWaiting = (id: string, isWaiting: boolean, { db }: CommandContext): void => {
  db.update(deskRequests)
    .set({ waitingSince: isWaiting ? unansweredSince : null })
    .where(eq(deskRequests.id, id))
    .run();
};

/** Clerks block for a day. */
const findBlockEnd = ({ actor, now }: CommandContext): string | null =>
  actor.user && getGrant(actor.user.role, 'block') === 'day' ? new Date(now.getTime() + dayMs).toISOString() : null;

function end(request: DeskRequest, context: CommandContext): Result<null> {
  const [first = ''] = endedStatuses[request.kind];
  if (!endedStatuses[request.kind].includes(request.status)) {
    const changed = changeByKind(request, { status: first }, context);
    if (!changed.ok) return changed;
  }
  setWaiting(request.id, false, context);
  return ok(null);
}

function finish(request: DeskRequest, context: CommandContext): Result<null> {
  const next = resolvedStatuses[request.kind];
  if (next !== undefined && next !== request.status) {
    const changed = changeByKind(request, { status: next }, context);
    if (!changed.ok) return changed;
  }
  setWaiting(request.id, false, context);
  return ok(null);
}

function reopen(request: DeskRequest, context: CommandContext): Result<null> {
  const next = requestStatuses[request.kind][0];
  // What was called off is not called back: its customer knows it, and its place may be taken.
  const returns = request.kind === 'message' || request.kind === 'feedback';
  if (returns && endedStatuses[request.kind].includes(request.status)) {
    const changed = changeByKind(request, { status: next }, context);
    if (!changed.ok) return changed;
  }
  setWaiting(request.id, true, context);
  return ok(null);
}

function handle(request: DeskRequest, handling: Handling, context: CommandContext): Result<null> {
  const { status: next, assignee: operator, isSpam, isDone } = handling;
  if (next !== undefined && next !== request.status) {
    if (!requestStatuses[request.kind].includes(next)) {
      const values = { request: `${titles[request.kind]} ${toReference(request.id)}`, status: next };
      return invalid({ status: { code: 'status_of_another_kind', values } });
    }
    const changed = changeByKind(request, { status: next }, context);
    if (!changed.ok) return changed;
  }
  const actions = describeFollowUp(request, handling);
  if (actions.length > 0) {
    const set = setFollowUp(request, handling, context);
    if (!set.ok) return set;
    if (isSpam !== undefined && isSpam !== request.isSpam) {
      setSenderBlocked(context, request.id, { isBlocked: isSpam, until: findBlockEnd(context) });
      const changed = isSpam ? end(request, context) : reopen(request, context);
      if (!changed.ok) return changed;
    }
  }
  if (isDone !== undefined) {
    const changed = isDone ? finish(request, context) : reopen(request, context);
    if (!changed.ok) return changed;
    actions.push(isDone ? 'done' : 'opened again');
  }
  for (const action of actions) logAction(request, action, context);
  return operator === undefined ? ok(null) : assign(request, operator, context);
}

export const handleRequest = defineCommand<Handling & { id: string }, DeskRequest>({
  name: 'handle-request',
  schema: () => z.object({ id: z.string(), ...handlingFields }),
  limit: 'write',
  run({ id, ...handling }, context) {
    const lookup = findRequestToHandle(id, context);
    if (!lookup.ok) return lookup;
    const handled = handle(lookup.value.request, handling, context);
    return handled.ok ? reloadRequest(context, id) : handled;
  },
});

const nothingSelected = failWith({ code: 'no_request_selected' });

/** All requests change, or none: the error names the first that cannot have the status. */
export const handleRequests = defineCommand<Handling & { chosen: string[] }, { requests: number }>({
  name: 'handle-requests',
  schema: () =>
    z
      .object({
        chosen: z
          .array(z.string(), nothingSelected)
          .min(1, nothingSelected)
          .max(maxSelected, failWith({ code: 'too_many_requests_selected', values: { most: maxSelected } })),
        ...handlingFields,
      })
      .superRefine(({ chosen: _chosen, ...changes }, context) => {
        if (Object.values(changes).every((change) => change === undefined)) {
          context.addIssue({ code: 'custom', path: ['status'], message: encodeReason({ code: 'no_change_selected' }) });
        }
      }),
  limit: 'write',
  run({ chosen, ...handling }, context) {
    const operator = requirePermission(context.actor, 'answer');
    if (!operator.ok) return operator;
    const ids = [...new Set(chosen)];
    for (const id of ids) {
      const lookup = findRequestToHandle(id, context);
      const handled = lookup.ok ? handle(lookup.value.request, handling, context) : lookup;
      if (!handled.ok) return handled;
    }
    return ok({ requests: ids.length });
  },
});
