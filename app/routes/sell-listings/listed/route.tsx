import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { formatWithUnit } from '~/domain/catalogue/vehicle-labels';
import { maxPhotos } from '~/domain/photos/photo';
import { formatRupees } from '~/domain/shared/money';
import { paths } from '~/paths';
import type { loader as layoutLoader } from '~/root';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { TaskList } from '~/ui/lists/progress';
import { PageHead, SectionHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { SendToOwnDevice, OneTimeCode } from '~/ui/page/one-time-code';
import { Pager } from '~/ui/page/pager';
import { ActionLink, ButtonLink } from '~/ui/primitives/button';
import { Plate } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { HindiName } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Photo } from '~/ui/vehicles/card-parts';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { nextRowId, SellRows } from '~/ui/vehicles/offer-list';
import { useSite } from '~/ui/document';
import { formatListTitle, SellCounters } from '../list/list-view';
import { sellLabels } from '../sell-screens';
import type { loader } from './route.server';

export { loader } from './route.server';

/** Only for the owner and never stored: it can show the manage code. */
export const handle: ScreenHandle = {
  className: 'sell-listings',
  kind: 'enhanced',
  unlisted: true,
  paintedUpTo: nextRowId,
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, data ? `${data.name} is listed` : 'Listed', 'Your listing, its code, and how to sell faster.');

type ListedData = ReturnType<typeof useLoaderData<typeof loader>>;

const recommendedPhotos = 4;

type Improvement = { title: string; text: string; field: string; isDone: boolean };

/** Tips for a faster sale; `field` is a form field that is still empty. */
const listImprovements = ({ photos, city, kilometresDriven, hasDescription }: ListedData): Improvement[] => [
  {
    title: photos >= recommendedPhotos ? 'Photos of every side' : `Add ${recommendedPhotos - photos} photos`,
    text: `${photos} so far, up to ${maxPhotos}. Front, both sides, the meter.`,
    field: 'images',
    isDone: photos >= recommendedPhotos,
  },
  {
    title: 'Add the city',
    text: 'Riders nearby look there first.',
    field: 'city',
    isDone: city !== null,
  },
  {
    title: 'Add the kilometres driven',
    text: 'Buyers ask it before anything else.',
    field: 'kilometresDriven',
    isDone: kilometresDriven !== null,
  },
  {
    title: 'Add a description',
    text: 'Owners, service, tyres, why you sell.',
    field: 'description',
    isDone: hasDescription,
  },
];

/**
 * Shown once after listing a vehicle; after a reload, the code is no longer shown (docs/product.md, "After listing").
 */
export default function ListedScreen() {
  const listing = useLoaderData<typeof loader>();
  const layout = useRouteLoaderData<typeof layoutLoader>('root');
  const code = layout?.flash?.manageCode ?? null;
  const improvements = listImprovements(listing);
  const whatsApp = new URLSearchParams({
    text: `${listing.name}, ${formatRupees(listing.presentPrice)} ${listing.publicLink}`,
  });
  return (
    <>
      <PageHead
        title={`Your ${listing.kind} is on the road`}
        subtitle={
          code
            ? 'Buyers can find it while we review it. Keep the code below.'
            : 'Buyers can find it while we review it.'
        }
      />
      <div className="columns section">
        <Certificate listing={listing} />
        {code ? <ManageCode code={code} listing={listing} /> : <WithoutCode hasAccount={listing.hasAccount} />}
        {listing.oddValues.length > 0 && (
          <section className="stack" aria-labelledby="check">
            <h2 id="check">Please look again</h2>
            <TaskList
              tasks={listing.oddValues.map(({ field, question }) => ({
                title: question,
                text: 'Listed as you wrote it.',
                action: (
                  <ButtonLink
                    href={`${paths.editListing(listing.kind, listing.id)}#${field}`}
                    aria-label={`Edit: ${question}`}
                  >
                    Edit
                  </ButtonLink>
                ),
              }))}
            />
          </section>
        )}
        <section className="stack" aria-labelledby="faster">
          <h2 id="faster">How to sell faster</h2>
          {improvements.every(({ isDone }) => isDone) ? (
            <p>Nothing is missing. Answer messages on the day they come.</p>
          ) : (
            <TaskList
              tasks={improvements.map(({ title, text, field, isDone }) => ({
                title,
                text,
                isDone,
                action: (
                  <ButtonLink
                    href={`${paths.editListing(listing.kind, listing.id)}#${field}`}
                    aria-label={`Add: ${title}`}
                  >
                    Add
                  </ButtonLink>
                ),
              }))}
            />
          )}
        </section>
        <section className="stack" aria-labelledby="share">
          <h2 id="share">Show it around</h2>
          <p>{code ? 'The public link, without your code:' : 'The public link:'}</p>
          <p className="public-link">{listing.publicLink}</p>
          <p className="row">
            <ButtonLink kind="primary" icon="whatsapp" href={`https://wa.me/?${whatsApp}`}>
              Share on WhatsApp
            </ButtonLink>{' '}
            <ButtonLink href={paths.notice(listing.id)}>Notice to print</ButtonLink>{' '}
            <ActionLink href={paths.vehicle(listing.id)} icon="go">
              See it as buyers do
            </ActionLink>
          </p>
        </section>
      </div>
      <SellCounters {...listing.list} />
      <CurrentList {...listing.list} />
    </>
  );
}

function CurrentList(list: ListedData['list']) {
  const { kind, listings, page, pages, hasFailed } = list;
  const { title, loadFailure } = sellLabels[kind];
  return (
    <section className="section stack" aria-labelledby="all">
      <SectionHead id="all" title={formatListTitle(list)} more={{ text: title, href: paths.sellList(kind) }} />
      {hasFailed && <ErrorSummary message={loadFailure} />}
      <div id="listings">
        <CompareForm backTo="offer-">
          <SellRows listings={listings} getHref={(id) => paths.listing(kind, id)} openId={null} />
        </CompareForm>
      </div>
      <Pager page={page} pages={pages} getHref={(other) => paths.sellList(kind, { page: other })} />
    </section>
  );
}

/** The listing as a card. It makes no claim about the registration. */
function Certificate({ listing }: { listing: ListedData }) {
  const { name: shop } = useSite();
  const { id, name, photo } = listing;
  return (
    <article className="certificate" aria-labelledby="certified">
      <header>
        <div>
          <h2 id="certified">Listing certificate</h2>
          <p>
            {shop} · <HindiName />
          </p>
        </div>
        <p>
          No. {id.slice(0, 8).toUpperCase()}
          <br />
          {listing.listedOn}
        </p>
      </header>
      <div className="certificate-face">
        {photo ? (
          <Photo photo={photo} alt={name} sizes="(min-width: 48rem) 16rem, 42vw" />
        ) : (
          <Drawing of={listing.bodyStyle} colours={listing.colours} label={name} />
        )}
        <div className="stack">
          <h3>{name}</h3>
          <Plate registration={listing.license} isElectric={listing.isElectric} />
          <p className="price">{formatRupees(listing.presentPrice)}</p>
        </div>
        <dl>
          <Fact name="Year" value={String(listing.year)} />
          <Fact name="Driven" value={formatWithUnit(listing.kilometresDriven, 'km') ?? 'Not given'} />
          <Fact name="Condition" value={listing.condition} />
          <Fact name="City" value={listing.city ?? 'Not given'} />
        </dl>
      </div>
    </article>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function ManageCode({ code, listing }: { code: string; listing: ListedData }) {
  const { name: shop } = useSite();
  return (
    <OneTimeCode
      title="Your code"
      code={code}
      file={{
        name: `${shop.toLowerCase()}-code.txt`,
        lines: [
          `${shop}: code of ${listing.name}`,
          code,
          `Listed on ${listing.listedOn}: ${listing.publicLink}`,
          'With it this listing can be changed, sold or deleted, and its messages read. Keep it in a safe place.',
        ],
      }}
      more={
        <>
          <p>Or send it to yourself, and to no one else:</p>
          <SendToOwnDevice
            subject={`Code of ${listing.name}`}
            text={`Code of ${listing.name}: ${code}\nEnter it at ${listing.manageLink}`}
            copy={{ text: code, label: 'Copy the code' }}
          />
        </>
      }
    >
      Shown only now. With it this listing can be changed, sold or deleted, and its messages read. This browser opens
      the listing without it; any other asks for it under <a href={paths.manage()}>Manage your listings</a>.
    </OneTimeCode>
  );
}

const WithoutCode = ({ hasAccount }: { hasAccount: boolean }) => (
  <section className="stack" aria-labelledby="manage">
    <h2 id="manage">Change, sell or delete it</h2>
    {hasAccount ? (
      <>
        <p>It belongs to your account, on every device.</p>
        <p>
          <ButtonLink href={paths.profileView('listings')}>My Listings</ButtonLink>
        </p>
      </>
    ) : (
      <>
        <p>This browser opens your listings by itself. On any other device, enter the code you were given.</p>
        <p>
          <ButtonLink href={paths.manage()}>Manage your listings</ButtonLink>
        </p>
      </>
    )}
  </section>
);
