import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { json } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { conversationsOf } from '~/domain/conversations/conversation-queries.server';
import { listingNewsFor } from '~/domain/listings/listing-news.server';
import { listingsHeldBy } from '~/domain/listings/listing-queries.server';
import { findManageKey, readManageCode } from '~/domain/listings/manage-key.server';
import type { Problem } from '~/domain/outcome';
import { type RefusedForm, refusalHeaders, refuseForm, seeOther } from '~/doors/form-door.server';
import { pageNumber } from '~/doors/list-query';
import { overLimit } from '~/doors/over-limit.server';
import { readForm } from '~/doors/read-form.server';
import { askerOf } from '~/http/asker.server';
import { forgetManageKeysCookie, holdManageKeyCookie } from '~/http/manage-keys.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { ConversationList } from '~/ui/conversations/conversation-list';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { TextField } from '~/ui/forms/text-field';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Button, ButtonLink } from '~/ui/signs/button';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { Grid } from '~/ui/vehicles/lane';
import { ListingCard } from '~/ui/vehicles/listing-card';
import { listingFacts } from '~/ui/vehicles/listing-facts';
import { NewsList } from '~/ui/page/news-list';

export const handle: ScreenHandle = {
  kind: 'plain',
  keep: [],
  unlisted: true,
  sheets: ['fields', 'sell', 'profile'],
};
export const headers = refusalHeaders;
export const meta = () =>
  pageMeta('Manage your listings', 'Change, sell or delete what you listed, with the code you were given.');

export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const asker = askerOf(request, runtime);
  const { items, pagination } = conversationsOf(runtime.db, asker, pageNumber(new URL(request.url).searchParams));
  return json({
    conversations: items,
    page: pagination.page,
    pages: pagination.pages,
    news: listingNewsFor(runtime.db, asker, runtime.clock()),
    holdsKeys: asker.manageKeyIds.length > 0,
    listings: listingsHeldBy(runtime.db, asker).map(listingFacts),
  });
}

const wrongCode = 'This code opens nothing. Please check it and try again.';
const wrong: Problem = { kind: 'invalid', message: wrongCode, errors: { code: wrongCode } };

/** Takes a manage code typed on another device, or lets this browser forget the ones it holds. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const runtime = runtimeOf(context);
  const { fields, problems } = await readForm(request);
  const typed = fields.get('code') ?? '';
  const [unread] = problems;
  if (unread) return refuseForm(unread, { code: typed }, {});
  if (fields.get('intent') === 'forget') {
    return seeOther(request, paths.manage(), { notice: 'keys-forgotten', cookies: [forgetManageKeysCookie(request)] });
  }
  const tooMany = overLimit({ runtime, address: context.address ?? '' }, 'sign-in');
  if (tooMany) return refuseForm(tooMany, { code: typed }, {});
  const code = readManageCode(typed);
  if (!code || !findManageKey(runtime.db, code)) return refuseForm(wrong, { code: typed }, {});
  return seeOther(request, paths.manage(), { notice: 'key-accepted', cookies: [holdManageKeyCookie(request, code)] });
}

export default function Manage() {
  const { holdsKeys, listings, news, conversations, page, pages } = useLoaderData<typeof loader>();
  const refused = useActionData<RefusedForm>();
  return (
    <>
      <PageHead
        title="Manage your listings"
        subtitle="Listed without an account? The code you were given opens your listings on any device."
        back={{ text: 'Sell', href: paths.sell() }}
      />
      {conversations.length > 0 && (
        <section aria-labelledby="messages">
          <h2 id="messages">Messages</h2>
          <ConversationList conversations={conversations} />
          <Pager page={page} pages={pages} hrefOf={(other) => paths.manage({ page: other })} />
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
                />
              ))}
            </Grid>
          </CompareForm>
        </section>
      )}
      <section className="cols" aria-labelledby="enter">
        <form method="post" action={paths.manage()} className="stack">
          <h2 id="enter">Enter a code</h2>
          {refused?.message && <ErrorSummary message={refused.message} errors={refused.errors} />}
          <TextField
            name="code"
            label="Code"
            help="Eight groups of four letters and numbers. Capitals, spaces and dashes do not matter."
            value={refused?.values.code}
            error={refused?.errors.code}
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
          />
          <p>
            <Button kind="go">Open my listings</Button>
          </p>
        </form>
        <div className="stack">
          <h2>The code and this browser</h2>
          <p>
            The browser you listed with opens your listings by itself. The code does the same on any other device, so
            keep it where nobody else looks: whoever has it can change, sell or delete them.
          </p>
          <p>Lost it? The first browser still works. Otherwise write to us and name the listing.</p>
          <p className="row">
            <ButtonLink href={paths.contact({ subject: 'A lost listing code' })}>Contact us</ButtonLink>
          </p>
          {holdsKeys && (
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
