import type { LoaderFunctionArgs } from '@remix-run/node';
import { DamagedPhoto, findRendition } from '~/domain/photos/photos.server';
import { mayUse } from '~/domain/shared/permissions';
import { parsePhotoFile, type PhotoWidth } from '~/domain/photos/photo';
import { getActor } from '~/http/actor.server';
import { createMissingPictureResponse, createPictureResponse } from '~/http/responses.server';
import type { Runtime } from '~/http/runtime.server';

/** A list loads fifty photos, so for the rate limit they count with their screen. */
export const handle = { isPartOfScreens: true };

const maxLogged = 1_000;
const logged = new Set<string>();

/** A damaged photo counts as missing; it is logged only once, because every visitor of its listing requests it. */
function loadRendition(
  { db, log }: Runtime,
  { hash, width }: { hash: string; width: PhotoWidth },
  options?: { areHiddenShown: boolean },
): Buffer | null {
  try {
    return findRendition(db, hash, width, options);
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

/** A photo in one of its widths, `/photos/<hash>-<width>.webp`. The team also sees those of hidden items. */
export function loader({ request, params, context }: LoaderFunctionArgs): Response {
  const rendition = parsePhotoFile(params.file ?? '');
  if (!rendition) return createMissingPictureResponse();
  const { runtime } = context;
  const publicBytes = loadRendition(runtime, rendition);
  const bytes =
    publicBytes ??
    (mayUse(getActor(request, runtime).user, 'read')
      ? loadRendition(runtime, rendition, { areHiddenShown: true })
      : null);
  if (!bytes) return createMissingPictureResponse();
  const tag = `${rendition.hash}-${rendition.width}`;
  const response = createPictureResponse(request, { bytes, type: 'image/webp', fileName: 'photo.webp', tag });
  if (!publicBytes) response.headers.set('Cache-Control', 'private, no-store');
  return response;
}
