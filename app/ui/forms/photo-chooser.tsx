import { getPhotoPath, maxPhotos, photoTypes } from '~/domain/photos/photo';
import { draftPhotosPath } from '~/paths';
import { cameraShape } from '../primitives/icon-shapes';
import { ShapeIcon } from '../primitives/icon';
import { FieldNotes, getControlProps } from './field';

export const toChosenPhoto = (hash: string): ChosenPhoto => ({ hash, src: getPhotoPath(hash, 320) });

export type ChosenPhoto = {
  hash: string;
  src: string;
};

type PhotoChooserProps = {
  /** Photos accepted so far; they stay with the form even if other fields have errors. */
  photos: readonly ChosenPhoto[];
  help?: string;
  error?: string;
  /** Shows which pictures buyers want to see. */
  isGuided?: boolean;
};

/** Drawn on a grid of 52 × 36. The right side is the left one mirrored. */
const sideShape =
  'M4 26a7 7 0 1 0 14 0 7 7 0 1 0-14 0M33 26a7 7 0 1 0 14 0 7 7 0 1 0-14 0M11 26l6-11h14l5-5M25 15l-3 11h-11M31 15l9 11M8 14h11';
const places = [
  { name: 'Left side, the cover', shape: sideShape },
  { name: 'Right side', shape: sideShape },
  {
    name: 'Front',
    shape: 'M12 8h28M16 8v3m20-3v3M21 12a5 5 0 1 0 10 0 5 5 0 1 0-10 0M23 18v5h6v-5M23 23v10h6V23',
  },
  { name: 'Meter', shape: 'M12 30a15 15 0 1 1 28 0ZM26 25l8-8M15 24h2m20-3h2M19 16l1 1' },
  { name: 'Papers', shape: 'M13 4h18l8 8v20H13ZM31 4v8h8M18 18h15M18 24h15' },
] as const;

/**
 * Thumbnails in the order of the photos, each with buttons that move and remove it (`movePhoto` and `removePhoto`, sent
 * with the form, so that no script is needed), then a plain file input `images`. Hidden fields `photos` keep the order.
 * `enhancePhotoChooser` does the same without a page load, and uploads photos as they are chosen.
 */
export function PhotoChooser({ photos, help, error, isGuided = false }: PhotoChooserProps) {
  const text = { name: 'images', label: 'Add photos', help, error };
  return (
    <div className="field" data-photos={draftPhotosPath}>
      {isGuided && photos.length < places.length && (
        <ol className="photo-places" aria-label="What buyers want to see">
          {places.map(({ name, shape }, position) => (
            <li key={name} hidden={position < photos.length}>
              <label htmlFor={text.name}>
                <svg viewBox="0 0 52 36" width="52" aria-hidden="true">
                  <path d={shape} />
                </svg>
                {name}
              </label>
            </li>
          ))}
        </ol>
      )}
      <ul className="photo-tiles">
        {photos.map(({ hash, src }, index) => (
          <li className="photo-tile" key={hash}>
            <img src={src} alt={`${index + 1} of ${photos.length}`} width="320" height="240" />
            <input type="hidden" name="photos" value={hash} />
            <ToolButton name="removePhoto" value={hash} label={`Remove photo ${index + 1}`} sign="×" />
            <ToolButton name="movePhoto" value={`earlier ${hash}`} label={`Move photo ${index + 1} earlier`} sign="←" />
            <span className="photo-handle">{index === 0 ? 'Cover' : index + 1}</span>
            <ToolButton name="movePhoto" value={`later ${hash}`} label={`Move photo ${index + 1} later`} sign="→" />
          </li>
        ))}
        <li hidden={photos.length >= maxPhotos}>
          <label>
            <ShapeIcon shape={cameraShape} />
            {text.label}
            <input
              type="file"
              accept={photoTypes.join(',')}
              multiple
              aria-label={text.label}
              {...getControlProps(text)}
            />
          </label>
        </li>
      </ul>
      <p className="note" role="status" />
      <FieldNotes {...text} />
    </div>
  );
}

type ToolButtonProps = { name: 'removePhoto' | 'movePhoto'; value: string; label: string; sign: string };

const ToolButton = ({ sign, label, ...rest }: ToolButtonProps) => (
  <button type="submit" className="icon-button" formNoValidate aria-label={label} {...rest}>
    {sign}
  </button>
);
