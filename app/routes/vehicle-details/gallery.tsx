import type { CSSProperties } from 'react';
import { formatCount } from '~/domain/shared/money';
import { paths } from '~/paths';
import { Tag } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { Photo } from '~/ui/vehicles/card-parts';
import type { BodyStyle } from '~db/enums';
import type { Details, LargePhoto, Pictures } from './details';

/** Left and right end of each drawing, as fractions of its width: its length is painted on the road between them. */
const drawingEnds: Readonly<Record<BodyStyle, readonly [from: number, to: number]>> = {
  commuter: [0.087, 0.929],
  naked: [0.091, 0.938],
  sport: [0.091, 0.938],
  cruiser: [0.032, 0.972],
  retro: [0.041, 0.98],
  adventure: [0.042, 0.965],
  scrambler: [0.068, 0.97],
  'scooter-classic': [0.106, 0.893],
  'scooter-maxi': [0.074, 0.92],
  'scooter-electric': [0.091, 0.89],
  moped: [0.101, 0.88],
};

function LengthLabel({ of, millimetres }: { of: BodyStyle; millimetres: number }) {
  const [from, to] = drawingEnds[of];
  const between: CSSProperties = { '--start': from, '--end': to };
  return (
    <p className="vehicle-length" style={between}>
      <span className="unseen">Length </span>
      {`${formatCount(millimetres)} mm`}
    </p>
  );
}

type GalleryProps = Pick<
  Details,
  'id' | 'name' | 'sale' | 'pictures' | 'image' | 'lengthMm' | 'isSampleListing' | 'backHref' | 'previewKey'
>;

/** One frame of the same height for any number of photos, or for a drawing, with what chooses between them below. */
export function Gallery(props: GalleryProps) {
  const { sale, pictures, isSampleListing, backHref } = props;
  const drawingLabel = pictures.kind === 'photos' ? null : 'No photo · drawing';
  const tag = {
    upcoming: 'Coming Soon',
    sold: 'Sold',
    listed: isSampleListing ? 'Sample' : drawingLabel,
    new: null,
    used: drawingLabel,
  }[sale];
  return (
    <div className={sale === 'upcoming' ? 'stage-photos upcoming' : 'stage-photos'}>
      <a className="icon-button" href={backHref} data-back="">
        <Icon name="back" />
        <span className="unseen">Back</span>
      </a>{' '}
      {tag && <Tag isYellow={sale === 'upcoming'}>{tag}</Tag>}
      {pictures.kind === 'photos' ? (
        <Photos {...props} photos={pictures.photos} />
      ) : (
        <Drawings {...props} {...pictures} />
      )}
    </div>
  );
}

/** `number` counts from 1, in the order of the seller. */
type NumberedPhoto = LargePhoto & { number: number };

const getPhotoId = (number: number): string => `photo-${number}`;

type PhotosProps = Pick<Details, 'id' | 'name' | 'image' | 'previewKey'> & { photos: readonly LargePhoto[] };

/** All photos in a strip that shows one at a time, starting at the one that the URL names and wrapping around. */
function Photos({ id, name, image, previewKey, photos }: PhotosProps) {
  const count = photos.length;
  const numbered = photos.map((photo, index) => ({ ...photo, number: index + 1 }));
  const inOrder = [...numbered.slice(image - 1), ...numbered.slice(0, image - 1)];
  return (
    <>
      <ol className="stage-strip" aria-label="Photos">
        {inOrder.map((photo, position) => {
          const frame: CSSProperties = { '--photo': `url(${photo.smallest})` };
          return (
            <li key={photo.src} id={getPhotoId(photo.number)} style={frame}>
              <a href={paths.vehicle(id, { photo: photo.number, preview: previewKey })} data-dialog="">
                <Photo
                  photo={photo}
                  alt={`${name}, photo ${photo.number} of ${count}`}
                  sizes="(min-width: 64rem) 50rem, 100vw"
                  isFirst={position === 0}
                />{' '}
                <span className="picture-label" aria-hidden="true">
                  {`${photo.number} / ${count}`}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
      {count > 1 && <Thumbnails photos={inOrder} current={image} getHref={(number) => `#${getPhotoId(number)}`} />}
    </>
  );
}

type ThumbnailsProps = {
  photos: readonly NumberedPhoto[];
  current: number;
  getHref: (number: number) => string;
  isInDialog?: boolean;
};

/** All photos in one line. */
export function Thumbnails({ photos, current, getHref, isInDialog = false }: ThumbnailsProps) {
  return (
    <ol className="stage-thumbs" aria-label="Choose a photo">
      {photos.map(({ number, smallest }) => (
        <li key={number}>
          <a
            href={getHref(number)}
            aria-current={number === current || undefined}
            data-dialog={isInDialog ? '' : undefined}
          >
            <img src={smallest} width={104} height={78} alt={`${number} of ${photos.length}`} loading="lazy" />
          </a>
        </li>
      ))}
    </ol>
  );
}

type DrawingsProps = GalleryProps & Extract<Pictures, { kind: 'colourways' }>;

function Drawings({ id, name, image, previewKey, lengthMm, bodyStyle, colourways }: DrawingsProps) {
  const last = colourways.length;
  const chosenColour = colourways[image - 1];
  const getHref = (one: number) => paths.vehicle(id, { image: one > 1 ? one : undefined, preview: previewKey });
  return (
    <>
      <div className="scene stage-scene">
        {chosenColour && (
          <div className="stage-drawing">
            <Drawing
              of={bodyStyle}
              colours={chosenColour}
              label={chosenColour.name ? `${name} in ${chosenColour.name}, side view` : `${name}, side view`}
            />
            {lengthMm !== null && <LengthLabel of={bodyStyle} millimetres={lengthMm} />}
          </div>
        )}
      </div>
      {last > 1 && (
        <nav className="gallery-nav" aria-label="Pictures">
          <a className="icon-button" href={getHref(image > 1 ? image - 1 : last)}>
            <Icon name="back" />
            <span className="unseen">Previous picture</span>
          </a>
          <ol>
            {colourways.map((colourway, index) => {
              const colours: CSSProperties = { '--body': colourway.body, '--accent': colourway.accent };
              return (
                <li key={colourway.name}>
                  <a href={getHref(index + 1)} aria-current={index + 1 === image || undefined}>
                    <span className="swatch" style={colours} />
                    {colourway.name}
                  </a>
                </li>
              );
            })}
          </ol>
          <a className="icon-button" href={getHref(image < last ? image + 1 : 1)}>
            <Icon name="go" />
            <span className="unseen">Next picture</span>
          </a>
        </nav>
      )}
    </>
  );
}
