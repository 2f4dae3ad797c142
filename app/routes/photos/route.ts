import type { LoaderFunctionArgs } from '@remix-run/node';
import { DamagedPhoto, findRendition } from '~/domain/photos/photos.server';
import { parsePhotoFile, type PhotoWidth } from '~/domain/photos/photo';
import { createMissingPictureResponse, createPictureResponse } from '~/http/responses.server';
import type { Runtime } from '~/http/runtime.server';

/** A list loads fifty photos, so for the rate limit they count with their screen. */
export const handle = { isPartOfScreens: true };

const maxLogged = 1_000;
const logged = new Set<string>();

/** A damaged photo counts as missing; it is logged only once, because every visitor of its listing requests it. */
function loadRendition({ db, log }: Runtime, { hash, width }: { hash: string; width: PhotoWidth }): Buffer | null {
  try {
    return findRendition(db, hash, width);
  } catch (error) {
    if (!(error instanceof DamagedPhoto)) throw error;
    const name = `${hash}-${width}`;
    if (!logged.has(name) && logged.size < maxLogged) {
      logged.add(name);
      log.error({ event: 'photo-damaged', photo: name }, 'a stored photo is damaged: restore it from a backup');
    }
    return null;
  }
}

/** A photo in one of its widths, `/photos/<hash>-<width>.webp`. */
export function loader({ request, params, context }: LoaderFunctionArgs): Response {
  const rendition = parsePhotoFile(params.file ?? '');
  const bytes = rendition && loadRendition(context.runtime, rendition);
  if (!bytes) return createMissingPictureResponse();
  return createPictureResponse(request, {
    bytes,
    type: 'image/webp',
    fileName: 'photo.webp',
    tag: `${rendition.hash}-${rendition.width}`,
  });
}
