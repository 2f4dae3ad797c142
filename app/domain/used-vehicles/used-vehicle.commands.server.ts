import { randomBytes } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { vehicles } from '~db/schema/vehicles';
import { foldForSearch } from '~db/search-fold';
import { memoizePrepared } from '~db/statements';
import { hasFreshPassword, passwordRequired } from '../accounts/fresh-password';
import {
  findByStockNumber,
  findChangedColumns,
  findVehicleRow,
  setVehiclePhotos,
} from '../catalogue/stored-vehicle.server';
import type { VehicleRecord, VehicleSummary } from '../catalogue/vehicle';
import { summaryColumns } from '../catalogue/vehicle-rows.server';
import { findVehicleRecord, revealToSeller, vehicleNotFound } from '../catalogue/vehicle.queries.server';
import { stockNumberField } from '../listings/offer-fields';
import { findListingCode } from '../listings/listing.schema.server';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { storeRemovalNotice } from '../moderation/public-item.server';
import { completeDraft } from '../photos/draft-photos.server';
import { findChangedLocation, findLocation } from '../places/places.server';
import { createDrawing, type Drawing } from '../photos/drawing';
import { type Actor, requireUser } from '../shared/actor';
import { defineCommand, isEmptyChange, isOutdated } from '../shared/command.server';
import { toDay } from '../shared/dates';
import { createVersionConflict, err, invalid, ok } from '../shared/result';
import { findVehicleToChange, isOwnVehicle } from './own-vehicle.server';
import {
  getVehicleChangeSchema,
  getVehicleSchema,
  type NewVehicle,
  type VehicleChange,
  type VehicleValues,
} from './used-vehicle.schema.server';

const isElectric = (fuel: string): boolean => fuel === 'Electric';
const foldText = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : foldForSearch(text);

/** A flag that was cleared is false. */
const toFlag = (flag: boolean | null | undefined): boolean | undefined =>
  flag === undefined ? undefined : flag === true;

/** When the fuel changes between litres and charges, the old `mileage` is removed. @param fuelBefore null if new */
function toColumns(fields: Partial<VehicleValues>, fuelBefore: VehicleSummary['fuel'] | null, now: Date) {
  const fuel = fields.fuelType ?? fuelBefore ?? 'Petrol';
  const changesDrive = fuelBefore === null || isElectric(fuel) !== isElectric(fuelBefore);
  const keep = (figure: number | null | undefined) => figure ?? (changesDrive ? null : figure);
  const mileage = keep(fields.mileage);
  return {
    name: fields.name,
    brand: fields.brand,
    type: fields.type,
    fuel: fields.fuelType,
    priceRupees: fields.price,
    originalPriceRupees: fields.originalPrice,
    // The column is required, so null leaves it unchanged.
    condition: fields.condition ?? undefined,
    kilometresDriven: fields.usedKms,
    yearsUsed: fields.yearsUsed,
    yearsUsedAsOf: fields.yearsUsed === undefined ? undefined : toDay(now),
    modelYear: fields.year,
    owners: fields.owners,
    topSpeedKmph: fields.topSpeed,
    registration: fields.registration,
    numberPlate: fields.numberPlate,
    hideNumberDigits: toFlag(fields.hideNumberDigits),
    hasRc: toFlag(fields.hasRc),
    hasPuc: toFlag(fields.hasPuc),
    insuranceUntil: fields.insuranceUntil,
    hasNoc: toFlag(fields.hasNoc),
    isLoanCleared: toFlag(fields.isLoanCleared),
    description: fields.description,
    externalId: fields.externalId,
    ...(isElectric(fuel)
      ? {
          rangeKm: mileage,
          batteryKwh: keep(fields.battery),
          ...(changesDrive && { mileageKmpl: null, engineCc: null }),
        }
      : {
          mileageKmpl: mileage,
          engineCc: keep(fields.engine),
          ...(changesDrive && { rangeKm: null, batteryKwh: null }),
        }),
    searchBrand: foldText(fields.brand),
  };
}

function findVehicleBodyStyle(
  { type, fuelType, name, brand }: Pick<VehicleValues, 'type' | 'fuelType' | 'name' | 'brand'>,
  id: string,
): Drawing['bodyStyle'] {
  const kind = type === 'Bike' ? 'bike' : 'scooter';
  return createDrawing({ kind, type: isElectric(fuelType) ? 'Electric' : 'Petrol', name, brand }, id).bodyStyle;
}

/** As its owner sees it. */
function findOwnRecord(db: Database, id: string, actor: Actor): VehicleRecord | null {
  const vehicle = findVehicleRecord(db, id);
  return vehicle && revealToSeller(db, vehicle, actor);
}

const defaultCondition = 'Good';

type StoredVehicle = VehicleRecord & { isNew: boolean };

/** Public immediately; operators check it afterwards (docs/product.md, "Used vehicles"). */
export const offerVehicle = defineCommand<NewVehicle, StoredVehicle>({
  name: 'offer-vehicle',
  schema: getVehicleSchema,
  invalidCode: findListingCode,
  limit: 'listing',
  run({ photos, draft, ...fields }, context) {
    const { db, actor, now } = context;
    const user = requireUser(actor);
    if (!user.ok) return user;
    const holder = fields.externalId ? findByStockNumber(db, user.value.id, fields.externalId) : null;
    if (holder) {
      const stated = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
      const change = { ...stated, id: holder.id, photos: photos.length > 0 ? photos : undefined, draft };
      const changed = changeVehicle.run(change, context);
      return changed.ok ? ok({ ...changed.value, isNew: false }) : changed;
    }
    const completed = completeDraft(db, { photos, draft }, []);
    if (!completed.ok) return completed;
    const id = randomBytes(12).toString('hex');
    const timestamp = now.toISOString();
    db.insert(vehicles)
      .values({
        ...toColumns(fields, null, now),
        ...findLocation(fields),
        name: fields.name,
        brand: fields.brand,
        type: fields.type,
        fuel: fields.fuelType,
        priceRupees: fields.price,
        condition: fields.condition ?? defaultCondition,
        searchBrand: foldForSearch(fields.brand),
        id,
        stock: 'used',
        bodyStyle: findVehicleBodyStyle(fields, id),
        ownerUserId: user.value.id,
        createdAt: timestamp,
        updatedAt: timestamp,
      })
      .run();
    setVehiclePhotos(db, id, photos);
    const vehicle = findOwnRecord(db, id, actor);
    if (!vehicle) throw new Error('A vehicle that was just stored could not be read.');
    return ok({ ...vehicle, isNew: true });
  },
});

export const changeVehicle = defineCommand<VehicleChange, VehicleRecord>({
  name: 'change-vehicle',
  changes: ({ id }) => ({ table: 'vehicles', id }),
  schema: getVehicleChangeSchema,
  invalidCode: findListingCode,
  limit: 'write',
  run({ id, version, photos, draft, ...fields }, context) {
    const { db, actor, now } = context;
    const lookup = findVehicleToChange(db, id, actor, 'stock');
    if (!lookup.ok) return lookup;
    const before = lookup.value;
    if (isOutdated(version, before)) return createVersionConflict('vehicle');
    if (isEmptyChange({ photos, ...fields })) return ok(before);
    const completed = completeDraft(
      db,
      { photos, draft },
      before.photos.map(({ hash }) => hash),
    );
    if (!completed.ok) return completed;
    const holder = fields.externalId ? findByStockNumber(db, before.owner?.id ?? null, fields.externalId) : null;
    if (fields.externalId && holder && holder.id !== id) {
      const values = { label: stockNumberField.label, text: fields.externalId, name: holder.name };
      return invalid({ externalId: { code: 'already_in_stock', values } });
    }
    const named = { ...before, fuelType: before.fuel, ...fields };
    const columns = {
      // Unchanged years stay as they were stated.
      ...toColumns(
        fields.yearsUsed === before.yearsUsed ? { ...fields, yearsUsed: undefined } : fields,
        before.fuel,
        now,
      ),
      ...((fields.city !== undefined || fields.state !== undefined) && findChangedLocation(before, fields)),
      // The illustrations of the catalogue are chosen by hand.
      bodyStyle: before.isBuiltIn ? undefined : findVehicleBodyStyle(named, id),
    };
    const changesPhotos = photos && photos.join() !== before.photos.map(({ hash }) => hash).join();
    const row = findVehicleRow(db, id);
    if (row && !changesPhotos && Object.keys(findChangedColumns(row, columns)).length === 0) return ok(before);
    db.update(vehicles)
      .set({ ...columns, updatedAt: now.toISOString(), version: sql`version + 1` })
      .where(eq(vehicles.id, id))
      .run();
    if (photos) setVehiclePhotos(db, id, photos);
    const isOwn = isOwnVehicle(before, actor);
    recordAuditEvent(context, { subject: 'vehicle', subjectId: id, title: named.name, action: 'changed' }, { isOwn });
    const vehicle = findOwnRecord(db, id, actor);
    return vehicle ? ok(vehicle) : err(vehicleNotFound);
  },
});

/** A built-in vehicle is hidden instead, because other users' reviews and messages refer to it. */
export const deleteVehicle = defineCommand<{ id: string }, { id: string }>({
  name: 'delete-vehicle',
  changes: ({ id }) => ({ table: 'vehicles', id }),
  schema: () => z.object({ id: z.string() }),
  invalidCode: () => vehicleNotFound.code,
  limit: 'write',
  run({ id }, context) {
    const { db, actor, now } = context;
    const lookup = findVehicleToChange(db, id, actor, 'retire');
    if (!lookup.ok) return lookup;
    const { name, isBuiltIn, owner } = lookup.value;
    const isOwn = isOwnVehicle(lookup.value, actor);
    if (!isOwn && actor.user && !hasFreshPassword(actor.user, now)) return err(passwordRequired);
    if (isBuiltIn) {
      const hiddenAt = now.toISOString();
      db.update(vehicles).set({ hiddenAt, version: sql`version + 1` }).where(eq(vehicles.id, id)).run();
    } else {
      storeRemovalNotice(context, {
        kind: 'vehicle',
        name,
        reason: null,
        userId: owner?.id ?? null,
        manageKeyId: null,
      });
      db.delete(vehicles).where(eq(vehicles.id, id)).run();
    }
    recordAuditEvent(context, { subject: 'vehicle', subjectId: id, title: name, action: 'deleted' }, { isOwn });
    return ok({ id });
  },
});

const maxOwnItems = 200;

type OwnVehicle = {
  of: 'vehicle';
  vehicle: VehicleSummary;
  isHidden: boolean;
  /** The operator's reason for hiding it; null when it is not hidden. */
  hiddenReason: string | null;
};

const reads = memoizePrepared((db) =>
  db
    .select({
      ...summaryColumns,
      isHidden: sql`${vehicles.hiddenAt} IS NOT NULL`.mapWith(Boolean),
      hiddenReason: vehicles.hiddenReason,
    })
    // Raw: forces the index that holds a user's vehicles in order.
    .from(
      sql`(SELECT seq FROM vehicles INDEXED BY vehicles_owner WHERE owner_user_id = ${sql.placeholder('userId')}
            ORDER BY seq DESC LIMIT ${sql.raw(`${maxOwnItems}`)}) own`,
    )
    .crossJoin(vehicles)
    .where(sql`${vehicles.seq} = own.seq`)
    .orderBy(desc(vehicles.seq))
    .prepare(),
);

export const findVehiclesOfUser = (db: Database, userId: string): OwnVehicle[] =>
  reads(db)
    .all({ userId })
    .map(({ isHidden, hiddenReason, ...vehicle }) => ({ of: 'vehicle', vehicle, isHidden, hiddenReason }));
