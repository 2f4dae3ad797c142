import { type Account, placeholderPhone } from '~/domain/accounts/account';
import { dayOf, dayText } from '~/domain/shared/dates';
import { countText } from '~/domain/shared/money';
import { paths } from '~/paths';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { FactList } from '~/ui/page/text-blocks';
import { PageHead } from '~/ui/page/page-head';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { LinkList } from '~/ui/primitives/link-list';
import { Stats } from '~/ui/primitives/stat';
import { genderLabels, notGiven, profileLabels } from './profile-screen';

/** Account Settings of docs/product.md, "Profile", and links to everything else of the user. */
const settings = (unread: number) => [
  { text: 'Edit Profile', href: paths.profile({ edit: 1 }) },
  { text: 'My Favorites', href: paths.profile({ show: 'favourites' }) },
  { text: 'My Listings', href: paths.profile({ show: 'listings' }) },
  { text: unread > 0 ? `My Messages (${unread} new)` : 'My Messages', href: paths.profile({ show: 'messages' }) },
  { text: 'My Bookings', href: paths.profile({ show: 'bookings' }) },
  { text: 'My Reviews', href: paths.profile({ show: 'reviews' }) },
  { text: 'Password & Devices', href: paths.profile({ show: 'security' }) },
  { text: 'Access Tokens', href: paths.profile({ show: 'tokens' }) },
];

/** My Profile: name, statistics, and links to the rest. */
export function Overview({ account, unread }: { account: Account; unread: number }) {
  const { name, email, phone, gender, location, favourites, bookings, role } = account;
  const memberSince = dayText(dayOf(new Date(account.createdAt)));
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
        <h2>My Activity</h2>
      </PageHead>
      <Stats
        stats={[
          { name: 'Favorites', value: countText(favourites), href: paths.profile({ show: 'favourites' }) },
          { name: 'Bookings', value: countText(bookings), href: paths.profile({ show: 'bookings' }) },
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
              { name: profileLabels.phone, value: phone === placeholderPhone ? notGiven : (phone ?? notGiven) },
              { name: profileLabels.gender, value: genderLabels[gender] },
              { name: profileLabels.location, value: location ?? notGiven },
              { name: 'Member Since', value: memberSince },
            ]}
          />
        </section>
        <section className="stack" aria-labelledby="settings">
          <h2 id="settings">Account Settings</h2>
          <LinkList ways={settings(unread)} isNarrow />
          <form method="post" action={paths.logout()} className="row">
            <Button>Logout</Button> <ButtonLink href={paths.ownData()}>Download my data</ButtonLink>
          </form>
        </section>
      </div>
    </>
  );
}
