import type { PhotoSources } from '~/domain/photos/photo-address';

type PhotoProps = {
  photo: PhotoSources;
  alt: string;
  /** How wide it stands in the layout, as the `sizes` attribute says it. */
  sizes: string;
  /** Seen at once on opening the screen: not loaded lazily. */
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
