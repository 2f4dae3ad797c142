import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import { photos, users, vehicleColourways, vehiclePhotos, vehicles } from '~db/schema';
import type { Colourway } from '../drawings/drawing';
import type { StoredPhoto } from '../photos/photo';
import type { VehicleRecord } from './vehicle';

const query = new QueryBuilder();

// The queries below build these JSON texts themselves, which fixes their shape.
const readColourways = (json: string): Colourway[] => JSON.parse(json);
const readPhoto = (json: string): StoredPhoto | null => JSON.parse(json);
const readPhotos = (json: string): StoredPhoto[] => JSON.parse(json);
const readOwner = (json: string): VehicleRecord['owner'] => JSON.parse(json);

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

/** The data of a card: selected, a row is a `VehicleSummary`. */
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
  bodyStyle: vehicles.bodyStyle,
  mileageKmpl: vehicles.mileageKmpl,
  rangeKm: vehicles.rangeKm,
  engineCc: vehicles.engineCc,
  batteryKwh: vehicles.batteryKwh,
  launchDay: vehicles.launchDay,
  tag: vehicles.showroomTag,
  condition: vehicles.condition,
  kilometresDriven: vehicles.kilometresDriven,
  yearsUsed: vehicles.yearsUsed,
  numberPlate: vehicles.numberPlate,
  colourways: sql`${colourways}`.mapWith(readColourways).as('colourways'),
  photo: sql`${firstPhoto}`.mapWith(readPhoto).as('photo'),
};

const {
  seq: _seq,
  isCore: _isCore,
  isFeatured: _isFeatured,
  isPopular: _isPopular,
  isInShowroom: _isInShowroom,
  isInsured: _isInsured,
  showroomTag: _showroomTag,
  emiPickOrder: _emiPickOrder,
  ownerUserId: _ownerUserId,
  hiddenAt: _hiddenAt,
  hiddenReason: _hiddenReason,
  checkedAt: _checkedAt,
  searchName: _searchName,
  searchBrand: _searchBrand,
  ...publicColumns
} = getTableColumns(vehicles);

/** All public data: selected, a row is a `VehicleRecord`. */
export const recordColumns = {
  ...publicColumns,
  ...summaryColumns,
  owner: sql`${owner}`.mapWith(readOwner).as('owner'),
  photos: sql`${allPhotos}`.mapWith(readPhotos).as('photos'),
};

/**
 * Reads the rows that raw SQL finds, such as a search or a forced index.
 *
 * @param found a table expression with the sequence numbers in the column `value`; `found` in the rest of the query
 */
export const summariesIn = (db: Database, found: SQL) =>
  db
    .select(summaryColumns)
    .from(sql`${found} found`)
    .crossJoin(vehicles)
    .where(sql`${vehicles.seq} = found.value`)
    .$dynamic();

/** The same, in full. */
export const recordsIn = (db: Database, found: SQL) =>
  db
    .select(recordColumns)
    .from(sql`${found} found`)
    .crossJoin(vehicles)
    .where(sql`${vehicles.seq} = found.value`)
    .$dynamic();
