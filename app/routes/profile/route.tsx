import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { RecoveryState } from '~/domain/accounts/recovery-codes.server';
import { formatDate } from '~/domain/shared/dates';
import { formatCount } from '~/domain/shared/money';
import { paths } from '~/paths';
import { useUnreadMessages } from '~/ui/layout/layout';
import { AppointmentList, NewsList, UnconfirmedListings } from '~/ui/lists/account-lists';
import { InboxRows } from '~/ui/lists/conversations';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { FactList } from '~/ui/page/text-blocks';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import { FigureList, LinkList } from '~/ui/primitives/link-list';
import { genderLabels, notGivenText, profileLabels } from './account-fields';
import EditProfile, { meta as editMeta } from './edit/route';
import { profileHandle } from './profile-handle';
import type { loader, ProfileData, ProfileNews } from './route.server';
import { isTeamRole } from '~/domain/shared/permissions';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle = profileHandle;
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data && !('news' in data)
    ? editMeta({ matches })
    : pageMeta(matches, 'My Profile', 'Your account, listings, messages and favourites.');

/** Account Settings of docs/product.md, "Profile", and links to the user's other screens. */
const settings = (unread: number) => [
  { text: 'Edit Profile', href: paths.profileView('edit') },
  { text: 'My Favorites', href: paths.profileView('favourites') },
  { text: 'Saved searches', href: paths.searches() },
  { text: 'My Listings', href: paths.profileView('listings') },
  { text: unread > 0 ? `My Messages (${unread} new)` : 'My Messages', href: paths.messages() },
  { text: 'Blocked senders', href: paths.profileView('blocked') },
  { text: 'My Bookings', href: paths.profileView('bookings') },
  { text: 'My Reviews', href: paths.profileView('reviews') },
  { text: 'Password & Devices', href: paths.profileView('security') },
  { text: 'Access Tokens', href: paths.profileView('tokens') },
  { text: 'Webhooks', href: paths.profileView('webhooks') },
];

function NewForYou({
  news: { messages, listings, reviews, visits },
  recovery,
}: {
  news: ProfileNews;
  recovery: RecoveryState;
}) {
  if (recovery === 'kept' && messages.length + listings.length + reviews.length + visits.length === 0) return null;
  return (
    <section className="stack news" aria-labelledby="new">
      <h2 id="new">To do</h2>
      {visits.length > 0 && <AppointmentList appointments={visits} />}
      {messages.length > 0 && <InboxRows entries={messages} />}
      <NewsList news={listings} of="listing" />
      <NewsList news={reviews} of="review" />
      {recovery !== 'kept' && (
        <p>
          {recovery === 'none'
            ? 'You have no recovery code yet. With one you can set a new password, if you forget it. '
            : 'Have you saved your recovery code? Without it, replacing a forgotten password takes longer. '}
          <a href={`${paths.profileView('security')}#recovery`}>Make a recovery code</a>
        </p>
      )}
    </section>
  );
}

function Profile({ account, unconfirmed, recovery, news }: ProfileData) {
  const unread = useUnreadMessages();
  const { name, email, phone, gender, location, favourites, bookings, role } = account;
  const memberSince = formatDate(account.createdAt);
  return (
    <>
      <PageHead title="My Profile" back={{ text: 'Home', href: paths.home() }} />
      <section className="activity" aria-labelledby="activity">
        <div className="profile-card">
          <span className={gender === 'male' ? 'avatar avatar-male' : 'avatar'}>
            <Icon name="user" />
          </span>
          <p>
            <b>{name}</b> {isTeamRole(role) ? 'Operator' : 'Member'} since {memberSince}
          </p>
        </div>
        <h2 id="activity">My Activity</h2>
        <FigureList
          rows={[
            { name: 'Messages', value: unread > 0 ? `${formatCount(unread)} new` : 'None new', href: paths.messages() },
            { name: 'Favorites', value: formatCount(favourites), href: paths.profileView('favourites') },
            { name: 'Bookings', value: formatCount(bookings), href: paths.profileView('bookings') },
          ]}
        />
      </section>
      <UnconfirmedListings {...unconfirmed} back={paths.profile()} />
      <NewForYou news={news} recovery={recovery} />
      <div className="columns section">
        <details className="disclosure">
          <summary>
            <h2>Personal Information</h2>
            <Icon name="plus" />
          </summary>
          <FactList
            facts={[
              { name: profileLabels.name, value: name },
              { name: 'Email Address', value: email },
              { name: profileLabels.phone, value: phone ?? notGivenText },
              { name: profileLabels.gender, value: gender === null ? notGivenText : genderLabels[gender] },
              { name: profileLabels.location, value: location ?? notGivenText },
              { name: 'Member Since', value: memberSince },
            ]}
          />
        </details>
        <section className="stack" aria-labelledby="settings">
          <h2 id="settings">Account Settings</h2>
          <LinkList links={settings(unread)} />
          <form method="post" action={paths.logout()} className="row">
            <Button>Logout</Button> <ButtonLink href={paths.ownData()}>Download my data</ButtonLink>
          </form>
        </section>
      </div>
    </>
  );
}

export default function ProfileScreen() {
  const data = useLoaderData<typeof loader>();
  return 'news' in data ? <Profile {...data} /> : <EditProfile />;
}
