import { z } from 'zod';
import { type DeskEntry, findDeskPage, getViews } from '~/domain/desk/desk.queries.server';
import {
  getModerationPermission,
  maxModerated,
  moderate,
  moderateMany,
  undoModeration,
} from '~/domain/desk/moderate.server';
import { decideOnConversation } from '~/domain/desk/reported-conversation.server';
import { findReportSummaries, type ReportSummary } from '~/domain/desk/reports.server';
import {
  deskPageSize,
  maxReasonLength,
  moderations,
  publicStatuses,
  reportedStatus,
} from '~/domain/moderation/moderation';
import { seenVersion } from '~/domain/shared/fields.server';
import { type Permission, requirePermission } from '~/domain/shared/permissions';
import { stepSize } from '~/domain/shared/steps';
import { publicSubjects, type ReportedSubject, reportedSubjects } from '~db/enums';
import { defineEndpoint, type Endpoint, jsonBody, noInput, team } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { pageParameters, respondWithPage } from '../lists.server';
import { rejectParameters, respondWithData, respondWithError, respondWithItem } from '../respond.server';
import { count, isoDateTime, listExample, listShape, nullableText, oneOf } from '../schemas.server';

const statuses = [...publicStatuses, reportedStatus, 'ended', 'all'] as const;
const actions = [...moderations, 'dismiss', 'end', 'reopen'] as const;

const entry = z
  .object({
    _id: z.string(),
    id: z.string(),
    title: z.string(),
    from: nullableText.meta({ description: 'Who published it; null for a visitor without a name.' }),
    status: z.string().meta({ description: 'One of the values of the parameter `status`.' }),
    changedAt: isoDateTime,
    version: z.int().nullable().meta({ description: 'Incremented with every change; null for a conversation.' }),
    reports: count.meta({ description: 'Number of open reports.' }),
    reasons: nullableText.meta({ description: 'Reasons of the reports with their numbers; null without a report.' }),
  })
  .meta({ id: 'ModeratedItem' });

const toEntryJson = (item: DeskEntry, reported: ReportSummary | undefined) =>
  ({
    _id: item.id,
    ...item,
    reports: reported?.count ?? 0,
    reasons: reported?.reasons ?? null,
  }) satisfies z.infer<typeof entry>;

const example = {
  _id: '8f3c2a1b9d4e',
  id: '8f3c2a1b9d4e',
  title: 'Hero Splendor Plus',
  from: 'Asha Rao',
  status: 'reported',
  changedAt: '2026-11-20T09:30:00.000Z',
  version: 1,
  reports: 2,
  reasons: 'Fraud 2',
};

const decision = z.object({
  action: z.enum(actions).meta({
    description:
      '`check`, `hide`, `restore` and `delete` are of listings, vehicles and reviews; `dismiss`, `end` and `reopen` of conversations.',
  }),
  reason: z
    .string()
    .max(maxReasonLength)
    .optional()
    .meta({ description: 'Why, for the user and the log; required with `hide`, `delete` and `end`.' }),
  version: seenVersion,
  reports: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Number of reports that you have read: 409 if there are more.' }),
});
const decided = z.object({
  _id: z.string(),
  id: z.string(),
  action: z.enum(actions).meta({ description: 'What was decided.' }),
});

const getPermission = (of: ReportedSubject): Permission =>
  of === 'conversation' ? 'reports' : getModerationPermission(of);

const subject = z.enum(reportedSubjects);
const all = { ...noInput, subject: 'reports', access: team('listings') } as const;

/** docs/product.md, "What riders publish" and "Reports". */
export const moderationEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listModerated',
    method: 'GET',
    path: '/desk/moderation',
    summary: 'List what riders published or reported, the longest waiting first',
    description: 'Reviews and conversations are for managers and owners.',
    query: z.object({
      ...pageParameters(deskPageSize),
      of: oneOf('of', reportedSubjects)
        .default('listing')
        .meta({ description: 'Which of them: `listing`, `vehicle` (used ones of users), `review` or `conversation`.' }),
      status: oneOf('status', statuses)
        .optional()
        .meta({ description: 'Without it, those that wait: `unchecked`, of conversations `reported`.' }),
    }),
    response: { status: 200, data: listShape('items', entry), example: listExample('items', example) },
    handler(context, { query: { of, status, page, limit } }) {
      const { actor, runtime } = context;
      const permitted = requirePermission(actor, getPermission(of));
      if (!permitted.ok) return respondWithError(permitted.error);
      const views = getViews(of);
      if (status !== undefined && !views.includes(status)) {
        const values = { label: 'status', options: views.join(', ') };
        return respondWithError(rejectParameters({ status: { code: 'not_one_of', values } }).error);
      }
      const { items, pagination } = findDeskPage(runtime.db, of, { status: status ?? views[0] ?? '', limit }, page);
      const ids = items.map(({ id }) => id);
      const reports = findReportSummaries(runtime.db, of, ids);
      return respondWithPage(context, pagination, {
        items: items.map((item) => toEntryJson(item, reports.get(item.id))),
        pagination,
      });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'moderateMany',
    method: 'PATCH',
    path: '/desk/moderation',
    hasNoVersion: true,
    summary: 'Approve, hide or restore several things that riders published',
    description: 'What was changed or reported since you read it is left as it is; 409 if all of them were.',
    body: jsonBody(
      () =>
        z.object({
          of: z.enum(publicSubjects).meta({ description: 'Which of them: listings, used vehicles or reviews.' }),
          action: z.enum(['check', 'hide', 'restore']).meta({ description: 'What becomes of them.' }),
          chosen: z
            .array(
              z.object({
                id: z.string(),
                version: z.int().meta({ description: 'Version that you have read.' }),
                reports: count.meta({ description: 'Number of reports that you have read.' }),
              }),
            )
            .min(1)
            .max(maxModerated)
            .meta({ description: `Up to ${maxModerated} of them, as you have read them.` }),
          reason: z
            .string()
            .max(maxReasonLength)
            .optional()
            .meta({ description: 'Why, for the users and the log; required with `hide`.' }),
        }),
      { of: 'listing', action: 'check', chosen: [{ id: example.id, version: 1, reports: 2 }] },
    ),
    response: {
      status: 200,
      data: z.object({
        decided: count.meta({ description: 'Number of those that were decided on.' }),
        left: count.meta({ description: 'Number of those that were left, because they changed since.' }),
        at: isoDateTime.meta({ description: 'Undoes it: `at` of `POST /desk/moderation/undo`.' }),
      }),
      example: { decided: 1, left: 0, at: example.changedAt },
    },
    rejections: {
      404: ['listing_not_found', 'vehicle_not_found', 'review_not_found'],
      409: ['edit_conflict', 'reported_again'],
    },
    async handler(context, { body: { of, reason = '', ...decided } }) {
      const fields = { ...decided, reason, subject: of };
      return respondWithItem(await runEndpointCommand(context, moderateMany, fields), ({ count: done, left, at }) => ({
        ...{ decided: done, left, at },
      }));
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'undoModeration',
    method: 'POST',
    path: '/desk/moderation/undo',
    summary: 'Undo what you approved or hid at a time',
    description: `Takes back up to ${stepSize} decisions: repeat with \`from\` until \`next\` is null. What was decided on again since stays.`,
    body: jsonBody(
      () =>
        z.object({
          at: z.string().meta({ description: 'As `PATCH /desk/moderation` returned it.' }),
          isChecked: z
            .boolean()
            .optional()
            .meta({ description: 'Whether they stay approved; without it, they wait to be looked at again.' }),
          from: z.int().optional().meta({ description: '`next` of the response before; without it, the first.' }),
        }),
      { at: example.changedAt },
    ),
    response: {
      status: 200,
      data: z.object({
        undone: count.meta({ description: 'Number of decisions that were taken back.' }),
        next: z.int().nullable().meta({ description: 'Where to go on, as `from`; null after the last.' }),
      }),
      example: { undone: 1, next: null },
    },
    rejections: { 409: ['nothing_to_undo'] },
    async handler(context, { body: { at, isChecked = false, from = 0 } }) {
      const result = await runEndpointCommand(context, undoModeration, { at, isChecked, from });
      return respondWithItem(result, ({ count: undone, next }) => ({ undone, next }));
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'moderate',
    method: 'PATCH',
    path: '/desk/moderation/{of}/{id}',
    hasNoVersion: true,
    summary: 'Approve, hide, restore or delete what a rider published, or decide on a reported conversation',
    description:
      'Settles its reports, is logged, and tells the user the reason. Deleting is for managers and owners, after a sign-in of the last ten minutes. Reviews and conversations are for managers and owners.',
    params: z.object({ of: subject, id: z.string() }),
    body: jsonBody(() => decision, { action: 'hide', reason: 'The photos are of another bike.', version: 1 }),
    response: { status: 200, data: decided, example: { _id: example.id, id: example.id, action: 'hide' } },
    rejections: {
      404: ['listing_not_found', 'vehicle_not_found', 'review_not_found', 'conversation_not_found'],
      409: ['edit_conflict', 'reported_again'],
    },
    async handler(context, { params: { of, id }, body }) {
      const { reason = '' } = body;
      const result =
        of === 'conversation'
          ? await runEndpointCommand(context, decideOnConversation, { ...body, reason, id })
          : await runEndpointCommand(context, moderate, { ...body, reason, subject: of, id });
      return result.ok ? respondWithData({ _id: id, id, action: result.value.action }) : respondWithError(result.error);
    },
  }),
];
