import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { isSampleId } from '~/domain/listings/listing';
import { rupeesText } from '~/domain/shared/money';
import { rejectionHeaders } from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { FraudAdvice } from '~/ui/lists/account-lists';
import { SectionHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { ConditionChip, Plate, Price } from '~/ui/primitives/chips';
import { Icon } from '~/ui/primitives/icon';
import { Stat } from '~/ui/primitives/stat';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Facts, HeartButton, ratingFact } from '~/ui/vehicles/card-parts';
import { Carousel } from '~/ui/vehicles/carousel';
import { CompareButton, CompareForm } from '~/ui/vehicles/compare-list';
import { OnRoadPriceView } from '~/ui/vehicles/on-road-price';
import { ListingNotes } from '~/ui/vehicles/listing-notes';
import { VehicleCard } from '~/ui/vehicles/vehicle-card';
import type { Details } from './details';
import { FactGroups, Gallery } from './gallery';
import { type ReviewActionData, Reviews, reviewsText } from './reviews';
import { loadDetails, reviewAction } from './vehicle-details.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: ['vehicle', 'image', 'page', 'read', 'state'],
  stylesheets: (search) => [
    'stat',
    search.has('state') ? 'share-bar' : 'carousel',
    'field',
    'vehicle-details',
    'safety-tips',
    search.has('state') ? 'on-road-price' : 'listing-notes',
  ],
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

function Marks({ plate, condition, facts, isElectric, rating, sampleRating, reviews }: Details) {
  return (
    <div className="row">
      {plate && <Plate registration={plate} isElectric={isElectric} />}{' '}
      {condition && <ConditionChip condition={condition} />}{' '}
      <Facts
        facts={[
          // The chip already says so.
          ...facts.filter((fact) => fact !== condition),
          rating === null ? (
            ratingFact({ rating, sampleRating })
          ) : (
            <a key="rating" href="#reviews">
              {ratingFact({ rating, sampleRating })} ({reviewsText(reviews.summary.count)})
            </a>
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
          {description && <p className="preserve-lines">{description}</p>}
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
      {details.onRoad?.isOpen && (
        <div className="section">
          <OnRoadPriceView {...details.onRoad} action={paths.vehicleDetails()} fields={{ vehicle: id }} />
        </div>
      )}
      {details.notes && <ListingNotes {...details.notes} />}
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

/** The price, its monthly instalment, and related costs. */
function PriceBlock({ id, priceRupees, originalPriceRupees, priceFacts, monthlyRupees, onRoad }: Details) {
  return (
    <div className="vehicle-price">
      <Price rupees={priceRupees} originalRupees={originalPriceRupees} large />
      <Facts facts={priceFacts} />
      {monthlyRupees !== null && monthlyRupees > 0 && (
        <a
          className="action-link"
          href={paths.emiCalculator({ vehicle: id })}
        >{`EMI about ${rupeesText(monthlyRupees)} a month`}</a>
      )}
      {onRoad && !onRoad.isOpen && (
        <a
          className="action-link"
          href={paths.vehicle(id, { state: 'any' }, 'on-road')}
        >{`On the road from ${rupeesText(onRoad.lowestRupees)}`}</a>
      )}
    </div>
  );
}

type ActionsProps = Pick<Details, 'id' | 'name' | 'sale' | 'ownHref' | 'reportedAs'>;

/** Actions on it (docs/product.md, "Vehicle details"): fewer while it is not on sale, few once it is sold. */
function Actions({ id, name, sale, ownHref, reportedAs }: ActionsProps) {
  const enquiry = (about: string) => paths.contact({ subject: `${about}: ${name}`, category: 'sales', about: id });
  return (
    <div className="purchase-actions stack">
      {sale === 'sold' && <p>This one has found its rider.</p>}
      {ownHref ? (
        <ButtonLink kind="primary" href={ownHref}>
          Your Listing
        </ButtonLink>
      ) : (
        sale !== 'sold' && (
          <ButtonLink kind="primary" href={enquiry('Enquiry')}>
            Enquire Now
          </ButtonLink>
        )
      )}
      <div className="halves">
        {sale !== 'upcoming' && sale !== 'sold' && (
          <ButtonLink href={enquiry('Test ride')}>Schedule Test Ride</ButtonLink>
        )}
        <Booking id={id} sale={sale} />
        <CompareForm>
          <CompareButton id={id} name={name} isLabelled />
          <HeartButton id={id} name={name} isLabelled />
        </CompareForm>
      </div>
      {reportedAs && (
        <p className="note">
          <a href={paths.report(reportedAs, id)}>Report this {reportedAs}</a>
        </p>
      )}
    </div>
  );
}

function Booking({ id, sale }: Pick<Details, 'id' | 'sale'>) {
  if (sale === 'sold') return null;
  if (sale === 'upcoming') {
    return (
      <Button type="button" disabled>
        Coming Soon
      </Button>
    );
  }
  return (
    <form method="post" action={paths.bookings()}>
      <input type="hidden" name="vehicle" value={id} />
      <input type="hidden" name="back" value={paths.vehicle(id)} />
      <Button busyText="Booking...">Book Now</Button>
    </form>
  );
}
