import type { DragEvent } from 'react';
import { photoPath, photoTypes } from '~/domain/photos/photo';
import { Icon } from '../primitives/icon';
import { controlProps, FieldNotes } from './field';

/** Thumbnail of a stored photo in a form. */
export const chosenPhoto = ({ hash }: { hash: string }): ChosenPhoto => ({ hash, src: photoPath(hash, 320) });

export type ChosenPhoto = {
  /** Identifies the photo in the form. */
  hash: string;
  /** URL of a small rendition. */
  src: string;
};

type PhotoChooserProps = {
  /** Photos accepted before; they stay with the form, whatever its other errors. */
  photos: readonly ChosenPhoto[];
  help?: string;
  error?: string;
  /** Maximum number of photos. */
  maximum: number;
  /** With scripts: progress, and handlers for photos chosen, dropped or removed. */
  busyText?: string | null;
  onChoose?: (files: readonly File[]) => void;
  onRemove?: (hash: string) => void;
};

/**
 * Thumbnails, each with a button that removes it (`removePhoto`, sent with the form and needing no script), then a
 * plain
 * file input `images`. The file input comes last in the form's order, the remove buttons skip validation.
 */
export function PhotoChooser({ photos, help, error, maximum, busyText, onChoose, onRemove }: PhotoChooserProps) {
  const text = { name: 'images', label: 'Add photos', help, error };
  const canTake = (event: DragEvent) => onChoose !== undefined && event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping photos only shortens the way to the file input
    <div
      className="field"
      onDragOver={(event) => canTake(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!canTake(event)) return;
        event.preventDefault();
        onChoose?.([...event.dataTransfer.files]);
      }}
    >
      <ul className="photo-tiles">
        {photos.map(({ hash, src }, position) => (
          <li key={hash}>
            <img src={src} alt={`${position + 1} of ${photos.length}`} width="320" height="240" />
            <button
              type="submit"
              className="icon-button"
              name="removePhoto"
              value={hash}
              formNoValidate
              onClick={(event) => {
                if (!onRemove) return;
                event.preventDefault();
                onRemove(hash);
              }}
            >
              <Icon name="close" />
              <span className="visually-hidden">Remove photo {position + 1}</span>
            </button>
          </li>
        ))}
        {photos.length < maximum && (
          <li>
            <label>
              <Icon name="camera" />
              {text.label}
              <input
                type="file"
                accept={photoTypes.join(',')}
                multiple
                {...controlProps(text)}
                onChange={({ currentTarget }) => {
                  if (!onChoose) return;
                  onChoose([...(currentTarget.files ?? [])]);
                  currentTarget.value = '';
                }}
              />
            </label>
          </li>
        )}
      </ul>
      {busyText && (
        <p className="note" role="status">
          {busyText}
        </p>
      )}
      <FieldNotes {...text} />
    </div>
  );
}
