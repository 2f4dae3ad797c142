import { type Colourway, coloursOf } from '~/domain/drawings/drawing';
import { paths } from '~/paths';
import { DetailsPanel } from '~/ui/page/details-panel';
import { FactList } from '~/ui/page/text-blocks';
import { Button, ActionLink } from '~/ui/primitives/button';
import { Price } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { Rating } from '~/ui/vehicles/facts';
import { Estimate } from '~/ui/vehicles/vehicle-card';
import type { BodyStyle } from '~db/enums';

/** Data of the modal; money in whole rupees. */
export type VehicleModalFacts = {
  id: string;
  name: string;
  priceRupees: number;
  originalPriceRupees: number | null;
  /** From 1 to 5. */
  rating: number | null;
  bodyStyle: BodyStyle;
  /** The pictures of its gallery. */
  colourways: Colourway[];
  specifications: { name: string; value: string; isEstimate: boolean }[];
};

type VehicleModalProps = {
  vehicle: VehicleModalFacts & {
    /** Number of the current picture, from 1. */
    image: number;
  };
  /** URL of the list, at the vehicle. */
  closeHref: string;
  /** URL of the modal with another picture. */
  imageHref: (image: number) => string;
};

/** Prev and Next cycle. */
const turned = (image: number, by: 1 | -1, pictures: number): number => ((image - 1 + by + pictures) % pictures) + 1;

function Gallery({ vehicle, imageHref }: Omit<VehicleModalProps, 'closeHref'>) {
  const { name, bodyStyle, colourways, image } = vehicle;
  const shown = colourways[image - 1];
  const pictures = colourways.length;
  return (
    <>
      <Drawing of={bodyStyle} colours={shown ?? coloursOf(vehicle)} label={shown ? `${name} in ${shown.name}` : name} />
      {pictures > 1 && (
        <>
          <a className="icon-button" href={imageHref(turned(image, -1, pictures))} rel="prev" data-dialog="">
            <Icon name="back" />
            <span className="visually-hidden">Previous picture</span>
          </a>{' '}
          <a className="icon-button" href={imageHref(turned(image, 1, pictures))} rel="next" data-dialog="">
            <Icon name="go" />
            <span className="visually-hidden">Next picture</span>
          </a>
          <ol className="gallery-dots">
            {colourways.map((colourway, index) => (
              <li key={colourway.name}>
                <a href={imageHref(index + 1)} data-dialog="" aria-current={index + 1 === image || undefined}>
                  <span className="visually-hidden">{colourway.name}</span>
                </a>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

/** A vehicle of the showroom over its list (docs/product.md, "New vehicles"; section 4, "Detail modal"). */
export function VehicleModal({ vehicle, closeHref, imageHref }: VehicleModalProps) {
  const { id, name, image, colourways, rating } = vehicle;
  const shown = colourways[image - 1];
  return (
    <DetailsPanel
      title={name}
      closeHref={closeHref}
      picture={<Gallery vehicle={vehicle} imageHref={imageHref} />}
      isDialog
    >
      <div>
        <Price rupees={vehicle.priceRupees} originalRupees={vehicle.originalPriceRupees} large />
        <p className="facts">
          {rating !== null && (
            <span>
              <Rating value={rating} />
            </span>
          )}{' '}
          {shown && <span>{`${shown.name}, picture ${image} of ${colourways.length}`}</span>}
        </p>
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
