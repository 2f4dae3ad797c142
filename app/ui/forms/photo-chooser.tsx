import { Icon } from '~/ui/icons/icon';
import { controlProps, FieldNotes } from './field';

export type ChosenPhoto = {
  /** Names the photo in the form that is sent. */
  hash: string;
  /** A small rendition. */
  src: string;
};

type PhotoChooserProps = {
  /** Photos that were accepted already; they stay with the form, whatever else is wrong with it. */
  photos: readonly ChosenPhoto[];
  help?: string;
  error?: string;
  /** No place for more when it is reached. */
  maximum: number;
};

const acceptedTypes = 'image/jpeg,image/png,image/webp,image/avif';

/**
 * Thumbnails, each with a button that takes it away (`removePhoto`, sent with the form and needing no script), then a
 * plain file input `images`. The file input comes last in the form's order, the remove buttons ask for no validation.
 */
export function PhotoChooser({ photos, help, error, maximum }: PhotoChooserProps) {
  const text = { name: 'images', label: 'Add photos', help, error };
  return (
    <div className="f">
      <ul className="pics">
        {photos.map(({ hash, src }, position) => (
          <li key={hash}>
            <img src={src} alt={`${position + 1} of ${photos.length}`} width="320" height="240" />
            <button
              type="submit"
              className="sq"
              name="removePhoto"
              value={hash}
              formNoValidate
              aria-label={`Remove photo ${position + 1}`}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
        {photos.length < maximum && (
          <li>
            <label>
              <Icon name="camera" />
              {text.label}
              <input type="file" accept={acceptedTypes} multiple {...controlProps(text)} />
            </label>
          </li>
        )}
      </ul>
      <FieldNotes {...text} />
    </div>
  );
}
