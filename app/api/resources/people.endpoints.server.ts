import { z } from 'zod';
import { findRequestsAmong } from '~/domain/desk/request.queries.server';
import { deskPageSize } from '~/domain/moderation/moderation';
import { findPersonToForget, forgetPerson } from '~/domain/people/forget-person.server';
import {
  countItems,
  findOwnOffers,
  findPeople,
  findPerson,
  maxContactLength,
  maxPeople,
  personNotFound,
  selectOwnRequests,
  validateContact,
} from '~/domain/people/person.server';
import type { Command } from '~/domain/shared/command.server';
import { checkText, failType, requiredText } from '~/domain/shared/fields.server';
import { err, ok } from '~/domain/shared/result';
import { roles } from '~db/enums';
import { defineEndpoint, type Endpoint, idParam, jsonBody, noInput, team } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { pageParameters, respondWithPage } from '../lists.server';
import { respondWithDeleted, respondWithError, respondWithItem } from '../respond.server';
import { count, isoDateTime, listExample, listShape, removed, removedExample, rupees } from '../schemas.server';
import { deskJson, deskRequest, listedExample } from './request.endpoints.server';

const match = z.object({
  _id: z.string(),
  id: z.string().meta({ description: 'Id of an account, a request or a conversation of theirs.' }),
  name: z.string().meta({ description: 'Name under which they wrote, or of their account.' }),
});
const ownAccount = z.object({ id: z.string(), name: z.string(), role: z.enum(roles), createdAt: isoDateTime });
const offer = z.object({
  id: z.string(),
  name: z.string().meta({ description: 'What is offered, as screens show it.' }),
  price: rupees,
  createdAt: isoDateTime,
  soldAt: isoDateTime.nullable().meta({ description: 'When it was sold, in UTC; null while it is for sale.' }),
});
const counts = z.object({
  message: count.meta({ description: 'Messages to the business.' }),
  service: count.meta({ description: 'Service requests.' }),
  appointment: count.meta({ description: 'Visits.' }),
  feedback: count.meta({ description: 'Feedback under their name.' }),
  lead: count.meta({ description: 'Requests with a next step.' }),
  conversation: count.meta({ description: 'Conversations with sellers and buyers, which operators do not read.' }),
  listing: count.meta({ description: 'Listings and used vehicles of theirs.' }),
  account: count.meta({ description: 'Accounts of theirs.' }),
});

const person = listShape('requests', deskRequest)
  .extend({
    ...match.shape,
    emails: z.array(z.string()).meta({ description: 'Their email addresses, in lower case.' }),
    phones: z.array(z.string()).meta({ description: 'Their phone numbers.' }),
    accounts: z.array(ownAccount).meta({ description: 'Their accounts.' }),
    counts: counts.meta({ description: 'How much of each kind is theirs.' }),
    offers: z.array(offer).meta({ description: 'What they sell or sold: the newest 20.' }),
  })
  .meta({ id: 'Person' });

const matchExample = { ...removedExample, name: 'Asha Rao' };
const contact = z.string().max(maxContactLength).meta({ description: 'Email address or phone number, whole.' });
const example = { contact: 'asha@example.com' };
/** It writes nothing. */
const searchPeople: Command<{ contact: string }, { id: string; name: string }[]> = {
  name: 'search-people',
  schema: () =>
    z.object({
      contact: z
        .string(failType('Contact', { code: 'not_text', values: { label: 'Contact' } }))
        .superRefine(checkText(validateContact)),
    }),
  limit: 'write',
  run: ({ contact: typed }, { db }) => ok(findPeople(db, typed)),
};

type Forgetting = { id: string; contact: string };

/** What is deleted is in writes of its own, before; this one keeps the response for a request that is repeated. */
const reportForgotten: Command<Forgetting, { id: string }> = {
  name: 'forget-person',
  schema: () => z.object({ id: z.string(), contact: requiredText('Contact', maxContactLength) }),
  limit: 'write',
  run: ({ id }) => ok({ id }),
};

const all = { ...noInput, subject: 'people', access: team('read') } as const;

/** docs/product.md, "People". */
export const peopleEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'findPeople',
    method: 'POST',
    path: '/desk/people/search',
    summary: 'Find people by an email address or a phone number',
    description: `Up to ${maxPeople}, one for each name. By POST, so that no address is in the log of a proxy.`,
    body: jsonBody(() => z.object({ contact }), example),
    response: { status: 200, data: z.object({ people: z.array(match) }), example: { people: [matchExample] } },
    async handler(context, { body }) {
      const result = await runEndpointCommand(context, searchPeople, body);
      return respondWithItem(result, (people) => ({ people: people.map(({ id, name }) => ({ _id: id, id, name })) }));
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'getPerson',
    method: 'GET',
    path: '/desk/people/{id}',
    summary: 'Retrieve a person with their requests, newest first',
    description: 'By the id of an account, a request or a conversation of theirs. Not by anonymous feedback.',
    params: idParam,
    query: z.object(pageParameters(deskPageSize)),
    response: {
      status: 200,
      data: person,
      example: {
        ...matchExample,
        emails: [example.contact],
        phones: ['+91 98200 12345'],
        accounts: [],
        counts: {
          ...{ message: 1, service: 0, appointment: 0, feedback: 0 },
          ...{ lead: 0, conversation: 0, listing: 0, account: 0 },
        },
        offers: [],
        ...listExample('requests', listedExample),
      },
    },
    rejections: { 404: ['person_not_found'] },
    handler(context, { params, query: { page, limit } }) {
      const { db } = context.runtime;
      const stored = findPerson(db, params.id);
      if (!stored) return respondWithError(personNotFound);
      const { id, name, emails, phones, accounts } = stored;
      const own = countItems(db, stored);
      const total = own.message + own.service + own.appointment + own.feedback;
      const { items, pagination } = findRequestsAmong(db, selectOwnRequests(stored), total, page, limit);
      return respondWithPage(context, pagination, {
        ...{ _id: id, id, name, emails, phones, counts: own, offers: findOwnOffers(db, stored) },
        accounts: accounts.map(({ id: account, name: called, role, createdAt }) => ({
          ...{ id: account, name: called, role, createdAt },
        })),
        requests: items.map(deskJson),
        pagination,
      });
    },
  }),
  defineEndpoint({
    ...all,
    access: team('erase'),
    operationId: 'forgetPerson',
    method: 'POST',
    path: '/desk/people/{id}/forget',
    summary: 'Delete all of a person for good',
    description:
      'Accounts, requests, listings, mails and their side of conversations. Needs a sign-in of the last ten minutes, or an access token with `write` and `desk`. It is done in many small writes: after a broken connection, send it again with the same key.',
    params: idParam,
    hasNoVersion: true,
    body: jsonBody(
      () => z.object({ contact: contact.meta({ description: 'An email or phone number of theirs, to confirm it.' }) }),
      example,
    ),
    response: { status: 200, data: removed, example: removedExample, message: 'All of this person is deleted.' },
    rejections: {
      403: ['fresh_password_required'],
      404: ['person_not_found'],
      409: ['person_of_the_team'],
      422: ['invalid_fields'],
    },
    async handler(context, { params, body }) {
      const { runtime, actor, now, isDryRun } = context;
      const result = await runEndpointCommand(context, reportForgotten, { ...body, ...params }, body, async (input) => {
        const by = { db: runtime.db, actor, now };
        const { id, contact: confirmation } = input;
        const forgotten = isDryRun
          ? findPersonToForget(id, confirmation, by)
          : await forgetPerson(id, confirmation, by);
        return forgotten.ok ? ok(input) : err(forgotten.error);
      });
      return respondWithDeleted(result, 'All of this person is deleted.');
    },
  }),
];
