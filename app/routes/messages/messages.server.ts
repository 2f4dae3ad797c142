import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { type InboxFilter, inboxFilters } from '~/domain/inbox/inbox';
import { inboxOf, offersInInbox } from '~/domain/inbox/inbox.queries.server';
import { ok } from '~/domain/shared/result';
import { forgetMessagesCookie, getActor } from '~/http/actor.server';
import { anyone, formAction } from '~/http/form-action.server';
import { runtimeOf } from '~/http/runtime.server';
import { pageNumber } from '~/http/search-params';
import { paths } from '~/paths';
import { inboxEntries } from '~/ui/lists/inbox-rows.server';

/** One page of the inbox, or both sides of a visitor's: what the browser may read without an account. */
export function loadMessages({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const { db } = runtime;
  const { searchParams } = new URL(request.url);
  const actor = getActor(request, runtime);
  const now = runtime.clock();
  const asked = inboxFilters.find((one) => one === searchParams.get('show'));
  const page = pageNumber(searchParams);
  const partOf = (filter: InboxFilter) => {
    const { items, pagination, counts } = inboxOf(db, actor, { filter, page });
    return { entries: inboxEntries(items, offersInInbox(db, items), now), pages: pagination.pages, counts };
  };
  const isInGroups = actor.user === null && asked === undefined && page === 1;
  const shown = asked ?? 'all';
  return json({
    isSignedIn: actor.user !== null,
    isKept: Boolean(actor.messagesHash),
    shown,
    page,
    view: isInGroups
      ? ({ of: 'groups', wrote: partOf('buying'), sells: partOf('selling') } as const)
      : ({ of: 'list', ...partOf(shown) } as const),
  });
}

/** The form by which this browser forgets the conversations that it began. */
export const messagesAction = formAction({
  access: anyone,
  values: () => ({}),
  run: () => ok(null),
  onSuccess: (_value, { request }) => ({
    to: paths.messages(),
    flash: 'messages-forgotten',
    cookies: [forgetMessagesCookie(request)],
  }),
  redisplay: null,
});
