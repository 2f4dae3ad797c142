import { getPhotoPath, maxPhotos, photoTypes } from '~/domain/photos/photo';
import { paths } from '~/paths';
import { Icon } from '../primitives/icon';
import { getControlProps, FieldNotes } from './field';

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
};

/**
 * Thumbnails in the order of the photos, each with buttons that move and remove it (`movePhoto` and `removePhoto`, sent
 * with the form, so that no script is needed), then a plain file input `images`. Hidden fields `photos` keep the order.
 * `enhancePhotoChooser` does the same without a page load, and uploads photos as they are chosen.
 */
export function PhotoChooser({ photos, help, error }: PhotoChooserProps) {
  const text = { name: 'images', label: 'Add photos', help, error };
  return (
    <div className="field" data-photos={paths.draftPhotos()}>
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
            <Icon name="camera" />
            {text.label}
            <input type="file" accept={photoTypes.join(',')} multiple {...getControlProps(text)} />
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
