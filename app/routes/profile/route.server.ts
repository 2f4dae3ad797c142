import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect, type SerializeFrom } from '@remix-run/node';
import { findRecoveryState } from '~/domain/accounts/recovery-codes.server';
import { type ListedAppointment, toListedAppointment } from '~/domain/appointments/appointment';
import { findUpcomingAppointments } from '~/domain/appointments/appointment.queries.server';
import { findInbox, findOffersInInbox } from '~/domain/conversations/inbox.queries.server';
import { findListingNews, findUnconfirmedListings } from '~/domain/listings/seller-notices.server';
import type { News } from '~/domain/moderation/moderation';
import { findDeletedReviews } from '~/domain/reviews/review.queries.server';
import { toDay } from '~/domain/shared/dates';
import { createFormActions } from '~/submit/form.server';
import { paths, profileViews } from '~/paths';
import type { InboxEntry } from '~/ui/lists/conversations';
import { createInboxEntries } from '~/ui/lists/inbox-rows.server';
import { requireAccount } from './account.server';
import { action as saveProfile, loader as loadEdit } from './edit/route.server';

export type ProfileNews = {
  messages: InboxEntry[];
  listings: News[];
  reviews: News[];
  visits: ListedAppointment[];
};

const maxNews = 3;

/** Edit Profile has this address too (docs/product.md, "Profile"). */
const isEditing = ({ url }: Request): boolean => new URL(url).searchParams.has('edit');

/** Where a screen is that used to be a view of this one: bookmarks and forms still have its `?show=`. */
function findMovedView({ url }: Request): string | null {
  const { searchParams } = new URL(url);
  const name = searchParams.get('show');
  if (name === 'messages') return paths.messages();
  const view = profileViews.find((one) => one === name);
  if (!view) return null;
  searchParams.delete('show');
  return paths.profileView(view, Object.fromEntries(searchParams));
}

function loadProfile({ request, context: { runtime } }: LoaderFunctionArgs) {
  const moved = findMovedView(request);
  if (moved) throw redirect(moved, 301);
  const { db, clock } = runtime;
  const { user, actor, account } = requireAccount(request, runtime);
  const now = clock();
  const unread = findInbox(db, actor, { filter: 'new', page: 1 }).items.slice(0, maxNews);
  const news: ProfileNews = {
    messages: createInboxEntries(unread, findOffersInInbox(db, unread), now),
    listings: findListingNews(db, actor, now).slice(0, maxNews),
    reviews: findDeletedReviews(db, user.id, now).slice(0, maxNews),
    visits: findUpcomingAppointments(db, user.id, now).map((one) => toListedAppointment(one, toDay(now))),
  };
  return json({
    account,
    recovery: findRecoveryState(db, user.id),
    unconfirmed: findUnconfirmedListings(db, actor, now),
    news,
  });
}

export const loader = (sent: LoaderFunctionArgs) => (isEditing(sent.request) ? loadEdit(sent) : loadProfile(sent));

export type ProfileData = SerializeFrom<typeof loadProfile>;

const rejectForm = createFormActions(() => null, {});

/** For forms of pages that were open when the views moved: the profile itself has none. */
export const action = (sent: ActionFunctionArgs): Promise<Response> | Response => {
  if (isEditing(sent.request)) return saveProfile(sent);
  const moved = findMovedView(sent.request);
  return moved ? redirect(moved, 308) : rejectForm(sent);
};
