import type { LoaderFunctionArgs } from '@remix-run/node';
import { LRUCache } from 'lru-cache';
import { formatListingPreviewFacts, listingPreviewSize, parseListingPreview } from '~/domain/listings/listing-facts';
import type { Listing } from '~/domain/listings/listing';
import { findListing } from '~/domain/listings/listing.queries.server';
import { DamagedPhoto, findRendition } from '~/domain/photos/photos.server';
import { drawOverlay } from '~/domain/photos/renditions.server';
import { anonymous } from '~/domain/shared/actor';
import { formatRupees } from '~/domain/shared/money';
import { ok, type Result } from '~/domain/shared/result';
import { createMissingPictureResponse, createPictureResponse } from '~/http/responses.server';
import type { Database } from '~db/connection';
import { drawFigures, drawVehicle } from './drawings.server';

const size = listingPreviewSize;
const band = 92;
const pictureHeight = size.height - band;
const vehicleWidth = 330;
/** A drawing is 230 × 150 with its ground at 142. */
const vehicleHeight = (vehicleWidth * 150) / 230;
const vehicleTop = pictureHeight - (vehicleHeight * 142) / 150;

function drawBoard(listing: Listing, hasPhoto: boolean): string {
  const { bodyStyle, body, accent } = listing.drawing;
  const vehicle = (!hasPhoto && drawVehicle(bodyStyle, { body, accent })) || '';
  const placed = vehicle.replace(
    /^<svg /,
    `<rect width='100%' height='${pictureHeight}' fill='#ebe5d6'/><svg x='${(size.width - vehicleWidth) / 2}' y='${vehicleTop}' width='${vehicleWidth}' height='${vehicleHeight}' `,
  );
  const price = drawFigures(formatRupees(listing.presentPrice), { x: 24, y: size.height - 46, height: 32 });
  const facts = drawFigures(formatListingPreviewFacts(listing), { x: 24, y: size.height - 16, height: 18 });
  return `<svg xmlns='http://www.w3.org/2000/svg' width='${size.width}' height='${size.height}'>${placed}
<rect y='${pictureHeight}' width='100%' height='${band}' fill='#0b6b4b'/>
<path d='M0 ${pictureHeight}H${size.width}' stroke='#fff' stroke-width='3'/>
<g stroke='#fff'>${price}</g><g stroke='#f6b900'>${facts}</g></svg>`;
}

const previewCache = new LRUCache<string, Buffer>({ maxSize: 2 * 1024 * 1024, sizeCalculation: (jpeg) => jpeg.length });

/** A listing's preview as JPEG, 600 × 315, at most 14,000 bytes. The most recently requested ones are cached. */
async function drawListing(tag: string, listing: Listing, photo: Buffer | null): Promise<Result<Buffer>> {
  const preview = previewCache.get(tag);
  if (preview) return ok(preview);
  const drawn = await drawOverlay(drawBoard(listing, photo !== null), { ...size, pictureHeight }, photo);
  if (drawn.ok) previewCache.set(tag, drawn.value);
  return drawn;
}

/** Reads the first photo. A damaged photo counts as missing; requests for the photo itself log it. */
function firstPhoto(db: Database, { photos: [photo] }: Listing): Buffer | null {
  try {
    return photo ? findRendition(db, photo.hash, 640) : null;
  } catch (error) {
    if (error instanceof DamagedPhoto) return null;
    throw error;
  }
}

/**
 * A listing's preview image for messengers, `/previews/<id>-<version>.jpg`, with public data only. Any version serves
 * the current image; a new version in the URL makes messengers fetch it again.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { db } = context.runtime;
  const id = parseListingPreview(params.file ?? '');
  const listing = id === null ? null : findListing(db, id, anonymous);
  if (!listing) return createMissingPictureResponse();
  const tag = `${listing.id}-${listing.version}`;
  const jpeg = await drawListing(tag, listing, firstPhoto(db, listing));
  if (!jpeg.ok) return createMissingPictureResponse(503);
  return createPictureResponse(request, { bytes: jpeg.value, type: 'image/jpeg', fileName: 'listing.jpg', tag });
}
