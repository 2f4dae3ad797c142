import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { isSampleId } from '~/domain/listings/listing';
import { rejectionHeaders } from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { FraudAdvice } from '~/ui/lists/conversation-list';
import { SectionHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { ConditionChip, Plate } from '~/ui/primitives/chips';
import { Icon } from '~/ui/primitives/icon';
import { Stat } from '~/ui/primitives/stat';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Carousel } from '~/ui/vehicles/carousel';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { Facts, Rating } from '~/ui/vehicles/facts';
import { VehicleCard } from '~/ui/vehicles/vehicle-card';
import type { Details } from './details';
import { FactGroups, Gallery } from './gallery';
import { Actions, PriceBlock } from './purchase';
import { type ReviewActionData, Reviews, reviewsText } from './reviews';
import { reviewAction } from './vehicle-details.action.server';
import { loadDetails } from './vehicle-details.loader.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: ['vehicle', 'image', 'page', 'read'],
  stylesheets: ['stat', 'carousel', 'field', 'vehicle-details', 'safety-tips'],
  canonicalQuery: ['vehicle'],
  unlisted: (search) => isSampleId(search.get('vehicle') ?? ''),
  hasOwnPicture: true,
};

export const headers = rejectionHeaders;

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return pageMeta('Vehicle details');
  const { title, summary, name, previewPicture, structured } = data;
  const meta = pageMeta(title, summary, { url: previewPicture, alt: name });
  return structured ? [...meta, { 'script:ld+json': structured }] : meta;
};

/** Without a known vehicle there is nothing to show (docs/product.md, "Vehicle details"). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const details = loadDetails(request, runtimeOf(context));
  if (!details) throw redirect(paths.entrance());
  return json(details);
}

export const action = reviewAction;

function Marks({ plate, condition, facts, isElectric, sampleRating, reviews }: Details) {
  const { average, count } = reviews.summary;
  return (
    <div className="row">
      {plate && <Plate registration={plate} isElectric={isElectric} />}{' '}
      {condition && <ConditionChip condition={condition} />}{' '}
      <Facts
        facts={[
          // The chip already says so.
          ...facts.filter((fact) => fact !== condition),
          average === null ? null : (
            <a key="rating" href="#reviews">
              <Rating value={average} /> ({reviewsText(count)})
            </a>
          ),
          sampleRating === null ? null : (
            <span key="sample">
              <Rating value={sampleRating} /> (sample)
            </span>
          ),
        ]}
      />
    </div>
  );
}

/** URL of the list of its kind; upcoming ones are on the home screen. */
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
  const { id, name, description, features, offers, advice, milestone, related, others } = details;
  return (
    <>
      <Gallery {...details} />
      <div className="vehicle-summary section">
        <div className="stack">
          <Marks {...details} />
          <h1>{name}</h1>
          {description && <p>{description}</p>}
        </div>
        <div className="vehicle-summary-side">
          <PriceBlock {...details} />
          <Actions {...details} />
          {offers.length > 0 && (
            <ul className="callout vehicle-offers">
              {offers.map((offer) => (
                <li key={offer}>{offer}</li>
              ))}
            </ul>
          )}
          {advice.length > 0 && <FraudAdvice advice={advice} />}
        </div>
        {milestone && <Stat {...milestone} />}
        {features.length > 0 && (
          <section className="vehicle-features" aria-labelledby="features">
            <h2 id="features">Features</h2>
            <ul>
              {features.map((feature) => (
                <li key={feature}>
                  <Icon name="check" />
                  {feature}
                </li>
              ))}
            </ul>
          </section>
        )}
        <FactGroups {...details} />
      </div>
      <Reviews id={id} reviews={details.reviews} actionData={actionData} />
      {related.length > 0 && (
        <section className="related-vehicles" aria-labelledby="related">
          <SectionHead id="related" title={relatedTitles[details.sale]} more={others} />
          <CompareForm backTo="related">
            <Carousel>
              {related.map((vehicle) => (
                <VehicleCard key={vehicle.id} vehicle={vehicle} />
              ))}
            </Carousel>
          </CompareForm>
        </section>
      )}
    </>
  );
}
