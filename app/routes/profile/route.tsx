import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { type Account, minNameLength } from '~/domain/accounts/account';
import type { RecoveryState } from '~/domain/accounts/recovery-codes.server';
import { formatDate } from '~/domain/shared/dates';
import { formatCount } from '~/domain/shared/money';
import { createReturnQuery, rejectionHeaders } from '~/http/form-response.server';
import { paths } from '~/paths';
import { RadioGroup, TextField } from '~/ui/forms/field';
import { ErrorSummary, FormActions } from '~/ui/forms/form-messages';
import { useUnreadMessages } from '~/ui/layout/layout';
import { AppointmentList, NewsList, UnconfirmedListings } from '~/ui/lists/account-lists';
import { InboxRows } from '~/ui/lists/conversations';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { FactList } from '~/ui/page/text-blocks';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { LinkList } from '~/ui/primitives/link-list';
import { Stats } from '~/ui/primitives/stat';
import type { ScreenHandle } from '~/ui/screen-kind';
import { genders } from '~db/enums';
import { BlockedView, BookingsView, FavouritesView, ListingsView, ReviewsView } from './own-lists';
import { profileAction } from './profile.action.server';
import { loadProfile } from './profile.loader.server';
import {
  genderLabels,
  type CreatedRecoveryCodes,
  type CreatedToken,
  notGivenText,
  type ProfileField,
  type ProfileNews,
  type Unconfirmed,
  profileLabels,
  type RejectedProfile,
} from './profile-screen';
import { SecurityView, TwoStepView } from './security-view';
import { TokensView } from './tokens-view';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  stylesheets: [
    'stat',
    'poster',
    'link-list',
    'field',
    'vehicle-grid',
    'profile',
    'inbox',
    'number-plate',
    'service',
    'offer-rows',
  ],
};
export const headers = rejectionHeaders;
export const meta: MetaFunction<typeof loader> = () =>
  pageMeta('My Profile', 'Your account, listings, messages and favourites.');

export function loader({ request, context }: LoaderFunctionArgs) {
  const screen = loadProfile(request, context.runtime);
  const { pathname, search, searchParams } = new URL(request.url);
  // Messages used to be part of the profile; bookmarks may still point there.
  if (searchParams.get('show') === 'messages') throw redirect(paths.messages());
  if (!screen) throw redirect(paths.login({ redirectTo: createReturnQuery(pathname + search) }));
  return json(screen);
}

export const action = profileAction;

export default function Profile() {
  const screen = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedProfile | CreatedToken | CreatedRecoveryCodes>();
  const rejected = actionData && 'message' in actionData ? actionData : undefined;
  switch (screen.view) {
    case 'edit':
      return <EditView {...screen} rejected={rejected} />;
    case 'favourites':
      return <FavouritesView {...screen} />;
    case 'listings':
      return <ListingsView {...screen} />;
    case 'bookings':
      return <BookingsView {...screen} />;
    case 'reviews':
      return <ReviewsView {...screen} />;
    case 'blocked':
      return <BlockedView {...screen} />;
    case 'security':
      return <SecurityView {...screen} isOperator={screen.account.role === 'operator'} rejected={rejected} />;
    case 'two-step':
      return (
        <TwoStepView
          {...screen}
          rejected={rejected}
          created={actionData && 'recoveryCodes' in actionData ? actionData : undefined}
        />
      );
    case 'tokens':
      return (
        <TokensView
          {...screen}
          rejected={rejected}
          created={actionData && 'token' in actionData ? actionData : undefined}
        />
      );
    default:
      return <Overview {...screen} />;
  }
}

/** Account Settings of docs/product.md, "Profile", and links to the user's other screens. */
const settings = (unread: number) => [
  { text: 'Edit Profile', href: paths.profile({ edit: 1 }) },
  { text: 'My Favorites', href: paths.profile({ show: 'favourites' }) },
  { text: 'Saved searches', href: paths.searches() },
  { text: 'My Listings', href: paths.profile({ show: 'listings' }) },
  { text: unread > 0 ? `My Messages (${unread} new)` : 'My Messages', href: paths.messages() },
  { text: 'Blocked senders', href: paths.profile({ show: 'blocked' }) },
  { text: 'My Bookings', href: paths.profile({ show: 'bookings' }) },
  { text: 'My Reviews', href: paths.profile({ show: 'reviews' }) },
  { text: 'Password & Devices', href: paths.profile({ show: 'security' }) },
  { text: 'Access Tokens', href: paths.profile({ show: 'tokens' }) },
];

/** News since the last visit; renders nothing when there is none. */
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
      <h2 id="new">New for you</h2>
      {visits.length > 0 && <AppointmentList appointments={visits} />}
      {messages.length > 0 && <InboxRows entries={messages} />}
      <NewsList news={listings} of="listing" />
      <NewsList news={reviews} of="review" />
      {recovery !== 'kept' && (
        <p>
          {recovery === 'none'
            ? 'You have no recovery code yet. With one you can set a new password, should you forget yours. '
            : 'Have you saved your recovery code? Without it, replacing a forgotten password takes longer. '}
          <a href={`${paths.profile({ show: 'security' })}#recovery`}>Make a recovery code</a>
        </p>
      )}
    </section>
  );
}

type OverviewProps = {
  account: Account;
  unconfirmed: Unconfirmed;
  recovery: RecoveryState;
  news: ProfileNews;
};

/** My Profile: listings to confirm, news, name, statistics, and links to the other views. */
function Overview({ account, unconfirmed, recovery, news }: OverviewProps) {
  const unread = useUnreadMessages();
  const { name, email, phone, gender, location, favourites, bookings, role } = account;
  const memberSince = formatDate(account.createdAt);
  return (
    <>
      <PageHead title="My Profile" back={{ text: 'Home', href: paths.home() }}>
        <div className="profile-card">
          <span className={gender === 'male' ? 'avatar avatar-male' : 'avatar'}>
            <Icon name="user" />
          </span>
          <p>
            <b>{name}</b> {role === 'operator' ? 'Operator' : 'Member'} since {memberSince}
          </p>
        </div>
      </PageHead>
      <UnconfirmedListings {...unconfirmed} back={paths.profile()} />
      <NewForYou news={news} recovery={recovery} />
      <div className="section activity-head">
        <h2>My Activity</h2>
      </div>
      <Stats
        stats={[
          { name: 'Favorites', value: formatCount(favourites), href: paths.profile({ show: 'favourites' }) },
          { name: 'Bookings', value: formatCount(bookings), href: paths.profile({ show: 'bookings' }) },
        ]}
        vehicle={<Drawing of="retro" colours={{ body: '#8E1B1F', accent: '#E8D9B5' }} />}
      />
      <div className="columns section">
        <section className="stack" aria-labelledby="personal">
          <h2 id="personal">Personal Information</h2>
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
        </section>
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

type EditViewProps = {
  account: Account;
  idempotencyKey: string;
  values: Record<string, string>;
  rejected: RejectedProfile | undefined;
};

/** Current values after a concurrent change, as labels. */
const savedText = (name: ProfileField, value: string): string =>
  Object.entries(genderLabels).find(([gender]) => name === 'gender' && gender === value)?.[1] ?? (value || 'empty');

/**
 * Edit Profile. After a concurrent change both versions are shown: the submitted values in the fields, the current ones
 * below them.
 */
function EditView({ account, idempotencyKey, values, rejected }: EditViewProps) {
  const shown = { ...values, ...rejected?.values };
  const stored = rejected?.stored;
  const field = (name: ProfileField, help?: string) => {
    const saved = stored?.values[name];
    const isOther = saved !== undefined && saved !== shown[name];
    return {
      name,
      label: profileLabels[name],
      value: shown[name],
      error: rejected?.errors[name],
      help: isOther ? `Saved in the meantime: ${savedText(name, saved)}` : help,
    };
  };
  return (
    <>
      <PageHead title="Edit Profile" back={{ text: 'My Profile', href: paths.profile() }} />
      <div className="section">
        <form method="post" action={paths.profile({ edit: 1 })} className="stack" noValidate>
          <input type="hidden" name="idempotencyKey" value={shown.idempotencyKey ?? idempotencyKey} />
          <input type="hidden" name="version" value={stored?.version ?? shown.version ?? account.version} />
          {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
          <div className="auto-columns">
            <TextField {...field('name')} required minLength={minNameLength} autoComplete="name" />
            <TextField {...field('phone', 'Optional')} type="tel" autoComplete="tel" />
            <TextField {...field('location', 'Optional: your city or area')} autoComplete="address-level2" />
            <RadioGroup
              {...field('gender', account.gender === null ? 'Optional' : undefined)}
              choices={genders.map((value) => ({ value, label: genderLabels[value] }))}
              required={account.gender !== null}
            />
          </div>
          <p className="note">
            {`Your email address, ${account.email}, is what you sign in with. `}
            <a href={`${paths.profile({ show: 'security' })}#change-email`}>Change it</a>
          </p>
          <FormActions message={rejected?.message}>
            <Button kind="primary" name="intent" value="save" busyText="Saving...">
              {stored ? 'Save mine' : 'Save changes'}
            </Button>{' '}
            <ButtonLink href={paths.profile()}>{stored ? 'Keep what was saved' : 'Cancel'}</ButtonLink>
          </FormActions>
        </form>
      </div>
    </>
  );
}
