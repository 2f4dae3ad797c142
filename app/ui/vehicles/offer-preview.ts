import type { Offer, VehicleRecord } from '~/domain/catalogue/vehicle';
import {
  formatMileage,
  formatKilometres,
  formatLaunch,
  formatPlace,
  formatVehiclePrice,
} from '~/domain/catalogue/vehicle-labels';
import {
  formatListingPreviewAlt,
  getListingPreviewPath,
  listingPreviewSize,
  formatAge,
} from '~/domain/listings/listing-facts';
import { drawingPreviewSize, getColourways, getDrawingPath } from '~/domain/photos/drawing';
import { getPhotoPath, getRenditionSize } from '~/domain/photos/photo';
import type { Listing } from '~/domain/listings/listing';
import { formatRupees } from '~/domain/shared/money';
import type { PreviewPicture } from '../page/page-meta';
import { engineText } from './card-parts';
import { mileageText } from './listing-card';

const withoutNulls = (texts: readonly (string | null)[]): string[] => texts.filter((text) => text !== null);

function formatTitle({ name, stock, modelYear }: VehicleRecord): string {
  if (stock === 'used') return modelYear === null ? `Used ${name}` : `Used ${name}, ${modelYear}`;
  return stock === 'upcoming' ? `${name}: expected price and launch` : `${name}: price, mileage and specifications`;
}

function formatSummary(vehicle: VehicleRecord): string {
  const { stock, description } = vehicle;
  const price = formatVehiclePrice(vehicle);
  const facts = withoutNulls([
    stock === 'used' ? price : `${price} ${stock === 'new' ? 'ex-showroom' : 'expected'}`,
    stock === 'upcoming' ? formatLaunch(vehicle) : formatMileage(vehicle),
    stock === 'used' ? formatKilometres(vehicle) : engineText(vehicle),
    formatPlace(vehicle),
  ]);
  return [`${facts.join(', ')}.`, ...withoutNulls([description])].join(' ');
}

const formatListingSummary = (listing: Listing): string =>
  `${formatRupees(listing.presentPrice)}, ${withoutNulls([formatPlace(listing), `${formatAge(listing.daysUsed)} used`, mileageText(listing)]).join(', ')}. Condition: ${listing.condition}.`;

/** What search engines and link previews show of an offer, regardless of the address that names it. */
export type OfferPreview = { title: string; summary: string; picture: PreviewPicture };

/** The picture of a vehicle: its photo, or the drawing in one of its colours. @param image its number, from 1 */
function getVehiclePicture(vehicle: VehicleRecord, image: number): Omit<PreviewPicture, 'alt'> {
  const photo = vehicle.photos[image - 1];
  if (photo) return { url: getPhotoPath(photo.hash, 640), ...getRenditionSize(photo, 640) };
  const colourway = getColourways(vehicle)[image - 1] ?? getColourways(vehicle)[0];
  return { url: colourway ? getDrawingPath(vehicle.bodyStyle, colourway, 'png') : '', ...drawingPreviewSize };
}

/**
 * @param origin public origin of the site
 * @param image number of the picture of a vehicle, from 1; that of a listing also shows its price, year and kilometres
 */
export function createOfferPreview(offer: Offer, origin: string, image = 1): OfferPreview {
  if (offer.kind === 'vehicle') {
    const { vehicle } = offer;
    const { url, ...size } = getVehiclePicture(vehicle, image);
    const picture = { url: origin + url, alt: vehicle.name, ...size };
    return { title: formatTitle(vehicle), summary: formatSummary(vehicle), picture };
  }
  const { listing } = offer;
  return {
    title: `Used ${listing.name}, ${listing.year}`,
    summary: formatListingSummary(listing),
    picture: {
      url: origin + getListingPreviewPath(listing),
      alt: formatListingPreviewAlt(listing),
      ...listingPreviewSize,
    },
  };
}
