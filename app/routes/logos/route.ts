import type { LoaderFunctionArgs } from '@remix-run/node';
import { findShopLogo } from '~/domain/content/look.server';
import { findLogo } from '~/domain/catalogue/logo.commands.server';
import { createMissingPictureResponse, createPictureResponse } from '~/http/responses.server';

/** A list loads one for each brand, so for the rate limit they count with their screen. */
export const handle = { isPartOfScreens: true };

/** The logo of a brand or of the shop, `/logos/<hash>.webp`. */
export function loader({ request, params, context }: LoaderFunctionArgs): Response {
  const [, hash] = /^([0-9a-f]{64})\.webp$/.exec(params.file ?? '') ?? [];
  const { db } = context.runtime;
  const bytes = hash === undefined ? null : (findLogo(db, hash) ?? findShopLogo(db, hash));
  if (!bytes || hash === undefined) return createMissingPictureResponse();
  return createPictureResponse(request, { bytes, type: 'image/webp', fileName: 'logo.webp', tag: hash });
}
