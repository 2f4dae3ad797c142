import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import { changeAppointment } from '~/domain/appointments/appointment.commands.server';
import { findLastMessage, findMessagesInConversation } from '~/domain/conversations/conversation.queries.server';
import { type DeskRequest, resolvedStatuses, waitingView } from '~/domain/desk/request';
import { addNote, handleRequest, replyToRequest } from '~/domain/desk/request.commands.server';
import {
  findDeskRequest,
  findNotes,
  findQueuePosition,
  findRequests,
  findRequestsAmong,
  findTextOfRequest,
} from '~/domain/desk/request.queries.server';
import { findSavedReplies, findSavedReply } from '~/domain/desk/saved-replies.server';
import { findLeadSource } from '~/domain/figures/lead-sources.server';
import { changeFeedback } from '~/domain/feedback/feedback.server';
import { toReference } from '~/domain/messages/message';
import { changeMessage, changeMessageTags, deleteMessage } from '~/domain/messages/message.commands.server';
import { findAuditEventsOfItem } from '~/domain/moderation/audit-log.queries.server';
import { findSenderOfRequest } from '~/domain/moderation/blocked-contacts.server';
import { formatAge, isOverdue } from '~/domain/moderation/moderation';
import { changeService } from '~/domain/services/service.commands.server';
import { findOwnOffers, findPerson, selectOwnRequests } from '~/domain/people/person.server';
import { formatDate, formatTimestamp, toDay } from '~/domain/shared/dates';
import { formatRupees } from '~/domain/shared/money';
import { createPhoneHref, createWhatsappHref } from '~/domain/shared/phone';
import { ok } from '~/domain/shared/result';
import { site } from '~/domain/shared/site';
import type { Runtime } from '~/http/runtime.server';
import { readPageNumber } from '~/http/url-params';
import { createFormAction, createFormActions, type FormPost, renameFields } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { generateIdempotencyKey, showUnfinishedForm } from '~/submit/form-response.server';
import { deskPaths, paths } from '~/paths';
import { formatWritten, type ThreadMessage } from '~/ui/lists/conversations';
import { isRequestKind } from '~db/enums';
import { allowTeam, confirmPassword, requireDesk } from '../../access.server';
import { createOperatorChoices, createQueueRows, type QueueFilter, readQueueFilter } from '../../queue.server';
import { openRequestForms } from './request-forms.server';

const rowsBeside = 9;
const repliesShown = 3;
const requestsOfPerson = 4;
const offersOfPerson = 2;

/** Text typed before a saved reply was chosen, followed by that reply. */
function createDraft({ db }: Runtime, { searchParams }: URL): string {
  const saved = searchParams.get('saved');
  const inserted = saved === null ? undefined : findSavedReply(db, saved)?.text;
  return [searchParams.get('text')?.trim(), inserted].filter(Boolean).join('\n\n');
}

function loadThread({ db, clock }: Runtime, { id, kind, name, createdAt }: DeskRequest, page: number) {
  const now = clock();
  const customer = name ?? 'The customer';
  const { items, pagination } = findMessagesInConversation(db, id, page);
  const messages: ThreadMessage[] = items.map((message) => ({
    id: message.id,
    isOwn: message.side === 'seller',
    author: message.side === 'seller' ? (message.operatorName ?? site.name) : customer,
    text: message.text,
    written: formatWritten(message.createdAt, now),
  }));
  const text = findTextOfRequest(db, { id, kind });
  const first = { id: 'first', isOwn: false, author: customer, written: formatWritten(createdAt, now) };
  return {
    // The customer's first message is on the last page, which has the oldest messages.
    messages: text && page >= pagination.pages ? [{ ...first, text }, ...messages] : messages,
    page,
    pages: pagination.pages,
    /** Id of the last message: a reply is refused once there is a newer one. */
    seen: findLastMessage(db, id),
  };
}

/** What else the person wrote, booked or offers; null where no name was left. */
function loadPerson({ db }: Runtime, id: string) {
  const person = findPerson(db, id);
  if (!person || person.name === '') return null;
  const { items } = findRequestsAmong(db, selectOwnRequests(person), requestsOfPerson + 1, 1);
  return {
    since: person.accounts[0] ? formatDate(person.accounts[0].createdAt) : null,
    requests: items
      .filter((request) => request.id !== id)
      .slice(0, requestsOfPerson)
      .map((request) => ({
        id: request.id,
        kind: request.kind,
        subject: request.subject,
        status: request.status,
        day: formatDate(request.createdAt),
      })),
    offers: findOwnOffers(db, person)
      .slice(0, offersOfPerson)
      .map(({ id: offer, name, price, createdAt, soldAt }) => ({
        id: offer,
        href: paths.vehicle(offer),
        text: `${soldAt === null ? 'Sells' : 'Sold'} ${name}, ${formatRupees(price)}`,
        day: formatDate(createdAt),
      })),
  };
}

function loadContact({ db }: Runtime, id: string) {
  const sender = findSenderOfRequest(db, id);
  const { email = null, phone = null } = sender ?? {};
  return {
    email,
    phone,
    phoneHref: phone === null ? undefined : createPhoneHref(phone),
    chatHref: phone === null ? undefined : createWhatsappHref(phone),
    hasAccount: sender?.userId != null,
  };
}

function loadQueueBeside(runtime: Runtime, filter: QueueFilter, operatorId: string) {
  const { items, pagination } = findRequests(
    runtime.db,
    {
      kind: filter.kind !== undefined && isRequestKind(filter.kind) ? filter.kind : undefined,
      assignee: filter.owner === 'me' ? operatorId : filter.owner,
      status: waitingView,
    },
    { page: 1, limit: rowsBeside },
  );
  return { total: pagination.total, rows: createQueueRows(runtime, items, { filter }) };
}

/** One request with its conversation, and what is known of the customer. */
export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  const { db, clock } = runtime;
  const url = new URL(route.request.url);
  const request = findDeskRequest(db, route.params.id ?? '');
  if (!request) throw new Response(null, { status: 404 });
  const { id, kind, subject, status, name, waitingSince, assignee, isFlagged, isSpam, nextStep, dueOn } = request;
  const now = clock();
  const filter = readQueueFilter(url);
  const replies = findSavedReplies(db).map(({ id: reply, title }) => ({ id: reply, title }));
  const showsAll = url.searchParams.get('replies') === 'all';
  return json({
    filter,
    request: {
      id,
      kind,
      subject: subject,
      status,
      name: name ?? 'Anonymous',
      reference: toReference(id),
      wait: waitingSince === null ? null : formatAge(waitingSince, now),
      isLate: isOverdue(waitingSince, now),
      assignee: assignee?.id ?? '',
      isFlagged,
      isSpam,
      nextStep,
      dueOn,
      canBeResolved: resolvedStatuses[kind] !== undefined,
    },
    position: findQueuePosition(db, id),
    contact: loadContact(runtime, id),
    person: loadPerson(runtime, id),
    thread: loadThread(runtime, request, readPageNumber(url.searchParams)),
    notes: findNotes(db, id).map((note) => ({ ...note, createdAt: formatTimestamp(note.createdAt) })),
    actions: findAuditEventsOfItem(db, kind, id).map(({ id: event, operatorName, action, reason, createdAt }) => ({
      id: event,
      text: reason ? `${action} (“${reason}”)` : action,
      by: operatorName,
      when: formatTimestamp(createdAt),
    })),
    forms: openRequestForms(runtime, request),
    source: findLeadSource(db, id),
    today: toDay(now),
    operators: createOperatorChoices(runtime),
    replies: showsAll ? replies : replies.slice(0, repliesShown),
    moreReplies: showsAll ? 0 : Math.max(0, replies.length - repliesShown),
    draft: createDraft(runtime, url),
    idempotencyKey: generateIdempotencyKey(),
    beside: loadQueueBeside(runtime, filter, operator.id),
    needsPassword: !hasFreshPassword(operator, now),
    unfinished: showUnfinishedForm(route.request, runtime),
  });
}

const getId = ({ url }: Pick<FormPost, 'url'>): string => decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
const getFilter = ({ url }: Pick<FormPost, 'url'>) => readQueueFilter(url);
const getVersion = ({ values }: FormPost) => ({ id: values.id ?? '', version: Number(values.version) });

const toHere = (post: Pick<FormPost, 'url'>): string => deskPaths.customer(getId(post), getFilter(post));

const form = {
  access: allowTeam('answer'),
  values: selectFields(['form', 'version']),
  onSuccess: (_value: unknown, post: FormPost) => ({ to: toHere(post), done: { code: 'saved' } }) as const,
  redisplay: () => ({}),
};

const selectValues = (...names: string[]) => selectFields(['form', 'intent', 'version', ...names]);
const decodeOpen = (post: FormPost) => ({ ...getVersion(post), id: getId(post) });

/** On to the next of the narrowed queue, after the position that this one had. */
const toNext = (post: FormPost): string =>
  deskPaths.nextCustomer({ ...getFilter(post), after: post.fields.get('position') });

const forms = {
  reply: createFormAction({
    ...form,
    values: selectValues('text', 'seen', 'position'),
    command: replyToRequest,
    decode: (post) => ({
      id: getId(post),
      text: post.values.text,
      ...(post.values.seen && { seen: Number(post.values.seen) }),
      resolve: post.values.intent === 'next',
    }),
    onSuccess: ({ name }, post) => ({
      to: post.values.intent === 'next' ? toNext(post) : toHere(post),
      done: { code: 'answered', values: { name: name ?? 'the customer' } },
    }),
  }),
  skip: createFormAction({
    ...form,
    run: () => ok(null),
    onSuccess: (_value, post) => ({ to: toNext(post) }),
    redisplay: null,
  }),
  handling: createFormAction({
    ...form,
    values: selectValues('nextStep', 'dueOn', 'assignee', 'isFlagged'),
    command: handleRequest,
    decode: (post) => {
      const { nextStep, dueOn, assignee, isFlagged } = post.values;
      return {
        id: getId(post),
        ...(nextStep !== undefined && {
          nextStep: nextStep.trim() || null,
          dueOn: dueOn || null,
          isFlagged: isFlagged === 'on',
        }),
        ...(assignee !== undefined && { assignee: assignee || null }),
      };
    },
  }),
  spam: createFormAction({
    ...form,
    command: handleRequest,
    decode: (post) => ({ id: getId(post), isSpam: post.fields.get('isSpam') === 'true' }),
    redisplay: null,
  }),
  note: createFormAction({
    ...form,
    values: selectValues('note'),
    command: addNote,
    decode: (post) => ({ id: getId(post), note: post.values.note }),
  }),
  message: createFormAction({
    ...form,
    values: selectValues('status', 'priority'),
    command: changeMessage,
    decode: (post) => ({ ...decodeOpen(post), status: post.values.status, priority: post.values.priority }),
  }),
  tag: createFormAction({
    ...form,
    values: selectValues('tag'),
    command: changeMessageTags,
    decode: (post) => ({ ...decodeOpen(post), action: post.values.intent, tag: post.values.tag }),
  }),
  delete: createFormAction({
    ...form,
    access: { ...allowTeam('erase'), confirm: confirmPassword },
    command: deleteMessage,
    decode: decodeOpen,
    onSuccess: (_value, post) => ({ to: deskPaths.customers(getFilter(post)), done: { code: 'done' } }),
  }),
  service: createFormAction({
    ...form,
    values: selectValues('status'),
    command: changeService,
    decode: (post) => ({ ...decodeOpen(post), status: post.values.status }),
  }),
  feedback: createFormAction({
    ...form,
    values: selectValues('status', 'priority'),
    command: changeFeedback,
    decode: (post) => ({ ...decodeOpen(post), status: post.values.status, priority: post.values.priority }),
  }),
  visit: createFormAction({
    ...form,
    values: selectValues('status', 'reason'),
    command: changeAppointment,
    decode: (post) => ({ ...decodeOpen(post), status: post.values.status, reason: post.values.reason ?? '' }),
    redisplay: (_post: FormPost, error) => ({ error: renameFields(error, { reason: 'visit-reason' }) }),
  }),
};

const isForm = (name: string | null): name is keyof typeof forms => name !== null && Object.hasOwn(forms, name);

export const action = createFormActions(({ fields }) => {
  const intent = fields.get('intent');
  if (intent === 'skip') return 'skip';
  if (intent === 'next' || intent === 'keep') return 'reply';
  const name = fields.get('form');
  return isForm(name) ? name : null;
}, forms);
