import { rupeesText } from '~/domain/shared/money';
import { paths } from '~/paths';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { Price } from '~/ui/primitives/chips';
import { CompareButton, CompareForm } from '~/ui/vehicles/compare-list';
import { Facts } from '~/ui/vehicles/facts';
import { HeartButton } from '~/ui/vehicles/favourites';
import type { Details } from './details';

/** The price, its monthly instalment, and related costs. */
export function PriceBlock({ id, priceRupees, originalPriceRupees, priceFacts, monthlyRupees }: Details) {
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
    </div>
  );
}

type ActionsProps = Pick<Details, 'id' | 'name' | 'sale' | 'ownHref' | 'reportedAs'>;

/** Actions on it (docs/product.md, "Vehicle details"): fewer while it is not on sale, few once it is sold. */
export function Actions({ id, name, sale, ownHref, reportedAs }: ActionsProps) {
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
