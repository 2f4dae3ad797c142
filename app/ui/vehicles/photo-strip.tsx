import type { PhotoSources } from '~/domain/photos/photo-address';
import { Photo } from './photo';

type PhotoStripProps = {
  photos: readonly PhotoSources[];
  /** Whose photos they are: 'Hero Splendor Plus'. */
  name: string;
};

/** All photos of one vehicle in a strip that scrolls by itself, one at a time. */
export function PhotoStrip({ photos, name }: PhotoStripProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be within reach of the keyboard
    <ul className="strip" tabIndex={0} aria-label={`Photos of ${name}`}>
      {photos.map((photo, position) => (
        <li key={photo.src}>
          <Photo
            photo={photo}
            alt={`${name}, photo ${position + 1} of ${photos.length}`}
            sizes="(min-width: 64rem) 25rem, 100vw"
            isFirst={position === 0}
          />
        </li>
      ))}
    </ul>
  );
}
