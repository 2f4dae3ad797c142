import { coloursOf } from '~/domain/catalogue/drawing-colours';
import type { BankOffer } from '~/domain/content/bank-offer.server';
import { rupeesText } from '~/domain/money';
import { Drawing } from '~/ui/drawings/drawing';
import { Icon } from '~/ui/icons/icon';
import { Price } from '~/ui/signs/price';

const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** The bank's price for one scooter, with a countdown that stands still as specified. */
export function BankOfferPart({ offer, availHref }: { offer: BankOffer; availHref: string }) {
  const { vehicle, countdown } = offer;
  return (
    <section aria-labelledby="offer">
      <div className="offer">
        <div className="stack">
          <h2 id="offer">Bank offer price on the {vehicle.name}</h2>
          <Price rupees={offer.bankPriceRupees} originalRupees={offer.originalPriceRupees} large />
          <ul className="row">
            {[...offer.includes, `Total savings ${rupeesText(offer.savingsRupees)}`].map((text) => (
              <li key={text} className="row">
                <Icon name="check" />
                {text}
              </li>
            ))}
          </ul>
          <p className="clock">
            {[
              { count: countdown.days, unit: 'days' },
              { count: countdown.hours, unit: 'hrs' },
              { count: countdown.minutes, unit: 'min' },
              { count: countdown.seconds, unit: 'sec' },
            ].map(({ count, unit }) => (
              <span key={unit}>
                <b className="n">{twoDigits(count)}</b> {unit}{' '}
              </span>
            ))}
          </p>
          <p>
            <a className="btn" href={availHref} data-dialog="">
              Avail This Offer Now
            </a>
          </p>
        </div>
        <Drawing of={vehicle.bodyStyle} colours={coloursOf(vehicle)} />
      </div>
    </section>
  );
}
