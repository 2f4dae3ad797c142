import { formatRupees } from '~/domain/shared/money';
import { paths } from '~/paths';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { ConditionChip, Price } from '~/ui/primitives/chips';
import { Icon } from '~/ui/primitives/icon';
import { PriceScale } from '~/ui/primitives/price-scale';
import { Facts, HeartButton, createRatingFact } from '~/ui/vehicles/card-parts';
import { CompareButton, CompareForm } from '~/ui/vehicles/compare-list';
import type { Details } from './details';
import { reviewsText } from './reviews';

/** What decides, and what to do: name, price, the most important facts and the actions. */
export function Rail(details: Details) {
  const { name, priceRupees, originalPriceRupees, condition, judged, highlights, offers } = details;
  return (
    <div className="rail">
      <div className="rail-offer">
        <h1 className={name.length > 40 ? 'long-name' : undefined}>{name}</h1>
        <div className="price-line">
          <Price rupees={priceRupees} originalRupees={originalPriceRupees} large />
          {condition && <ConditionChip condition={condition} />}
        </div>
        <FactsBelowPrice {...details} />
        {judged && <PriceScale judged={judged} methodHref="#price" />}
      </div>
      <div className="rail-ways">
        {highlights.length > 0 && (
          <dl className="glance">
            {highlights.map((fact) => (
              <div key={fact.name}>
                <dt>{fact.name}</dt>
                <dd>{fact.value}</dd>
              </div>
            ))}
          </dl>
        )}
        <Actions {...details} />
        <QuietWays {...details} />
        {offers.length > 0 && (
          <ul className="callout vehicle-offers">
            {offers.map((offer) => (
              <li key={offer}>{offer}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function FactsBelowPrice({ condition, facts, rating, sampleRating, reviews }: Details) {
  return (
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
  );
}

type OnSale = Pick<Details, 'id' | 'name' | 'sale'>;

/** The main action of a buyer; null once sold. It contacts the seller of a listing, or else the site. */
export function getMainAction({ id, name, sale }: OnSale): { text: string; href: string } | null {
  if (sale === 'sold') return null;
  return sale === 'listed'
    ? { text: 'Contact Seller', href: paths.contact({ about: id }) }
    : { text: 'Enquire Now', href: paths.contact({ subject: `Enquiry: ${name}`, category: 'sales', about: id }) };
}

/** The actions of a buyer (docs/product.md, "Vehicle details"): fewer while it is not on sale. */
function BuyerActions(details: Details) {
  const { id, sale, related, list } = details;
  const main = getMainAction(details);
  if (!main) {
    return (
      <>
        <p>This one has found its rider.</p>
        <ButtonLink kind="primary" href={related.length > 0 ? '#related' : list.href}>
          See similar
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <ButtonLink kind="primary" href={main.href}>
        {main.text}
      </ButtonLink>{' '}
      {sale === 'upcoming' ? (
        <Button type="button" disabled>
          Coming Soon
        </Button>
      ) : (
        <>
          <ButtonLink href={paths.newAppointment({ vehicle: id })}>
            {sale === 'listed' ? 'Schedule Test Drive' : 'Schedule Test Ride'}
          </ButtonLink>
          <form method="post" action={paths.bookings()}>
            <input type="hidden" name="vehicle" value={id} />
            <input type="hidden" name="back" value={paths.vehicle(id)} />
            <Button busyText="Booking...">Book Now</Button>
          </form>
        </>
      )}
    </>
  );
}

const saleButtons = {
  sold: { text: 'Mark as sold', busyText: 'Marking it...' },
  unsold: { text: 'Offer it again', busyText: 'Offering it...' },
} as const;

function OwnerActions({ id, own: { editHref, sale } }: { id: string; own: NonNullable<Details['own']> }) {
  return (
    <>
      <ButtonLink kind="primary" href={editHref}>
        Edit
      </ButtonLink>{' '}
      {sale?.change && (
        <form method="post" action={sale.action}>
          <input type="hidden" name="listing" value={id} />
          <Button name="intent" value={sale.change} busyText={saleButtons[sale.change].busyText}>
            {saleButtons[sale.change].text}
          </Button>
        </form>
      )}
    </>
  );
}

const Actions = (details: Details) =>
  details.own ? <OwnerActions id={details.id} own={details.own} /> : <BuyerActions {...details} />;

/** A sign and a word each. */
function QuietWays({ id, name, monthlyRupees, reviews, publicLink }: Details) {
  return (
    <ul className="quiet-ways">
      <li>
        <CompareForm>
          <CompareButton id={id} name={name} isLabelled />
        </CompareForm>
      </li>
      <li>
        {reviews.own.isSignedIn ? (
          <CompareForm>
            <HeartButton id={id} name={name} isLabelled />
          </CompareForm>
        ) : (
          <a href={paths.login({ redirectTo: paths.vehicle(id) })}>
            <Icon name="heart" />
            Save
          </a>
        )}
      </li>
      {publicLink !== null && (
        <li>
          <a href="#share">
            <Icon name="share" />
            Share
          </a>
        </li>
      )}
      {monthlyRupees !== null && monthlyRupees > 0 && (
        <li>
          <a href={paths.emiCalculator({ vehicle: id })}>
            <Icon name="rupee" />
            {`EMI ${formatRupees(monthlyRupees)}`}
            <span className="unseen"> a month</span>
          </a>
        </li>
      )}
    </ul>
  );
}

export function MoreLinks({ id, name, sale, own, hasSeatHeight, onRoad }: Details) {
  const links = [
    ...(own?.manage ? [own.manage] : []),
    ...(own ? [{ text: 'Notice to print', href: paths.notice(id) }] : []),
    ...(sale === 'sold' ? [] : [{ text: 'Trip cost', href: paths.trip([id]) }]),
    ...(hasSeatHeight ? [{ text: 'Can I reach the ground?', href: paths.seatHeight([id]) }] : []),
  ];
  const price = onRoad?.isOpen ? null : onRoad;
  if (links.length === 0 && !price) return null;
  return (
    <nav className="more-links" aria-label={`More about the ${name}`}>
      {links.map(({ text, href }) => [
        <a key={href} href={href}>
          {text} <Icon name="go" />
        </a>,
        ' ',
      ])}
      {price && (
        <a href={paths.vehicle(id, { state: price.price?.stateCode ?? 'any' }, 'on-road')}>
          {price.price ? `On the road in ${price.price.state} ` : 'On the road from '}
          <b>{formatRupees(price.price?.totalRupees ?? price.lowestRupees)}</b>
        </a>
      )}
    </nav>
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
