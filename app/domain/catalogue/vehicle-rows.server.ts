import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { Availability } from '~db/enums';
import { users } from '~db/schema/accounts';
import { photos } from '~db/schema/photos';
import { vehicleColourways, vehiclePhotos, vehicles } from '~db/schema/vehicles';
import { createJsonReader } from '~db/schema/columns';
import { toDay } from '../shared/dates';
import { maskLicense } from '../shared/plate';
import type { DatedOffer } from './vehicle';

const query = new QueryBuilder();

const photo = z.object({ hash: z.string(), width: z.int(), height: z.int() });
const colourway = z.object({ name: z.string(), body: z.string(), accent: z.string() });
const datedOffer: z.ZodType<DatedOffer> = z.object({
  title: z.string(),
  amountRupees: z.int().nullable(),
  from: z.string().nullable(),
  until: z.string().nullable(),
});
const parseDatedOffers = createJsonReader(z.array(datedOffer));
const account = z.object({ id: z.string(), name: z.string() });

const photoJson = sql`json_object('hash', ${photos.hash}, 'width', ${photos.width}, 'height', ${photos.height})`;
const colourwayJson = sql`json_object('name', ${vehicleColourways.name}, 'body', ${vehicleColourways.bodyColour},
  'accent', ${vehicleColourways.accentColour})`;

const colourways = query
  .select({ json: sql`json_group_array(${colourwayJson} ORDER BY ${vehicleColourways.position})` })
  .from(vehicleColourways)
  .where(eq(vehicleColourways.vehicleId, vehicles.id));
const firstPhoto = query
  .select({ json: sql`${photoJson}` })
  .from(vehiclePhotos)
  .innerJoin(photos, eq(photos.hash, vehiclePhotos.photoHash))
  .where(eq(vehiclePhotos.vehicleId, vehicles.id))
  .orderBy(vehiclePhotos.position)
  .limit(1);
const allPhotos = query
  .select({ json: sql`json_group_array(${photoJson} ORDER BY ${vehiclePhotos.position})` })
  .from(vehiclePhotos)
  .innerJoin(photos, eq(photos.hash, vehiclePhotos.photoHash))
  .where(eq(vehiclePhotos.vehicleId, vehicles.id));
const owner = query
  .select({ json: sql`json_object('id', ${users.id}, 'name', ${users.name})` })
  .from(users)
  .where(eq(users.id, vehicles.ownerUserId));

// The current time in India, or that of its sale, from which values that depend on the date are computed on each read.
const today = sql`coalesce(${vehicles.soldAt}, 'now'), '+330 minutes'`;
const yearsSinceStated = sql`cast((julianday(${today}) - julianday(${vehicles.yearsUsedAsOf})) / 365.25 AS INTEGER)`;
const yearsSinceModel = sql`max(0, strftime('%Y', ${today}) - ${vehicles.modelYear})`;

function readOffersOfToday(json: string): DatedOffer[] {
  if (json === '[]') return [];
  const day = toDay(new Date());
  return parseDatedOffers(json).filter(({ from, until }) => (from ?? day) <= day && day <= (until ?? day));
}

/** Sample ratings of built-in vehicles are shown only until the first review. */
const isUnreviewed = sql`${vehicles.reviewCount} = 0`;

/** Before a number plate whose last digits are hidden. */
const hiddenMark = '\u0001';

export const summaryColumns = {
  id: vehicles.id,
  name: vehicles.name,
  brand: vehicles.brand,
  type: vehicles.type,
  stock: vehicles.stock,
  fuel: vehicles.fuel,
  priceRupees: vehicles.priceRupees,
  originalPriceRupees: vehicles.originalPriceRupees,
  priceIsExpected: vehicles.priceIsExpected,
  rating: vehicles.rating,
  sampleRating: sql<number | null>`iif(${isUnreviewed}, ${vehicles.sampleRating}, NULL)`.as('sample_rating'),
  bodyStyle: vehicles.bodyStyle,
  mileageKmpl: vehicles.mileageKmpl,
  rangeKm: vehicles.rangeKm,
  engineCc: vehicles.engineCc,
  batteryKwh: vehicles.batteryKwh,
  launchDay: vehicles.launchDay,
  isLaunchOverdue: sql`(${vehicles.stock} = 'upcoming'
    AND substr(${vehicles.launchDay}, 1, 7) < strftime('%Y-%m', ${today})) IS TRUE`
    .mapWith(Boolean)
    .as('is_launch_overdue'),
  tag: vehicles.showroomTag,
  offerOfToday: sql`${vehicles.datedOffers}`
    .mapWith((json: string) => readOffersOfToday(json)[0]?.title ?? null)
    .as('offer_of_today'),
  condition: vehicles.condition,
  kilometresDriven: vehicles.kilometresDriven,
  yearsUsed: sql<
    number | null
  >`coalesce(${vehicles.yearsUsed} + coalesce(${yearsSinceStated}, 0), ${yearsSinceModel})`.as('years_used'),
  numberPlate: sql<
    string | null
  >`iif(${vehicles.hideNumberDigits}, ${hiddenMark} || ${vehicles.numberPlate}, ${vehicles.numberPlate})`
    .mapWith((text: string) => (text.startsWith(hiddenMark) ? maskLicense(text.slice(hiddenMark.length)) : text))
    .as('number_plate'),
  availability: sql<Availability>`iif(${vehicles.soldAt} IS NULL, 'available', 'sold')`.as('availability'),
  city: vehicles.city,
  colourways: sql`${colourways}`.mapWith(createJsonReader(z.array(colourway))).as('colourways'),
  photo: sql`${firstPhoto}`.mapWith(createJsonReader(photo.nullable())).as('photo'),
};

const {
  seq: _seq,
  isCore: _isCore,
  isFeatured: _isFeatured,
  featuredOrder: _featuredOrder,
  isPopular: _isPopular,
  isInShowroom: _isInShowroom,
  isInsured: _isInsured,
  showroomTag: _showroomTag,
  emiPickOrder: _emiPickOrder,
  ownerUserId: _ownerUserId,
  hiddenAt: _hiddenAt,
  hiddenReason: _hiddenReason,
  checkedAt: _checkedAt,
  externalId: _externalId,
  editedAt: _editedAt,
  isDraft: _isDraft,
  retiredAt: _retiredAt,
  yearsUsedAsOf: _yearsUsedAsOf,
  searchBrand: _searchBrand,
  ...publicColumns
} = getTableColumns(vehicles);

export const recordColumns = {
  ...publicColumns,
  ...summaryColumns,
  externalId: sql<string | null>`NULL`.as('external_id'),
  datedOffers: sql<DatedOffer[] | null>`NULL`.as('dated_offers'),
  offersOfToday: sql`${vehicles.datedOffers}`.mapWith(readOffersOfToday).as('offers_of_today'),
  sampleReviewCount: sql<number>`iif(${isUnreviewed}, ${vehicles.sampleReviewCount}, 0)`.as('sample_review_count'),
  owner: sql`${owner}`.mapWith(createJsonReader(account.nullable())).as('owner'),
  photos: sql`${allPhotos}`.mapWith(createJsonReader(z.array(photo))).as('photos'),
};

/** @param subquery table expression with sequence numbers in the column `value`; its alias is `found` */
export const selectSummaries = (db: Database, subquery: SQL) =>
  db
    .select({ seq: vehicles.seq, ...summaryColumns })
    .from(sql`${subquery} found`)
    .crossJoin(vehicles)
    .where(sql`${vehicles.seq} = found.value`)
    .$dynamic();

export const selectRecords = (db: Database, subquery: SQL) =>
  db
    .select(recordColumns)
    .from(sql`${subquery} found`)
    .crossJoin(vehicles)
    .where(sql`${vehicles.seq} = found.value`)
    .$dynamic();
