import type { PhotoSources } from '~/domain/photos/photo';

type PhotoProps = {
  photo: PhotoSources;
  alt: string;
  /** Its width in the layout, as the `sizes` attribute of an image. */
  sizes: string;
  /** Visible on opening the screen: not loaded lazily. */
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

/** All photos of one vehicle in a strip that scrolls by itself, one at a time. */
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
        </li>
      ))}
    </ul>
  );
}
