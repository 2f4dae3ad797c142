import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { isSampleId } from '~/domain/listings/listing';
import { formatRupees } from '~/domain/shared/money';
import { getInitials } from '~/domain/shared/text';
import { rejectionHeaders } from '~/http/responses.server';
import { deskPaths, paths } from '~/paths';
import { AdviceList, FactList } from '~/ui/page/text-blocks';
import { SectionHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { ConditionChip, Estimate, Plate } from '~/ui/primitives/chips';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Facts } from '~/ui/vehicles/card-parts';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { ListingNotes } from './listing-notes';
import { OfferRows } from '~/ui/vehicles/offer-list';
import { OnRoadPriceView } from '~/ui/vehicles/on-road-price';
import type { Details, Fact } from './details';
import { Gallery } from './gallery';
import { PhotoScreen } from './photo-screen';
import { MoreLinks, PriceBar, Rail } from './rail';
import { type ReviewActionData, Reviews } from './reviews';
import type { loader } from './route.server';

export { loader } from './route.server';
export { reviewAction as action } from './vehicle-reviews.server';

export const handle: ScreenHandle = {
  // A photo on a page of its own needs none; over the page of its offer it has that page's script.
  kind: (search) => (search.has('photo') ? 'plain' : 'enhanced'),
  fillsWindow: (search) => search.has('photo'),
  cacheKeyParameters: ['vehicle', 'image', 'photo', 'page', 'read', 'state'],
  canonicalQuery: ['vehicle'],
  unlisted: (search) => search.has('photo') || search.has('preview') || isSampleId(search.get('vehicle') ?? ''),
  hasOwnPicture: true,
};

export const headers = rejectionHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return pageMeta(matches, 'Vehicle details');
  const { name, pictures, photo, preview, structured } = data;
  if (photo !== null && pictures.kind === 'photos')
    return pageMeta(matches, `Photo ${photo} of ${pictures.photos.length}, ${name}`, preview.summary);
  const meta = pageMeta(matches, preview.title, preview.summary, preview.picture);
  return structured ? [...meta, { 'script:ld+json': structured }] : meta;
};

/** Upcoming ones are on the home screen. */
const relatedTitles: Readonly<Record<Details['sale'], string>> = {
  new: 'Similar price',
  used: 'Second-hand, similar price',
  upcoming: 'Also coming soon',
  listed: 'Second-hand, similar price',
  sold: 'Second-hand, similar price',
};

export default function VehicleDetails() {
  const details = useLoaderData<typeof loader>();
  const actionData = useActionData<ReviewActionData>();
  const { id, sale, pictures, photo, reviews, related, list } = details;
  if (photo !== null && pictures.kind === 'photos')
    return <PhotoScreen {...details} photos={pictures.photos} photo={photo} />;
  return (
    <>
      {details.unsaved ? (
        <p className="section" role="status">
          Nothing of this is saved yet. <a href={details.unsaved}>Back to the form</a>
        </p>
      ) : (
        !details.isPublic && (
          <p className="section">
            Only the team sees this page. <a href={deskPaths.stockItem(id)}>Edit or publish it</a>
          </p>
        )
      )}
      <section className="stage" aria-label="Offer">
        <Gallery {...details} />
        <Rail {...details} />
        <div className="about">
          <Description {...details} />
          {details.onRoad?.isOpen && (
            <OnRoadPriceView {...details.onRoad} action={paths.vehicleDetails()} fields={{ vehicle: id }} />
          )}
          {details.notes && <ListingNotes {...details.notes} />}
          <Variants {...details} />
          <FactGroups {...details} />
          <Seller {...details} />
          <MoreLinks {...details} />
          <Share {...details} />
          <SafetyAdvice {...details} />
          <ReportLink {...details} />
        </div>
      </section>
      <Reviews id={id} reviews={reviews} actionData={actionData} />
      {related.length > 0 && (
        <section className="related-vehicles" aria-labelledby="related">
          <SectionHead id="related" title={relatedTitles[sale]} more={list} />
          <CompareForm backTo="related">
            <OfferRows cards={related} />
          </CompareForm>
        </section>
      )}
      <PriceBar {...details} />
    </>
  );
}

function Description({ description, features, sale }: Details) {
  if (!description && features.length === 0) return null;
  const isSaidBySeller = sale === 'listed' || sale === 'sold';
  return (
    <section aria-labelledby="description">
      <h2 id="description">{isSaidBySeller ? 'In the seller’s words' : 'What it is'}</h2>
      {description && <p className="preserve-lines">{description}</p>}
      {features.length > 0 && (
        <ul className="checked-features">
          {features.map((feature) => (
            <li key={feature}>
              <Icon name="check" />
              {feature}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type CollapsibleProps = { title: string; note?: string; isOpen?: boolean; children: ReactNode };

function Collapsible({ title, note, isOpen = false, children }: CollapsibleProps) {
  return (
    <details className="collapsible" open={isOpen || undefined}>
      <summary>
        <h2>{title}</h2> {note && <small>{note}</small>}
        <Icon name="down" />
      </summary>
      {children}
    </details>
  );
}

function renderFact({ value, look, isEstimate }: Fact, isElectric: boolean) {
  if (look === 'chip') return <ConditionChip condition={value} />;
  if (look === 'plate') return <Plate registration={value} isElectric={isElectric} />;
  return isEstimate ? <Estimate figure={value} /> : value;
}

function Variants({ variants, sale }: Details) {
  if (variants.length === 0) return null;
  return (
    <section aria-labelledby="variants">
      <h2 id="variants">Variants</h2>
      <table className="variant-table">
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">{sale === 'upcoming' ? 'Expected price' : 'Ex-showroom price'}</th>
          </tr>
        </thead>
        <tbody>
          {variants.map(({ name, priceRupees }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatRupees(priceRupees)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FactGroups({ groups, isElectric }: Details) {
  return groups.map(({ title, facts }, position) => (
    <Collapsible
      key={title}
      title={title}
      note={facts.length === 1 ? '1 fact' : `${facts.length} facts`}
      isOpen={position < 2}
    >
      <FactList facts={facts.map((fact) => ({ name: fact.name, value: renderFact(fact, isElectric) }))} />
    </Collapsible>
  ));
}

function Seller({ seller }: Details) {
  if (!seller) return null;
  return (
    <section className="seller" aria-labelledby="seller">
      <span className="seller-initials" aria-hidden="true">
        {getInitials(seller.name)}
      </span>
      <div>
        <p className="note">Seller</p>
        <h2 id="seller">{seller.name}</h2>
        <Facts facts={seller.facts} />
      </div>
    </section>
  );
}

function Share({ name, publicLink }: Details) {
  if (publicLink === null) return null;
  const message = new URLSearchParams({ text: `${name} ${publicLink}` });
  return (
    <section id="share" aria-label="Share">
      <h2>Share</h2>
      <p className="row">
        <ButtonLink icon="whatsapp" href={`https://wa.me/?${message}`}>
          WhatsApp
        </ButtonLink>{' '}
        <Button type="button" hidden data-copy={publicLink}>
          Copy link
        </Button>
      </p>
    </section>
  );
}

function SafetyAdvice({ advice }: Details) {
  if (advice.length === 0) return null;
  return (
    <Collapsible title="Stay safe">
      <AdviceList advice={advice} />
    </Collapsible>
  );
}

function ReportLink({ id, reportedAs }: Details) {
  if (!reportedAs) return null;
  return (
    <p>
      <a className="action-link note" href={paths.report(reportedAs, id)}>
        Report this {reportedAs}
      </a>
    </p>
  );
}
