import { useEffect, useRef, useState } from 'react';
import { type ChosenPhoto, PhotoChooser } from '~/ui/forms/photo-chooser';
import { photosInPlace } from '~/ui/forms/photos-in-place';
import { Button } from '~/ui/primitives/button';

type PhotoPartProps = {
  /** Null: the response does not contain them, and those on the screen stay. */
  photos: readonly ChosenPhoto[] | null;
  error: string | undefined;
};

/**
 * The form's photos. Without scripts they are sent with the form, or before it by *Add these photos*. The script changes
 * its element by itself: React renders it anew only for other photos.
 */
export function PhotoPart({ photos, error }: PhotoPartProps) {
  const [known, setKnown] = useState(photos ?? []);
  if (photos && photos !== known) setKnown(photos);
  return (
    <>
      <ScriptedChooser key={known.map(({ hash }) => hash).join()} photos={known} error={error} />
      <noscript>
        <p className="photo-submit">
          <Button name="intent" value="add-photos" formNoValidate>
            Add these photos
          </Button>
        </p>
      </noscript>
    </>
  );
}

function ScriptedChooser({ photos, error }: { photos: readonly ChosenPhoto[]; error: string | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chooser = place.current?.querySelector<HTMLElement>('[data-photos]');
    return chooser ? photosInPlace(chooser) : undefined;
  }, []);
  return (
    <div ref={place}>
      <PhotoChooser
        photos={photos}
        help="Required: up to 10 photos, 8 MB each. The first one is shown in the list."
        error={error}
      />
    </div>
  );
}
