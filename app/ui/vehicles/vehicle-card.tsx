import { coloursOf } from '~/domain/catalogue/drawing-colours';
import type { VehicleSummary } from '~/domain/catalogue/vehicle-summary';
import { monthOf } from '~/domain/dates';
import { countText } from '~/domain/money';
import { photoSources } from '~/domain/photos/photo-address';
import { paths } from '~/paths';
import { Drawing } from '~/ui/drawings/drawing';
import { Icon } from '~/ui/icons/icon';
import { ConditionChip } from '~/ui/signs/condition-chip';
import { Price } from '~/ui/signs/price';
import { Tag } from '~/ui/signs/tag';
import { CompareButton } from './compare-list';
import { engineText, Facts, Rating, reachText } from './facts';
import { HeartButton } from './favourites';
import { Photo } from './photo';

type VehicleCardProps = {
  vehicle: VehicleSummary;
  /** `milestone`: what is to come has its month on a stone beside it, as in an upcoming lane. */
  launch?: 'fact' | 'milestone';
  /** What it is among its kind, as the showroom says it in place of its engine: 'Retro roadster'. */
  category?: string | null;
  /** Stands in the place of the vehicle's own tag: 'Exact match'. */
  mark?: string | undefined;
  /** Its name opens this modal of the same screen, which returns to the card by `vehicleAnchor`. */
  modalHref?: string | undefined;
  /** An arrow leads to its details. */
  hasArrow?: boolean;
};

/** The id of a vehicle's card, where a screen shows it once. */
export const vehicleAnchor = (id: string): string => `vehicle-${id}`;

function Arrow({ id, name, isLink }: { id: string; name: string; isLink: boolean }) {
  // Without a modal the name's link covers the whole card, the arrow too.
  if (!isLink) {
    return (
      <p className="ln" aria-hidden="true">
        View Details <Icon name="go" />
      </p>
    );
  }
  return (
    <a className="ln" href={paths.vehicle(id)}>
      View Details <Icon name="go" />
      <span className="vh">{`of ${name}`}</span>
    </a>
  );
}

/** One vehicle of a lane or grid. Needs a `CompareForm` around the list. */
export function VehicleCard({
  vehicle,
  launch = 'fact',
  category = null,
  mark,
  modalHref,
  hasArrow = false,
}: VehicleCardProps) {
  const { id, name, stock, tag, rating, launchDay, kilometresDriven } = vehicle;
  const expected = stock === 'upcoming' && launchDay ? monthOf(launchDay) : null;
  const isMilestone = expected !== null && launch === 'milestone';
  const tagText = mark ?? (stock === 'upcoming' ? 'Coming Soon' : tag);
  return (
    <li className="v" id={modalHref && vehicleAnchor(id)}>
      {vehicle.photo ? (
        <span className="m ph">
          <Photo photo={photoSources(vehicle.photo)} alt="" sizes="(min-width: 48rem) 19rem, 50vw" />
        </span>
      ) : (
        <Drawing of={vehicle.bodyStyle} colours={coloursOf(vehicle)} />
      )}
      {tagText && <Tag isYellow={mark !== undefined || stock === 'upcoming'}>{tagText}</Tag>}
      {isMilestone && (
        <p className="mile">
          <span className="vh">Expected</span> {expected.month} <b>{expected.year}</b>
        </p>
      )}
      <div>
        <Price rupees={vehicle.priceRupees} originalRupees={vehicle.originalPriceRupees} />
        <h3>
          <a href={modalHref ?? paths.vehicle(id)} data-dialog={modalHref && ''}>
            {name}
          </a>
        </h3>
        <Facts
          facts={[
            category,
            reachText(vehicle),
            stock === 'used' && kilometresDriven !== null
              ? `${countText(kilometresDriven)} km`
              : category === null
                ? engineText(vehicle)
                : null,
            stock !== 'upcoming' && rating !== null ? <Rating key="rating" value={rating} /> : null,
            expected && !isMilestone ? `Expected ${expected.month} ${expected.year}` : null,
          ]}
        />
        {stock === 'used' && <ConditionChip condition={vehicle.condition} />}
        {hasArrow && <Arrow id={id} name={name} isLink={modalHref !== undefined} />}
      </div>
      <CompareButton id={id} name={name} />
      <HeartButton id={id} name={name} />
    </li>
  );
}
