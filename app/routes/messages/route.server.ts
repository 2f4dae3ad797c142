import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { joinConversations } from '~/domain/conversations/conversation.commands.server';
import { type InboxFilter, inboxFilters } from '~/domain/conversations/conversation';
import { findInbox, findOffersInInbox } from '~/domain/conversations/inbox.queries.server';
import { anonymous } from '~/domain/shared/actor';
import { ok } from '~/domain/shared/result';
import { clearMessagesCookie } from '~/http/cookies/visitor.server';
import { getActor } from '~/http/actor.server';
import { allowAnyone, allowUser, createFormAction, createFormActions } from '~/submit/form.server';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { readPageNumber } from '~/http/url-params';
import { paths } from '~/paths';
import { createInboxEntries } from '~/ui/lists/inbox-rows.server';

export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const { db } = runtime;
  const { searchParams } = new URL(request.url);
  const actor = getActor(request, runtime);
  const now = runtime.clock();
  const requested = inboxFilters.find((one) => one === searchParams.get('show'));
  const page = readPageNumber(searchParams);
  // Conversations begun in this browser are listed apart from those of the account, which appear on all devices.
  const visitor = { ...anonymous, messagesHash: actor.messagesHash ?? null };
  const own = actor.user === null ? actor : { ...actor, messagesHash: null };
  const getPart = (filter: InboxFilter, reader = own) => {
    const { items, pagination, counts } = findInbox(db, reader, { filter, page: reader === own ? page : 1 });
    return { entries: createInboxEntries(items, findOffersInInbox(db, items), now), pages: pagination.pages, counts };
  };
  const isInGroups = actor.user === null && requested === undefined && page === 1;
  const chosenFilter = requested ?? 'all';
  return json({
    isSignedIn: actor.user !== null,
    hasMessagesCookie: Boolean(actor.messagesHash),
    idempotencyKey: generateIdempotencyKey(),
    browserGroup: actor.user !== null && actor.messagesHash && page === 1 ? getPart('buying', visitor) : null,
    filter: chosenFilter,
    page,
    view: isInGroups
      ? ({ of: 'groups', buying: getPart('buying'), selling: getPart('selling') } as const)
      : ({ of: 'list', ...getPart(chosenFilter) } as const),
  });
}

export const action = createFormActions(({ fields }) => (fields.get('intent') === 'join' ? 'join' : 'forget'), {
  forget: createFormAction({
    access: allowAnyone,
    run: () => ok(null),
    onSuccess: (_value, { request }) => ({
      to: paths.messages(),
      flash: 'messages-forgotten',
      cookies: [clearMessagesCookie(request)],
    }),
    redisplay: null,
  }),
  join: createFormAction({
    access: allowUser(() => paths.messages()),
    command: joinConversations,
    decode: () => ({}),
    onSuccess: (_value, { request }) => ({
      to: paths.messages(),
      flash: 'messages-joined',
      cookies: [clearMessagesCookie(request)],
    }),
    redisplay: null,
  }),
});
