import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { isSampleId } from '~/domain/listings/listing';
import { getInitials } from '~/domain/shared/text';
import { rejectionHeaders } from '~/http/responses.server';
import { paths } from '~/paths';
import { AdviceList, FactList } from '~/ui/page/text-blocks';
import { SectionHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
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
import { PriceBar, Purchase } from './purchase';
import { type ReviewActionData, Reviews } from './reviews';
import type { loader } from './route.server';

export { loader } from './route.server';
export { reviewAction as action } from './vehicle-reviews.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: ['vehicle', 'image', 'page', 'read', 'state'],
  canonicalQuery: ['vehicle'],
  unlisted: (search) => isSampleId(search.get('vehicle') ?? ''),
  hasOwnPicture: true,
};

export const headers = rejectionHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return pageMeta(matches, 'Vehicle details');
  const { preview, structured } = data;
  const meta = pageMeta(matches, preview.title, preview.summary, preview.picture);
  return structured ? [...meta, { 'script:ld+json': structured }] : meta;
};

/** Upcoming ones are on the home screen. */
const relatedTitles: Readonly<Record<Details['sale'], string>> = {
  new: 'Near it in price',
  used: 'Second hand, near it in price',
  upcoming: 'Also coming soon',
  listed: 'Second hand, near it in price',
  sold: 'Second hand, near it in price',
};

export default function VehicleDetails() {
  const details = useLoaderData<typeof loader>();
  const actionData = useActionData<ReviewActionData>();
  const { id, sale, reviews, related, others } = details;
  return (
    <>
      <Gallery {...details} />
      <div className="purchase section">
        <Purchase {...details} />
        <div className="about">
          <Description {...details} />
          {details.onRoad?.isOpen && (
            <OnRoadPriceView {...details.onRoad} action={paths.vehicleDetails()} fields={{ vehicle: id }} />
          )}
          {details.notes && <ListingNotes {...details.notes} />}
          <FactGroups {...details} />
          <Seller {...details} />
          <SafetyAdvice {...details} />
          <ReportLink {...details} />
        </div>
      </div>
      <Reviews id={id} reviews={reviews} actionData={actionData} />
      {related.length > 0 && (
        <section className="related-vehicles" aria-labelledby="related">
          <SectionHead id="related" title={relatedTitles[sale]} more={others} />
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
