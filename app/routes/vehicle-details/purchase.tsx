import { formatRupees } from '~/domain/shared/money';
import { paths } from '~/paths';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { ConditionChip, Price } from '~/ui/primitives/chips';
import { Facts, createRatingFact } from '~/ui/vehicles/card-parts';
import { CompareButton, CompareForm } from '~/ui/vehicles/compare-list';
import type { Details } from './details';
import { reviewsText } from './reviews';

export function Purchase(details: Details) {
  const { name, priceRupees, originalPriceRupees, highlights, offers } = details;
  return (
    <div className="price-and-actions stack">
      <h1 className={name.length > 40 ? 'long-name' : undefined}>{name}</h1>
      <Price rupees={priceRupees} originalRupees={originalPriceRupees} large />
      <ConditionAndRating {...details} />
      <Actions {...details} />
      {highlights.length > 0 && (
        <dl className="highlights">
          {highlights.map((fact) => (
            <div key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {offers.length > 0 && (
        <ul className="callout vehicle-offers">
          {offers.map((offer) => (
            <li key={offer}>{offer}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ConditionAndRating({ condition, facts, rating, sampleRating, reviews }: Details) {
  return (
    <div className="row">
      {condition && <ConditionChip condition={condition} />}{' '}
      <Facts
        facts={[
          // The chip already shows it.
          ...facts.filter((fact) => fact !== condition),
          rating === null ? (
            createRatingFact({ rating, sampleRating })
          ) : (
            <a key="rating" href="#reviews">
              {createRatingFact({ rating, sampleRating })} ({reviewsText(reviews.summary.count)})
            </a>
          ),
        ]}
      />
    </div>
  );
}

type OnSale = Pick<Details, 'id' | 'name' | 'sale'>;

/** The main action of a buyer; null once sold. It contacts the seller of a listing, or else the site. */
function getMainAction({ id, name, sale }: OnSale): { text: string; href: string } | null {
  if (sale === 'sold') return null;
  return sale === 'listed'
    ? { text: 'Contact Seller', href: paths.contact({ about: id }) }
    : { text: 'Enquire Now', href: paths.contact({ subject: `Enquiry: ${name}`, category: 'sales', about: id }) };
}

/** The actions of a buyer (docs/product.md, "Vehicle details"): fewer while it is not on sale, none once sold. */
function BuyerActions(details: Details) {
  const { id, sale } = details;
  const main = getMainAction(details);
  if (!main) return null;
  return (
    <p className="two-columns">
      <ButtonLink kind="primary" href={main.href}>
        {main.text}
      </ButtonLink>{' '}
      {sale === 'upcoming' ? (
        <Button type="button" disabled>
          Coming Soon
        </Button>
      ) : (
        <ButtonLink href={paths.newAppointment({ vehicle: id })}>
          {sale === 'listed' ? 'Schedule Test Drive' : 'Schedule Test Ride'}
        </ButtonLink>
      )}
    </p>
  );
}

const saleButtons = {
  sold: { text: 'Mark as sold', busyText: 'Marking it...' },
  unsold: { text: 'Offer it again', busyText: 'Offering it...' },
} as const;

function OwnerActions({ id, own: { editHref, sale } }: { id: string; own: NonNullable<Details['own']> }) {
  const edit = (
    <ButtonLink kind="primary" href={editHref}>
      Edit
    </ButtonLink>
  );
  if (!sale?.change) return <p className="two-columns">{edit}</p>;
  const { text, busyText } = saleButtons[sale.change];
  return (
    <form method="post" action={sale.action} className="two-columns">
      <input type="hidden" name="listing" value={id} />
      {edit}{' '}
      <Button name="intent" value={sale.change} busyText={busyText}>
        {text}
      </Button>
    </form>
  );
}

function Actions(details: Details) {
  const { id, name, sale, own, monthlyRupees, hasSeatHeight } = details;
  const trip = sale !== 'sold' && (
    <a className="action-link" href={paths.trip([id])}>
      On a trip
    </a>
  );
  return (
    <div className="purchase-actions">
      {sale === 'sold' && <p>This one has found its rider.</p>}
      {own ? <OwnerActions id={id} own={own} /> : <BuyerActions {...details} />}
      <div className={hasSeatHeight ? 'row' : 'two-columns'}>
        {own?.manage && (
          <a className="action-link" href={own.manage.href}>
            {own.manage.text}
          </a>
        )}{' '}
        {own && (
          <a className="action-link" href={paths.notice(id)}>
            Notice to print
          </a>
        )}
        {!own && sale !== 'upcoming' && sale !== 'sold' && (
          <form method="post" action={paths.bookings()}>
            <input type="hidden" name="vehicle" value={id} />
            <input type="hidden" name="back" value={paths.vehicle(id)} />
            <button type="submit" className="action-link" data-busy="Booking...">
              Book Now
            </button>
          </form>
        )}
        <CompareForm>
          <CompareButton id={id} name={name} isLabelled />
        </CompareForm>
        {monthlyRupees !== null && monthlyRupees > 0 && (
          <a className="action-link" href={paths.emiCalculator({ vehicle: id })}>
            {`EMI ${formatRupees(monthlyRupees)}`}
            <span className="unseen"> a month</span>
          </a>
        )}{' '}
        {!hasSeatHeight && trip}
      </div>
      {hasSeatHeight && (
        <div className="row">
          {trip}{' '}
          <a className="action-link" href={paths.seatHeight([id])}>
            Can I reach the ground?
          </a>
        </div>
      )}
      <OnRoadLink {...details} />
    </div>
  );
}

function OnRoadLink({ id, onRoad }: Details) {
  if (!onRoad || onRoad.isOpen) return null;
  const { price, lowestRupees } = onRoad;
  return (
    <a className="action-link" href={paths.vehicle(id, { state: price?.stateCode ?? 'any' }, 'on-road')}>
      {price ? `On the road in ${price.state} ` : 'On the road from '}
      <b>{formatRupees(price?.totalRupees ?? lowestRupees)}</b>
    </a>
  );
}

export function PriceBar(details: Details) {
  const main = getMainAction(details);
  if (!main || details.own) return null;
  return (
    <div className="price-bar">
      <Price rupees={details.priceRupees} large />
      <ButtonLink kind="primary" href={main.href}>
        {main.text}
      </ButtonLink>
    </div>
  );
}
