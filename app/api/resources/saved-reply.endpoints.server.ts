import { z } from 'zod';
import type { SavedReply } from '~/domain/desk/request';
import {
  allSavedReplies,
  changeSavedReply,
  deleteSavedReply,
  findSavedReply,
  savedReplyNotFound,
  saveReply,
  savedReplyFields,
} from '~/domain/desk/saved-replies.server';
import { seenVersion } from '~/domain/shared/fields.server';
import { defineEndpoint, type Endpoint, idParam, jsonBody, noInput, operators } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { changesOf } from '../json-body.server';
import { sendCreated, sendData, sendError, sendItem, sendRemoved } from '../respond.server';
import { removed, removedExample, version } from '../shapes.server';

const savedReply = z
  .object({ _id: z.string(), id: z.string(), title: z.string(), text: z.string(), version })
  .meta({ id: 'SavedReply' });
const fields = { title: 'Opening hours', text: 'We are open from nine to seven.' };
const example = { _id: removedExample.id, id: removedExample.id, ...fields, version: 1 };
const savedReplyJson = (reply: SavedReply) => ({ _id: reply.id, ...reply });

const all = { ...noInput, subject: 'requests', access: operators } as const;
const one = { ...all, path: '/desk/saved-replies/{id}', params: idParam, rejections: [404] } as const;

/** Replies that operators write once and put into their answers. */
export const savedReplyEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listSavedReplies',
    method: 'GET',
    path: '/desk/saved-replies',
    summary: 'List the saved replies of the desk',
    response: { status: 200, data: z.object({ replies: z.array(savedReply) }), example: { replies: [example] } },
    handler: ({ runtime }) => sendData({ replies: allSavedReplies(runtime.db).map(savedReplyJson) }),
  }),
  defineEndpoint({
    ...all,
    operationId: 'saveReply',
    method: 'POST',
    path: '/desk/saved-replies',
    summary: 'Save a reply',
    body: jsonBody(() => savedReplyFields, fields),
    response: { status: 201, data: savedReply, example, message: 'The reply is saved.' },
    rejections: [409],
    handler: async (context, { body }) =>
      sendCreated(
        await runEndpointCommand(context, saveReply, body),
        savedReplyJson,
        '/api/desk/saved-replies',
        'The reply is saved.',
      ),
  }),
  defineEndpoint({
    ...one,
    operationId: 'getSavedReply',
    method: 'GET',
    summary: 'Retrieve a saved reply',
    response: { status: 200, data: savedReply, example },
    handler({ runtime }, { params }) {
      const found = findSavedReply(runtime.db, params.id);
      return found ? sendData(savedReplyJson(found)) : sendError(savedReplyNotFound);
    },
  }),
  defineEndpoint({
    ...one,
    operationId: 'changeSavedReply',
    method: 'PUT',
    summary: 'Change a saved reply',
    body: jsonBody(() => savedReplyFields.partial().extend({ version: seenVersion }), { ...fields, version: 1 }),
    response: { status: 200, data: savedReply, example: { ...example, version: 2 } },
    rejections: [404, 409],
    async handler(context, { params, body }) {
      const current = findSavedReply(context.runtime.db, params.id);
      const changes = changesOf(context, body, current && savedReplyJson(current));
      const fields = { ...(current && { title: current.title, text: current.text }), ...changes, ...params };
      return sendItem(
        await runEndpointCommand(context, changeSavedReply, fields, { ...body, ...params }),
        savedReplyJson,
      );
    },
  }),
  defineEndpoint({
    ...one,
    operationId: 'deleteSavedReply',
    method: 'DELETE',
    summary: 'Delete a saved reply',
    response: { status: 200, data: removed, example: removedExample, message: 'The saved reply has been deleted.' },
    handler: async (context, { params }) =>
      sendRemoved(await runEndpointCommand(context, deleteSavedReply, params), 'The saved reply has been deleted.'),
  }),
];
