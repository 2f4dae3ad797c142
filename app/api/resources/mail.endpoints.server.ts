import { z } from 'zod';
import { unsentMails, unsentPerPage, waitingMails } from '~/domain/mail/delivery.server';
import { sendsMail } from '~/domain/outbox/outbox.server';
import { mailKinds, mailStates } from '~db/enums';
import { defineEndpoint, type Endpoint, noInput, operators } from '../define-endpoint.server';
import { pageLinks, pageRules } from '../lists.server';
import { sendData } from '../respond.server';
import { count, isoDateTime, listExample, listOf, removedExample, words } from '../shapes.server';

const unsentMail = z
  .object({
    _id: z.string(),
    id: z.string(),
    kind: z.enum(mailKinds).meta({ description: 'What it would have told of; its words are not stored.' }),
    name: words.meta({ description: 'Of the account; null for a person without one.' }),
    address: z.string(),
    state: z.enum(mailStates).meta({ description: '`unknown`: perhaps sent, so it is not sent again.' }),
    attempts: count,
    reason: words,
    settledAt: isoDateTime,
  })
  .meta({ id: 'UnsentMail' });

const example = {
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

/** Mails that were given up, for operators. */
export const mailEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...noInput,
    subject: 'requests',
    access: operators,
    operationId: 'listUnsentMails',
    method: 'GET',
    path: '/desk/mails',
    summary: 'List the mails that could not be sent, the newest first',
    description: 'And whether the site sends any, with how many wait to be sent.',
    query: z.object(pageRules(unsentPerPage)),
    response: {
      status: 200,
      data: listOf('mails', unsentMail).extend({ sendsMail: z.boolean(), waiting: count }),
      example: { ...listExample('mails', example), sendsMail: true, waiting: 2 },
    },
    handler(context, { query: { page, limit } }) {
      const { db } = context.runtime;
      const { items, pagination } = unsentMails(db, page, limit);
      const mails = items.map((mail) => ({ _id: mail.id, ...mail }));
      return sendData(
        { mails, pagination, sendsMail: sendsMail(db), waiting: waitingMails(db) },
        { headers: pageLinks(context, pagination) },
      );
    },
  }),
];
