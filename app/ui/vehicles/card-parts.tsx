import { createContext, type ReactNode, useContext } from 'react';
import type { Rated, VehicleSummary } from '~/domain/catalogue/vehicle';
import type { PhotoSources } from '~/domain/photos/photo';
import { formatCount } from '~/domain/shared/money';
import { paths } from '~/paths';
import { Icon } from '../primitives/icon';

/** Short facts in one line, separated by dots. Missing ones are omitted; renders nothing without any. */
export function Facts({ facts }: { facts: readonly (ReactNode | null)[] }) {
  const texts = facts.filter((fact) => fact !== null);
  if (texts.length === 0) return null;
  return (
    <p className="facts">
      {texts
        .map((fact, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of an item never change their places
          <span key={position}>{fact}</span>
        ))
        .flatMap((fact) => [' ', fact])
        .slice(1)}
    </p>
  );
}

/** A name on a card. A word with a hyphen, such as FZ-S, stays on one line, where there is room for it. */
export const CardName = ({ name }: { name: string }): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never change their places
  name.split(/(\S+-\S+)/).map((part, position) => (position % 2 === 1 ? <span key={position}>{part}</span> : part));

/**
 * What the search of a page finds a listing by, a line each; undefined where its name on the card is enough, because
 * the brand is part of it.
 */
export const getSearchedText = ({ name, brand }: { name: string; brand: string }): string | undefined =>
  name.includes(brand) ? undefined : `${name}\n${brand}`;

/** 'Pune', or 'Pune, 12 km away' when the filter is for another city; null when not known. */
export function placeText({ city, km }: { city: string | null; km: number | null }): string | null {
  return city === null || km === null || km === 0 ? city : `${city}, ${formatCount(km)} km away`;
}

/** Whether a page has a sample rating: the server renders it from its start to its end, which explains the asterisk. */
const SampleRatings = createContext({ hasSample: false });

export const SampleRatingsProvider = SampleRatings.Provider;

export function SampleRatingsNote() {
  const { hasSample } = useContext(SampleRatings);
  return hasSample && <p className="section note">* Sample rating.</p>;
}

/** A rating out of 5 with a star: that of riders, or the built-in sample, with an asterisk. */
function Rating({ value, isSample }: { value: number; isSample: boolean }) {
  const page = useContext(SampleRatings);
  if (isSample) page.hasSample = true;
  return (
    <>
      <Icon name="star" />
      <span className="unseen">Rated </span>
      {isSample ? `${value}*` : value}
    </>
  );
}

/** The rating of a vehicle, for `Facts`; null where there is none. */
export function createRatingFact({ rating, sampleRating }: Rated): ReactNode | null {
  const value = rating ?? sampleRating;
  return value === null ? null : <Rating key="rating" value={value} isSample={rating === null} />;
}

/** Range or mileage: '36 km/l', or '153 km range' for an electric one; null when neither is known. */
export function engineText({ engineCc, batteryKwh }: Pick<VehicleSummary, 'engineCc' | 'batteryKwh'>): string | null {
  if (engineCc !== null) return `${Math.round(engineCc)} cc`;
  return batteryKwh === null ? null : `${batteryKwh} kWh`;
}

const FavouriteIds = createContext<readonly string[] | null>(null);

/** The user's favourites, for all cards; null for visitors, who see no hearts. */
export const FavouritesProvider = FavouriteIds.Provider;

type HeartButtonProps = {
  id: string;
  name: string;
  isLabelled?: boolean;
};

/** Button that saves or removes a favourite of a signed-in user. Comes after the compare button, in its form. */
export function HeartButton({ id, name, isLabelled = false }: HeartButtonProps) {
  const saved = useContext(FavouriteIds);
  if (!saved) return null;
  const isSaved = saved.includes(id);
  return (
    // biome-ignore lint/a11y/useButtonType: a button submits its form anyway, and a page has two for each vehicle
    <button
      className={isLabelled ? 'action-link' : 'icon-button'}
      formAction={paths.favourites()}
      name={isSaved ? 'drop' : 'save'}
      value={id}
      aria-pressed={isSaved}
    >
      <Icon name="heart" />
      {isLabelled ? 'Save' : <span className="unseen">{`Save ${name}`}</span>}
    </button>
  );
}

type PhotoProps = {
  photo: PhotoSources;
  /** The vehicle; not empty, because text browsers would print the name of its file. */
  alt: string;
  sizes: string;
  /** In view when the screen opens, so not loaded lazily. */
  isFirst?: boolean;
};

export function Photo({ photo, alt, sizes, isFirst = false }: PhotoProps) {
  return (
    <img
      src={photo.src}
      srcSet={photo.srcSet}
      sizes={sizes}
      width={photo.width}
      height={photo.height}
      alt={alt}
      loading={isFirst ? undefined : 'lazy'}
      decoding="async"
    />
  );
}

type PhotoStripProps = {
  photos: readonly PhotoSources[];
  /** Name of the vehicle for the text alternatives: 'Hero Splendor Plus'. */
  name: string;
};

export function PhotoStrip({ photos, name }: PhotoStripProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be within reach of the keyboard
    <ul className="photo-strip" tabIndex={0} aria-label={`Photos of ${name}`}>
      {photos.map((photo, position) => (
        <li key={photo.src}>
          <Photo
            photo={photo}
            alt={`${name}, photo ${position + 1} of ${photos.length}`}
            sizes="(min-width: 64rem) 25rem, 100vw"
            isFirst={position === 0}
          />
          {photos.length > 1 && (
            <span
              className="photo-dots"
              aria-hidden="true"
              style={{ '--photos': photos.length, '--position': position }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
