import { json } from '@remix-run/node';
import { ok } from '~/domain/shared/result';
import { allowAnyone, createFormAction } from '~/submit/form.server';
import { readPhotoForm } from '~/submit/form-photos.server';
import { paths } from '~/paths';
import type { DraftPhotoResponse } from '~/ui/enhance/photo-uploads';

/**
 * Adds a photo to an unfinished form, for the script that uploads each photo as soon as it is chosen (docs/product.md,
 * "Photos"). Without a script, the form does the same.
 */
export const action = createFormAction(
  {
    access: allowAnyone,
    run: ({ photos }) => ok(photos?.added[0] ?? null),
    onSuccess: (hash, { isFromScript }) =>
      isFromScript ? json<DraftPhotoResponse>({ hash, message: null }) : { to: paths.sell() },
    redisplay: null,
  },
  readPhotoForm(() => true),
);
