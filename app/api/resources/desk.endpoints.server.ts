import { z } from 'zod';
import type { SavedReply } from '~/domain/desk/request';
import {
  changeSavedReply,
  deleteSavedReply,
  findSavedReplies,
  findSavedReply,
  savedReplyFields,
  savedReplyNotFound,
  saveReply,
} from '~/domain/desk/saved-replies.server';
import { countWaitingMails } from '~/domain/mail/delivery.server';
import { findUnsentMails, isMailEnabled, unsentPerPage } from '~/domain/outbox/outbox.server';
import { seenVersion } from '~/domain/shared/fields.server';
import { mailKinds, mailStates } from '~db/enums';
import { defineEndpoint, type Endpoint, idParam, jsonBody, noInput, team } from '../define-endpoint.server';
import { findChanges, runEndpointCommand } from '../endpoint-command.server';
import { respondWithPage, pageParameters } from '../lists.server';
import {
  respondWithCreated,
  respondWithData,
  respondWithDeleted,
  respondWithError,
  respondWithItem,
} from '../respond.server';
import {
  count,
  isoDateTime,
  listExample,
  listShape,
  nullableText,
  removed,
  removedExample,
  version,
} from '../schemas.server';

const unsentMail = z
  .object({
    _id: z.string(),
    id: z.string(),
    kind: z.enum(mailKinds).meta({ description: 'Event that the mail is about. Its text is not stored.' }),
    name: nullableText.meta({ description: 'Name of the account; null for a recipient without one.' }),
    address: z.string(),
    state: z.enum(mailStates).meta({ description: '`unknown`: possibly sent, and therefore not sent again.' }),
    attempts: count,
    reason: nullableText,
    settledAt: isoDateTime,
  })
  .meta({ id: 'UnsentMail' });

const unsentExample = {
  _id: removedExample.id,
  id: removedExample.id,
  kind: 'appointment',
  name: 'Asha Rao',
  address: 'asha@example.com',
  state: 'failed',
  attempts: 8,
  reason: 'The mail server did not answer.',
  settledAt: '2026-11-22T10:35:00.000Z',
};

export const mailEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...noInput,
    subject: 'requests',
    access: team('health'),
    operationId: 'listUnsentMails',
    method: 'GET',
    path: '/desk/mails',
    summary: 'List the mails that could not be sent, newest first',
    description: 'Also returns whether the site sends mail, and how many mails are waiting.',
    query: z.object(pageParameters(unsentPerPage)),
    response: {
      status: 200,
      data: listShape('mails', unsentMail).extend({ sendsMail: z.boolean(), waiting: count }),
      example: { ...listExample('mails', unsentExample), sendsMail: true, waiting: 2 },
    },
    handler(context, { query: { page, limit } }) {
      const { db } = context.runtime;
      const { items, pagination } = findUnsentMails(db, page, limit);
      const mails = items.map((mail) => ({ _id: mail.id, ...mail }));
      return respondWithPage(context, pagination, {
        mails,
        pagination,
        sendsMail: isMailEnabled(db),
        waiting: countWaitingMails(db),
      });
    },
  }),
];

const savedReply = z
  .object({ _id: z.string(), id: z.string(), title: z.string(), text: z.string(), version })
  .meta({ id: 'SavedReply' });
const replyFields = { title: 'Opening hours', text: 'We are open from nine to seven.' };
const replyExample = { _id: removedExample.id, id: removedExample.id, ...replyFields, version: 1 };
const savedReplyJson = (reply: SavedReply) => ({ _id: reply.id, ...reply });

const all = { ...noInput, subject: 'requests', access: team('replies') } as const;
const item = {
  ...all,
  path: '/desk/saved-replies/{id}',
  params: idParam,
  rejections: { 404: ['saved_reply_not_found'] },
} as const;

export const savedReplyEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    access: team('read'),
    operationId: 'listSavedReplies',
    method: 'GET',
    path: '/desk/saved-replies',
    summary: 'List saved replies',
    response: { status: 200, data: z.object({ replies: z.array(savedReply) }), example: { replies: [replyExample] } },
    handler: ({ runtime }) => respondWithData({ replies: findSavedReplies(runtime.db).map(savedReplyJson) }),
  }),
  defineEndpoint({
    ...all,
    operationId: 'saveReply',
    method: 'POST',
    path: '/desk/saved-replies',
    summary: 'Save a reply',
    body: jsonBody(() => savedReplyFields, replyFields),
    response: { status: 201, data: savedReply, example: replyExample, message: 'The reply is saved.' },
    rejections: { 409: ['too_many_saved_replies'] },
    handler: async (context, { body }) =>
      respondWithCreated(
        await runEndpointCommand(context, saveReply, body),
        savedReplyJson,
        '/api/desk/saved-replies',
        'The reply is saved.',
      ),
  }),
  defineEndpoint({
    ...item,
    access: team('read'),
    operationId: 'getSavedReply',
    method: 'GET',
    summary: 'Retrieve a saved reply',
    response: { status: 200, data: savedReply, example: replyExample },
    handler({ runtime }, { params }) {
      const found = findSavedReply(runtime.db, params.id);
      return found ? respondWithData(savedReplyJson(found)) : respondWithError(savedReplyNotFound);
    },
  }),
  defineEndpoint({
    ...item,
    operationId: 'changeSavedReply',
    method: 'PUT',
    summary: 'Change a saved reply',
    body: jsonBody(() => savedReplyFields.partial().extend({ version: seenVersion }), { ...replyFields, version: 1 }),
    response: { status: 200, data: savedReply, example: { ...replyExample, version: 2 } },
    rejections: { 404: ['saved_reply_not_found'], 409: ['edit_conflict'] },
    async handler(context, { params, body }) {
      const current = findSavedReply(context.runtime.db, params.id);
      const changes = findChanges(context, body, current && savedReplyJson(current));
      const fields = { ...(current && { title: current.title, text: current.text }), ...changes, ...params };
      return respondWithItem(
        await runEndpointCommand(context, changeSavedReply, fields, { ...body, ...params }),
        savedReplyJson,
      );
    },
  }),
  defineEndpoint({
    ...item,
    operationId: 'deleteSavedReply',
    method: 'DELETE',
    summary: 'Delete a saved reply',
    response: { status: 200, data: removed, example: removedExample, message: 'The saved reply has been deleted.' },
    handler: async (context, { params }) =>
      respondWithDeleted(
        await runEndpointCommand(context, deleteSavedReply, params),
        'The saved reply has been deleted.',
      ),
  }),
];
