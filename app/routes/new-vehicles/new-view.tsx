import { errorTexts } from '~/domain/shared/error-texts';
import { type FilterChoice, type FinderTraits, noFilters } from '~/domain/catalogue/finder';
import type { Rated, Variant, VehicleSummary } from '~/domain/catalogue/vehicle';
import type { BankOffer, BannerSlide } from '~/domain/content/vehicle-content.server';
import { type Colourway, getColours } from '~/domain/photos/drawing';
import { formatRupees } from '~/domain/shared/money';
import { type NewVehiclesQuery, paths } from '~/paths';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { DetailsPanel } from '~/ui/page/details-panel';
import { FactList } from '~/ui/page/text-blocks';
import { ActionLink, Button } from '~/ui/primitives/button';
import { Estimate, Price } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { Facts, createRatingFact } from '~/ui/vehicles/card-parts';
import { Grid, SlideShow, vehicleSlides } from '~/ui/vehicles/carousel';
import { CompareForm } from '~/ui/vehicles/compare-list';
import {
  FinderFilters,
  FinderGrid,
  FinderStatus,
  FoundHead,
  type FinderResults,
  filtersId,
} from '~/ui/vehicles/finder';
import { VehicleCard, getVehicleCardId } from '~/ui/vehicles/vehicle-card';
import type { BodyStyle, VehicleType } from '~db/enums';

const padNumber = (count: number): string => String(count).padStart(2, '0');

export function BankOfferSection({ offer, availHref }: { offer: BankOffer; availHref: string }) {
  const { vehicle, countdown } = offer;
  return (
    <section aria-labelledby="offer">
      <div className="bank-offer">
        <div className="stack">
          <h2 id="offer">Bank offer price on the {vehicle.name}</h2>
          <Price rupees={offer.bankPriceRupees} originalRupees={offer.originalPriceRupees} large />
          <ul className="row">
            {[...offer.includes, `Total savings ${formatRupees(offer.savingsRupees)}`].map((text) => (
              <li key={text} className="row">
                <Icon name="check" />
                {text}
              </li>
            ))}
          </ul>
          <p className="countdown">
            {[
              { count: countdown.days, unit: 'days' },
              { count: countdown.hours, unit: 'hrs' },
              { count: countdown.minutes, unit: 'min' },
              { count: countdown.seconds, unit: 'sec' },
            ].map(({ count, unit }) => (
              <span key={unit}>
                <b className="figure">{padNumber(count)}</b> {unit}{' '}
              </span>
            ))}
          </p>
          <p>
            <a className="button" href={availHref} data-dialog="">
              Avail This Offer Now
            </a>
          </p>
        </div>
        <Drawing of={vehicle.bodyStyle} colours={getColours(vehicle)} />
      </div>
    </section>
  );
}

export type NewVehicles = {
  view: 'new';
  firstType: VehicleType;
  filters: FinderTraits;
  choices: FilterChoice[];
  /** Null without filters. */
  matches: FinderResults | null;
  collections: Readonly<Record<VehicleType, VehicleSummary[]>>;
  banner: BannerSlide[];
  offer: BankOffer | null;
  open: (VehicleModalFacts & { image: number }) | null;
  isGone: boolean;
};

const titles: Readonly<Record<VehicleType, { screen: string; collection: string; part: string }>> = {
  Bike: { screen: 'New Bikes', collection: 'Premium Bikes Collection', part: 'bikes' },
  Scooter: { screen: 'New Scooters', collection: 'Elegant Scooters Collection', part: 'scooters' },
};

const typeOrder: Readonly<Record<VehicleType, readonly VehicleType[]>> = {
  Bike: ['Bike', 'Scooter'],
  Scooter: ['Scooter', 'Bike'],
};

/** Id of the element that the page is scrolled to when a modal closes: the card of its vehicle, or else the list. */
const getCardId = (id: string, { collections }: NewVehicles): string =>
  [...collections.Bike, ...collections.Scooter].some((vehicle) => vehicle.id === id)
    ? getVehicleCardId(id)
    : 'showroom';

/** New bikes and new scooters (docs/product.md, "New vehicles"). */
export function NewVehiclesView(screen: NewVehicles) {
  const { firstType, filters, choices, matches, collections, banner, offer, open, isGone } = screen;
  const here = firstType === 'Bike' ? paths.newBikes : paths.newScooters;
  const href = (query: NewVehiclesQuery, part?: string) => here({ ...filters, ...query }, part);
  const modalHref = (id: string, image?: number) => href({ open: id, image }, 'panel');
  return (
    <>
      {open && (
        <VehicleModal
          vehicle={open}
          closeHref={href({}, getCardId(open.id, screen))}
          imageHref={(image) => modalHref(open.id, image)}
        />
      )}
      <SlideShow
        label="Offers"
        slides={vehicleSlides(banner)}
        title={titles[firstType].screen}
        back={{ text: 'Back', href: paths.home() }}
      />
      <FinderFilters choices={choices} getHref={here} dropped={matches?.dropped ?? []} />
      <section className="filter-results" aria-labelledby="recommended">
        {matches ? (
          <>
            <FoundHead id="recommended" clearHref={here(noFilters, filtersId)} />
            <FinderStatus {...matches} />
            <FinderGrid results={matches} backTo="recommended" />
          </>
        ) : (
          <>
            <h2 className="unseen" id="recommended">
              Recommended Vehicles
            </h2>
            <p className="note">Select filters above to see recommended vehicles.</p>
          </>
        )}
      </section>
      <section className="filter-results" aria-labelledby="showroom">
        <h2 id="showroom">All Available Vehicles in Showroom</h2>
        {isGone && <ErrorSummary message={errorTexts.vehicle_not_listed} />}
        {typeOrder[firstType].map((type) => (
          <CompareForm key={type} backTo={titles[type].part}>
            <h3 className="group-title" id={titles[type].part}>
              {titles[type].collection}
            </h3>
            <Grid>
              {collections[type].map((vehicle) => (
                <VehicleCard key={vehicle.id} vehicle={vehicle} modalHref={modalHref(vehicle.id)} hasArrow />
              ))}
            </Grid>
          </CompareForm>
        ))}
      </section>
      {offer && <BankOfferSection offer={offer} availHref={modalHref(offer.vehicle.id)} />}
    </>
  );
}

/** Data of the modal; money in whole rupees. */
export type VehicleModalFacts = Rated & {
  id: string;
  name: string;
  priceRupees: number;
  originalPriceRupees: number | null;
  bodyStyle: BodyStyle;
  colourways: Colourway[];
  /** Of today. */
  offers: string[];
  variants: Variant[];
  specifications: { name: string; value: string; isEstimate: boolean }[];
};

type VehicleModalProps = {
  vehicle: VehicleModalFacts & {
    /** Number of the current picture, from 1. */
    image: number;
  };
  closeHref: string;
  imageHref: (image: number) => string;
};

/** Prev and Next wrap around. */
const turnPicture = (image: number, by: 1 | -1, pictures: number): number =>
  ((image - 1 + by + pictures) % pictures) + 1;

function Gallery({ vehicle, imageHref }: Omit<VehicleModalProps, 'closeHref'>) {
  const { name, bodyStyle, colourways, image } = vehicle;
  const colour = colourways[image - 1];
  const pictures = colourways.length;
  return (
    <>
      <Drawing
        of={bodyStyle}
        colours={colour ?? getColours(vehicle)}
        label={colour ? `${name} in ${colour.name}` : name}
      />
      {pictures > 1 && (
        <>
          <a className="icon-button" href={imageHref(turnPicture(image, -1, pictures))} rel="prev" data-dialog="">
            <Icon name="back" />
            <span className="unseen">Previous picture</span>
          </a>{' '}
          <a className="icon-button" href={imageHref(turnPicture(image, 1, pictures))} rel="next" data-dialog="">
            <Icon name="go" />
            <span className="unseen">Next picture</span>
          </a>
          <ol className="gallery-dots">
            {colourways.map((colourway, index) => (
              <li key={colourway.name}>
                <a href={imageHref(index + 1)} data-dialog="" aria-current={index + 1 === image || undefined}>
                  <span className="unseen">{colourway.name}</span>
                </a>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

/** A vehicle of the showroom over its list (docs/product.md, "New vehicles"). */
function VehicleModal({ vehicle, closeHref, imageHref }: VehicleModalProps) {
  const { id, name, image, colourways } = vehicle;
  const colour = colourways[image - 1];
  return (
    <DetailsPanel
      title={name}
      closeHref={closeHref}
      picture={<Gallery vehicle={vehicle} imageHref={imageHref} />}
      isDialog
    >
      <div>
        <Price rupees={vehicle.priceRupees} originalRupees={vehicle.originalPriceRupees} large />
        <Facts
          facts={[
            createRatingFact(vehicle),
            colour ? `${colour.name}, picture ${image} of ${colourways.length}` : null,
          ]}
        />
      </div>
      <form method="post" action={paths.bookings()} className="row">
        <input type="hidden" name="vehicle" value={id} />
        <input type="hidden" name="back" value={closeHref} />
        <Button kind="primary" busyText="Booking...">
          Buy/Book Now
        </Button>{' '}
        <ActionLink href={paths.vehicle(id)} icon="go">
          View Details
        </ActionLink>
      </form>
      {vehicle.offers.length > 0 && (
        <div>
          <h3>Offers</h3>
          {vehicle.offers.map((offer) => (
            <p key={offer}>{offer}</p>
          ))}
        </div>
      )}
      {vehicle.variants.length > 0 && (
        <div>
          <h3>Variants</h3>
          <FactList
            facts={vehicle.variants.map(({ name, priceRupees }) => ({ name, value: formatRupees(priceRupees) }))}
          />
        </div>
      )}
      <div>
        <h3>Specifications</h3>
        <FactList
          facts={vehicle.specifications.map(({ name, value, isEstimate }) => ({
            name,
            value: isEstimate ? <Estimate figure={value} /> : value,
          }))}
        />
      </div>
    </DetailsPanel>
  );
}
