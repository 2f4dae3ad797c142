import type { LoaderFunctionArgs } from '@remix-run/node';
import { findRendition } from '~/domain/photos/find-rendition.server';
import { parsePhotoFile } from '~/domain/photos/photo-address';
import { answerPicture, noPicture } from '~/http/picture-answer.server';
import { runtimeOf } from '~/http/runtime.server';

/** A list brings fifty of them: they count with their screen. */
export const handle = { isPartOfScreens: true };

/** A photo in one of its widths, `/photos/<hash>-<width>.webp`. */
export function loader({ request, params, context }: LoaderFunctionArgs): Response {
  const address = parsePhotoFile(params.file ?? '');
  const bytes = address && findRendition(runtimeOf(context).db, address.hash, address.width);
  if (!bytes) return noPicture();
  return answerPicture(request, {
    bytes,
    type: 'image/webp',
    fileName: 'photo.webp',
    tag: `${address.hash}-${address.width}`,
  });
}
