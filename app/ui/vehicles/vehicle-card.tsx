import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { formatMileage, formatExpected } from '~/domain/catalogue/vehicle-labels';
import { getColours } from '~/domain/photos/drawing';
import { getPhotoSources } from '~/domain/photos/photo';
import { parseMonth } from '~/domain/shared/dates';
import { formatCount } from '~/domain/shared/money';
import { paths } from '~/paths';
import { SectionHead } from '../page/page-head';
import { ConditionChip, Price, Tag } from '../primitives/chips';
import { Drawing } from '../primitives/drawing';
import { Icon } from '../primitives/icon';
import { Carousel, type CarouselKind } from './carousel';
import { CompareButton, CompareForm } from './compare-list';
import { CardName, engineText, Facts, HeartButton, Photo, createRatingFact, placeText } from './card-parts';

type VehicleCardProps = {
  vehicle: VehicleSummary;
  /** `milestone`: shows the launch month of an upcoming vehicle beside it, as in an upcoming carousel. */
  launch?: 'fact' | 'milestone';
  /** Kilometres from the city of the filter; null without one. */
  km?: number | null;
  /** Its segment, which the showroom shows in place of its engine: 'Retro roadster'. */
  category?: string | null;
  /** Replaces the vehicle's own tag: 'Exact match'. */
  mark?: string | undefined;
  /** URL of a modal that its name opens on the same screen; closing it returns to the card by `getVehicleCardId`. */
  modalHref?: string | undefined;
  hasArrow?: boolean;
  /** For its seller: 'Seen by 34 people in the last 30 days'. */
  seen?: string;
};

/** Id of a vehicle's card, on a screen that shows it only once. */
export const getVehicleCardId = (id: string): string => `vehicle-${id}`;

function Arrow({ id, name, isLink }: { id: string; name: string; isLink: boolean }) {
  // Without a modal, the name's link covers the whole card including the arrow.
  if (!isLink) {
    return (
      <p className="action-link" aria-hidden="true">
        View Details <Icon name="go" />
      </p>
    );
  }
  return (
    <a className="action-link" href={paths.vehicle(id)}>
      View Details <Icon name="go" />
      <span className="unseen">{`of ${name}`}</span>
    </a>
  );
}

/** A vehicle in a carousel or grid. Requires a `CompareForm` around the list. */
export function VehicleCard({
  vehicle,
  launch = 'fact',
  km = null,
  category = null,
  mark,
  modalHref,
  hasArrow = false,
  seen,
}: VehicleCardProps) {
  const { id, name, stock, tag, offerOfToday, launchDay, isLaunchOverdue, kilometresDriven } = vehicle;
  // A launch month in the past is not shown.
  const expected = stock === 'upcoming' && launchDay && !isLaunchOverdue ? parseMonth(launchDay) : null;
  const milestone = launch === 'milestone' ? expected : null;
  const isSold = vehicle.availability === 'sold';
  const tagText = mark ?? (isSold ? 'Sold' : stock === 'upcoming' ? 'Coming Soon' : (offerOfToday ?? tag));
  return (
    <li className="card" id={modalHref && getVehicleCardId(id)}>
      {vehicle.photo ? (
        <span className="drawing photo">
          <Photo photo={getPhotoSources(vehicle.photo)} alt={name} sizes="(min-width: 48rem) 19rem, 50vw" />
        </span>
      ) : (
        <Drawing of={vehicle.bodyStyle} colours={getColours(vehicle)} />
      )}
      {tagText && <Tag isYellow={mark !== undefined || stock === 'upcoming'}>{tagText}</Tag>}
      {milestone && (
        <p className="launch-date">
          <span className="unseen">Expected</span>
          {` ${milestone.month} `}
          <b>{milestone.year}</b>
        </p>
      )}
      <div>
        <Price rupees={vehicle.priceRupees} originalRupees={vehicle.originalPriceRupees} inLakhs={stock !== 'used'} />
        <h3>
          <a href={modalHref ?? paths.vehicle(id)} data-dialog={modalHref && ''}>
            <CardName name={name} />
          </a>
        </h3>
        <Facts
          facts={[
            category,
            formatMileage(vehicle),
            stock === 'used' && kilometresDriven !== null
              ? `${formatCount(kilometresDriven)} km`
              : category === null
                ? engineText(vehicle)
                : null,
            stock === 'used' ? placeText({ city: vehicle.city, km }) : null,
            createRatingFact(vehicle),
            isSold && mark !== undefined ? <b key="sold">Sold</b> : null,
            milestone ? null : formatExpected(vehicle),
          ]}
        />
        {seen && <p className="note">{seen}</p>}
        {stock === 'used' && <ConditionChip condition={vehicle.condition} />}
        {hasArrow && <Arrow id={id} name={name} isLink={modalHref !== undefined} />}
      </div>
      <CompareButton id={id} name={name} />
      <HeartButton id={id} name={name} />
    </li>
  );
}

type CarouselSectionProps = {
  id: string;
  title: string;
  more: { text: string; href: string };
  kind: CarouselKind;
  vehicles: VehicleSummary[];
};

export function CarouselSection({ id, title, more, kind, vehicles }: CarouselSectionProps) {
  return (
    <section className={kind === 'upcoming' ? 'upcoming' : undefined} aria-labelledby={id}>
      <SectionHead id={id} title={title} more={more} />
      <CompareForm backTo={id}>
        <Carousel kind={kind}>
          {vehicles.map((vehicle) => (
            <VehicleCard key={vehicle.id} vehicle={vehicle} launch={kind === 'upcoming' ? 'milestone' : 'fact'} />
          ))}
        </Carousel>
      </CompareForm>
    </section>
  );
}
