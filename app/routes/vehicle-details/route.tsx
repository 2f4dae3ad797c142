import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { isSampleId } from '~/domain/listings/listing';
import { rejectionHeaders } from '~/http/form-response.server';
import { countView, runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { SectionHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { OfferRows } from '~/ui/vehicles/offer-rows';
import { OnRoadPriceView } from '~/ui/vehicles/on-road-price';
import { ListingNotes } from '~/ui/vehicles/listing-notes';
import { Description, FactGroups, Report, SafetyAdvice, Seller } from './about';
import { Deal, Purchase } from './purchase';
import type { Details } from './details';
import { Gallery } from './gallery';
import { type ReviewActionData, Reviews } from './reviews';
import { loadDetails } from './vehicle-details.server';
import { reviewAction } from './vehicle-reviews.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: ['vehicle', 'image', 'page', 'read', 'state'],
  stylesheets: (search) => [
    'offer-rows',
    ...(search.has('review') ? (['field'] as const) : []),
    'vehicle-details',
    'safety-tips',
    ...(search.has('state') ? (['share-bar', 'on-road-price'] as const) : (['listing-notes'] as const)),
  ],
  canonicalQuery: ['vehicle'],
  unlisted: (search) => isSampleId(search.get('vehicle') ?? ''),
  hasOwnPicture: true,
};

export const headers = rejectionHeaders;

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return pageMeta('Vehicle details');
  const { title, summary, preview, structured } = data;
  const meta = pageMeta(title, summary, preview);
  return structured ? [...meta, { 'script:ld+json': structured }] : meta;
};

/** Without a known vehicle there is nothing to show (docs/product.md, "Vehicle details"). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const details = loadDetails(request, runtime);
  if (!details) throw redirect(paths.entrance());
  if (details.own === null) countView(details.id, request, context);
  return json(details);
}

export const action = reviewAction;

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
          <Report {...details} />
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
      <Deal {...details} />
    </>
  );
}
