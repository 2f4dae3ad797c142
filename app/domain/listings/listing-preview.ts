import { countText, rupeesText } from '../shared/money';
import type { Listing } from './listing';

/** The smallest size that messengers show as wide as the message: it reaches a phone on a slow connection. */
export const listingPreviewSize = { width: 600, height: 315 };

/** Path of a listing's picture for previews of links, another one for each version of the listing. */
export const listingPreviewPath = ({ id, version }: Pick<Listing, 'id' | 'version'>): string =>
  `/previews/${id}-${version}.jpg`;

/** @param file the last part of such a path @returns the listing's id; null for any other text */
export const parseListingPreview = (file: string): string | null => /^(.+)-\d+\.jpg$/.exec(file)?.[1] ?? null;

/** The line below the price, such as "2019 · 24,500 km". */
export const listingPreviewFacts = ({ year, kilometresDriven }: Pick<Listing, 'year' | 'kilometresDriven'>): string =>
  kilometresDriven === null ? String(year) : `${year} · ${countText(kilometresDriven)} km`;

/** The text alternative of the picture. */
export const listingPreviewAlt = (
  listing: Pick<Listing, 'name' | 'presentPrice' | 'year' | 'kilometresDriven'>,
): string => `${listing.name} · ${rupeesText(listing.presentPrice)} · ${listingPreviewFacts(listing)}`;
