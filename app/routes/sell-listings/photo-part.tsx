import { useFetcher } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { photoMaximumBytes, photosFull, photosMaximum, photoTooLarge } from '~/domain/photos/photo';
import { type ChosenPhoto, PhotoChooser } from '~/ui/forms/photo-chooser';
import { Button } from '~/ui/primitives/button';
import type { SellFormActionData } from './sell-form';

type PhotoPartProps = {
  photos: readonly ChosenPhoto[];
  error: string | undefined;
  idempotencyKey: string;
};

/**
 * The form's photos. Without scripts they are sent with the form, or before it by *Add these photos*; with scripts each
 * is uploaded as soon as it is chosen, one at a time, so that ten of them never share a slow connection.
 */
export function PhotoPart({ photos: first, error, idempotencyKey }: PhotoPartProps) {
  const fetcher = useFetcher<SellFormActionData>();
  const [photos, setPhotos] = useState(first);
  const [waiting, setWaiting] = useState<File[]>([]);
  const [invalid, setInvalid] = useState<string[]>([]);
  const isIdle = fetcher.state === 'idle';

  useEffect(() => setPhotos(first), [first]);
  useEffect(() => {
    if (!fetcher.data) return;
    if (fetcher.data.photos) setPhotos(fetcher.data.photos);
    const error = fetcher.data.errors.images || fetcher.data.message;
    if (error) setInvalid((before) => [...before, error]);
  }, [fetcher.data]);

  function send(parts: Record<string, string | File>) {
    const form = new FormData();
    form.set('idempotencyKey', idempotencyKey);
    for (const { hash } of photos) form.append('photos', hash);
    for (const [name, value] of Object.entries(parts)) form.set(name, value);
    fetcher.submit(form, { method: 'post', encType: 'multipart/form-data' });
  }

  const [next, ...later] = waiting;
  useEffect(() => {
    if (!isIdle || !next) return;
    setWaiting(later);
    send({ intent: 'add-photos', images: next });
  });

  function choose(files: readonly File[]) {
    const small = files.filter((file) => file.size <= photoMaximumBytes);
    const room = Math.max(0, photosMaximum - photos.length - waiting.length);
    setInvalid([
      ...files.filter((file) => file.size > photoMaximumBytes).map((file) => photoTooLarge(file.name)),
      ...(small.length > room ? [photosFull] : []),
    ]);
    setWaiting((before) => [...before, ...small.slice(0, room)]);
  }

  const count = waiting.length + (isIdle ? 0 : 1);
  return (
    <>
      {photos.map(({ hash }) => (
        <input key={hash} type="hidden" name="photos" value={hash} />
      ))}
      <PhotoChooser
        photos={photos}
        maximum={photosMaximum}
        help="Up to 10 photos, 8 MB each. The first one is shown in the list."
        error={invalid.length > 0 ? invalid.join('. ') : error}
        onChoose={choose}
        onRemove={(hash) => {
          setInvalid([]);
          send({ removePhoto: hash });
        }}
        busyText={count > 0 ? `Adding ${count === 1 ? 'a photo' : `${count} photos`}...` : null}
      />
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
