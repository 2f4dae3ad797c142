import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { countInbox } from '~/domain/conversations/inbox.queries.server';
import { findListingsOwnedBy } from '~/domain/listings/listing.queries.server';
import { findListingNews, findUnconfirmedListings } from '~/domain/listings/seller-notices.server';
import { findManageKey } from '~/domain/listings/manage-key.server';
import { failWith } from '~/domain/shared/fields.server';
import { checkInput } from '~/domain/shared/run-command.server';
import { err, invalid, ok } from '~/domain/shared/result';
import { countRecentViews, formatViews } from '~/domain/listings/views.server';
import { parseSecretCode } from '~/domain/shared/secrets.server';
import { clearManageKeysCookie, createManageKeyCookie } from '~/http/cookies/visitor.server';
import { getActor } from '~/http/actor.server';
import { allowAnyone, createFormAction, createFormActions } from '~/submit/form.server';
import { createFormConstraints } from '~/submit/form-constraints.server';
import { selectFields } from '~/submit/form-body.server';
import type { RejectedForm } from '~/submit/form-response.server';
import { rejectionHeaders } from '~/http/responses.server';
import { checkLimit } from '~/submit/limits.server';
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
import { ListingCard, toListingFacts } from '~/ui/vehicles/listing-card';

export const handle: ScreenHandle = {
  className: 'account',
  kind: 'enhanced',
  cacheKeyParameters: [],
  unlisted: true,
};
export const headers = rejectionHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Manage your listings', 'Change, sell or delete what you listed, with the code you were given.');

export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const actor = getActor(request, runtime);
  const owned = findListingsOwnedBy(runtime.db, actor);
  const views = countRecentViews(
    runtime.db,
    owned.map(({ id }) => id),
    runtime.clock(),
  );
  return json({
    constraints: getConstraints(runtime.clock()),
    conversations: countInbox(runtime.db, actor).selling,
    unconfirmed: findUnconfirmedListings(runtime.db, actor, runtime.clock()),
    news: findListingNews(runtime.db, actor, runtime.clock()),
    hasManageKeys: actor.manageKeyIds.length > 0,
    listings: owned.map((listing) => ({ ...toListingFacts(listing), seen: formatViews(views.get(listing.id) ?? 0) })),
  });
}

const codeRequired = failWith({ code: 'required', values: { label: 'Code' } });
const rules = {
  schema: () => z.object({ code: z.string().trim().min(1, codeRequired) }),
};
const getConstraints = createFormConstraints({ command: rules, decode: (values) => values, fields: ['code'] });

const getValues = selectFields(['code']);

export const action = createFormActions(({ fields }) => (fields.get('intent') === 'forget' ? 'forget' : 'enter'), {
  enter: createFormAction({
    access: allowAnyone,
    values: getValues,
    async run(post) {
      const input = checkInput(rules, post.values, post.now);
      if (!input.ok) return input;
      // A code grants the same access as a password, so guesses are limited in the same way.
      const busy = await checkLimit(post, 'sign-in');
      if (busy) return err(busy);
      const code = parseSecretCode(input.value.code);
      return code && findManageKey(post.runtime.db, code) ? ok(code) : invalid({ code: { code: 'wrong_manage_code' } });
    },
    onSuccess: (code, { request }) => ({
      to: paths.manage(),
      flash: 'key-accepted',
      cookies: [createManageKeyCookie(request, code)],
    }),
    redisplay: () => ({}),
  }),
  forget: createFormAction({
    access: allowAnyone,
    values: getValues,
    run: () => ok(null),
    onSuccess: (_value, { request }) => ({
      to: paths.manage(),
      flash: 'keys-forgotten',
      cookies: [clearManageKeysCookie(request)],
    }),
    redisplay: () => ({}),
  }),
});

const enterFailure = 'The code could not be checked. Please try again.';

export default function Manage() {
  const { constraints, hasManageKeys, listings, unconfirmed, news, conversations } = useLoaderData<typeof loader>();
  const unread = useUnreadMessages();
  const rejected = useActionData<RejectedForm>();
  return (
    <>
      <PageHead
        title="Manage your listings"
        subtitle="Listed without an account? The code you were given opens your listings on any device."
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
