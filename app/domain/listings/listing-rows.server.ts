import type { Actor } from '../shared/actor';
import type { StoredPhoto } from '../photos/photo';
import { type Listing, type ListingSummary, maskLicense, privateSeller } from './listing';

/** Owner of a listing: a user or a manage key; a sample has neither. */
type ListingOwner = { ownerUserId: string | null; manageKeyId: string | null };

/** Row as SQLite returns it: numbers for booleans, drawing and photos not yet parsed. */
export type SummaryRow = ListingOwner &
  Pick<
    Listing,
    | 'id'
    | 'kind'
    | 'name'
    | 'brand'
    | 'year'
    | 'type'
    | 'condition'
    | 'daysUsed'
    | 'mileage'
    | 'presentPrice'
    | 'pastPrice'
    | 'kilometresDriven'
    | 'availability'
  > & {
    isSample: number;
    bodyStyle: Listing['drawing']['bodyStyle'];
    body: string;
    accent: string;
    photos: string | null;
  };

export type ListingRow = SummaryRow &
  Pick<
    Listing,
    | 'model'
    | 'topSpeed'
    | 'license'
    | 'engineCapacity'
    | 'batteryCapacity'
    | 'ownerNumber'
    | 'city'
    | 'state'
    | 'description'
    | 'rating'
    | 'reviewCount'
    | 'viewCount'
    | 'createdAt'
    | 'updatedAt'
    | 'version'
  > & {
    hideLicenseDigits: number;
    isPromoted: number;
    features: string;
    sellerName: string | null;
  };

const photoText = "p.hash || ' ' || p.width || ' ' || p.height";

export const summaryColumns = `
  l.id, l.kind, l.name, l.brand, l.year, l.type, l.condition, l.days_used AS daysUsed, l.mileage,
  l.present_price_rupees AS presentPrice, l.past_price_rupees AS pastPrice,
  l.kilometres_driven AS kilometresDriven, l.availability, l.is_sample AS isSample, l.body_style AS bodyStyle,
  l.body_colour AS body, l.accent_colour AS accent, l.owner_user_id AS ownerUserId, l.manage_key_id AS manageKeyId,
  (SELECT ${photoText} FROM listing_photos lp JOIN photos p ON p.hash = lp.photo_hash
    WHERE lp.listing_id = l.id ORDER BY lp.position LIMIT 1) AS photos`;

export const listingColumns = `
  l.id, l.kind, l.name, l.brand, l.model, l.year, l.type, l.condition, l.days_used AS daysUsed, l.mileage,
  l.top_speed_kmph AS topSpeed, l.present_price_rupees AS presentPrice, l.past_price_rupees AS pastPrice, l.license,
  l.hide_license_digits AS hideLicenseDigits, l.engine_capacity AS engineCapacity,
  l.battery_capacity AS batteryCapacity, l.kilometres_driven AS kilometresDriven, l.owner_number AS ownerNumber,
  l.city, l.state, l.description, l.features, l.body_style AS bodyStyle, l.body_colour AS body,
  l.accent_colour AS accent, l.is_sample AS isSample, l.is_promoted AS isPromoted, l.rating,
  l.review_count AS reviewCount, l.view_count AS viewCount, l.availability, l.owner_user_id AS ownerUserId,
  l.manage_key_id AS manageKeyId, l.created_at AS createdAt, l.updated_at AS updatedAt, l.version,
  (SELECT u.name FROM users u WHERE u.id = l.owner_user_id) AS sellerName,
  (SELECT group_concat(${photoText}, ',' ORDER BY lp.position) FROM listing_photos lp
     JOIN photos p ON p.hash = lp.photo_hash WHERE lp.listing_id = l.id) AS photos`;

/** Whether the actor owns a listing: as its user, or by a manage key that came with the request. */
export function isOwnedBy({ ownerUserId, manageKeyId }: ListingOwner, { user, manageKeyIds }: Actor): boolean {
  if (ownerUserId !== null) return ownerUserId === user?.id;
  return manageKeyId !== null && manageKeyIds.includes(manageKeyId);
}

function readPhotos(text: string | null): StoredPhoto[] {
  if (!text) return [];
  return text.split(',').map((one) => {
    const [hash = '', width, height] = one.split(' ');
    return { hash, width: Number(width), height: Number(height) };
  });
}

/**
 * Maps a row to a card, with the fields and permissions of this actor. Field by field, because a rest pattern on a row
 * from SQLite takes the engine longer than reading the row.
 */
export function toSummary(row: SummaryRow, actor: Actor): ListingSummary {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    brand: row.brand,
    year: row.year,
    type: row.type,
    condition: row.condition,
    daysUsed: row.daysUsed,
    mileage: row.mileage,
    presentPrice: row.presentPrice,
    pastPrice: row.pastPrice,
    kilometresDriven: row.kilometresDriven,
    availability: row.availability,
    isSample: row.isSample === 1,
    isMine: isOwnedBy(row, actor),
    photo: readPhotos(row.photos)[0] ?? null,
    drawing: { bodyStyle: row.bodyStyle, body: row.body, accent: row.accent },
  };
}

/** Parses a JSON array; a CHECK guarantees its shape, and only the listing commands write it. */
function readFeatures(json: string): string[] {
  if (json === '[]') return [];
  const features: string[] = JSON.parse(json);
  return features;
}

/** Maps a row to a full listing, with the fields and permissions of this actor. */
export function toListing(row: ListingRow, actor: Actor): Listing {
  const isMine = isOwnedBy(row, actor);
  const isHidden = row.hideLicenseDigits === 1 && !isMine;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    brand: row.brand,
    model: row.model,
    year: row.year,
    type: row.type,
    condition: row.condition,
    daysUsed: row.daysUsed,
    mileage: row.mileage,
    topSpeed: row.topSpeed,
    presentPrice: row.presentPrice,
    pastPrice: row.pastPrice,
    license: isHidden ? maskLicense(row.license) : row.license,
    hideLicenseDigits: row.hideLicenseDigits === 1,
    engineCapacity: row.engineCapacity,
    batteryCapacity: row.batteryCapacity,
    kilometresDriven: row.kilometresDriven,
    ownerNumber: row.ownerNumber,
    city: row.city,
    state: row.state,
    description: row.description,
    features: readFeatures(row.features),
    photos: readPhotos(row.photos),
    drawing: { bodyStyle: row.bodyStyle, body: row.body, accent: row.accent },
    availability: row.availability,
    isSample: row.isSample === 1,
    isMine,
    isPromoted: row.isPromoted === 1,
    rating: row.rating,
    reviewCount: row.reviewCount,
    viewCount: row.viewCount,
    seller: { id: row.ownerUserId, name: row.sellerName ?? (row.isSample === 1 ? sampleSeller : privateSeller) },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}

const sampleSeller = 'Sample';
