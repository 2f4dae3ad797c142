import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { RejectedForm } from '~/submit/form-response.server';
import { rejectionHeaders } from '~/http/responses.server';
import { paths } from '~/paths';
import { useUnreadMessages } from '~/ui/layout/layout';
import { NewsList, UnconfirmedListings } from '~/ui/lists/account-lists';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { SecretCodeField } from '~/ui/forms/secret-fields';
import { FormActions } from '~/ui/forms/form-messages';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Grid } from '~/ui/vehicles/carousel';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { ListingCard } from '~/ui/vehicles/listing-card';
import type { loader } from './route.server';

export { action, loader } from './route.server';

export const handle: ScreenHandle = {
  className: 'account',
  kind: 'enhanced',
  cacheKeyParameters: [],
  unlisted: true,
};
export const headers = rejectionHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Manage your listings', 'Change, sell or delete what you listed, with the code you were given.');

const enterFailure = 'The code could not be checked. Please try again.';

export default function Manage() {
  const { constraints, hasManageKeys, listings, unconfirmed, news, conversations } = useLoaderData<typeof loader>();
  const unread = useUnreadMessages();
  const rejected = useActionData<RejectedForm>();
  return (
    <>
      <PageHead
        title="Manage your listings"
        subtitle="Your code opens them on any device, without an account."
        back={{ text: 'Sell', href: paths.sell() }}
      />
      <UnconfirmedListings {...unconfirmed} back={paths.manage()} />
      {conversations > 0 && (
        <section className="stack" aria-labelledby="messages">
          <h2 id="messages">Messages</h2>
          <p>{unread > 0 ? `${unread} new. ` : 'Nothing new. '}What buyers write to you stands with your messages.</p>
          <p className="row">
            <ButtonLink
              href={paths.messages()}
            >{`Messages of ${conversations} ${conversations === 1 ? 'buyer' : 'buyers'}`}</ButtonLink>
          </p>
        </section>
      )}
      {news.length > 0 && (
        <section aria-labelledby="news">
          <h2 id="news">About your listings</h2>
          <NewsList news={news} of="listing" />
        </section>
      )}
      {listings.length > 0 && (
        <section aria-labelledby="yours">
          <h2 id="yours">Your listings</h2>
          <CompareForm>
            <Grid>
              {listings.map((listing) => (
                <ListingCard
                  key={listing.id}
                  listing={listing}
                  href={paths.listing(listing.kind, listing.id)}
                  hasArrow
                  seen={listing.seen}
                />
              ))}
            </Grid>
          </CompareForm>
          <h3>For notice boards</h3>
          <ul>
            {listings.map(({ id, name }) => (
              <li key={id}>
                <ActionLink href={paths.notice(id)}>{`Notice to print: ${name}`}</ActionLink>{' '}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="columns" aria-labelledby="enter">
        <CheckedForm action={paths.manage()} className="stack" constraints={constraints} failure={enterFailure}>
          <h2 id="enter">Enter a code</h2>
          <FormErrors message={rejected?.message} errors={rejected?.errors} />
          <SecretCodeField
            label="Code"
            value={rejected?.values.code}
            error={rejected?.errors.code}
            constraints={constraints.fields.code}
          />
          <FormActions message={rejected?.message}>
            <Button kind="primary" busyText="Opening them...">
              Open my listings
            </Button>
          </FormActions>
        </CheckedForm>
        <div className="stack">
          <h2>The code and this browser</h2>
          <p>
            The browser you listed with opens your listings by itself. The code does the same on any other device, so
            keep it secret: anyone who has it can change, sell or delete them.
          </p>
          <p>Lost it? The first browser still works. Otherwise write to us and name the listing.</p>
          <p className="row">
            <ButtonLink href={paths.contact({ subject: 'A lost listing code' })}>Contact us</ButtonLink>
          </p>
          {hasManageKeys && (
            <form method="post" action={paths.manage()} className="stack">
              <p>On a shared device, let this browser forget your listings. The code goes on working.</p>
              <p>
                <Button name="intent" value="forget">
                  Forget on this device
                </Button>
              </p>
            </form>
          )}
        </div>
      </section>
    </>
  );
}
