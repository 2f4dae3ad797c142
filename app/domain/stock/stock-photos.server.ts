import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type PhotoUploadResult, photoUploads } from '~db/schema/stock';
import { memoizePrepared } from '~db/statements';
import type { StockVehicle } from '../catalogue/stored-vehicle.server';
import { vehicleNotFound } from '../catalogue/vehicle.queries.server';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { maxPhotos, type NamedPhoto } from '../photos/photo';
import { defineCommand } from '../shared/command.server';
import { failWith } from '../shared/fields.server';
import { requirePermission } from '../shared/permissions';
import { err, formatReason, ok, type PlainCode } from '../shared/result';
import { changeVehicleOfStock, findStockRows } from './stock-writes.server';

type Numbers = { id: string; plate: string; externalId: string };

/** Signs that plates, stock numbers and names of files have between letters and digits. */
const separators = [' ', '-', '_', '.', '/', '#'];
const foldSql = (column: string): string =>
  separators.reduce((text, sign) => `replace(${text}, '${sign}', '')`, `upper(coalesce(${column}, ''))`);

const reads = memoizePrepared((db) => ({
  byNumbers: db.$client.prepare<[{ keys: string }], Numbers>(
    `SELECT id, upper(coalesce(number_plate, '')) AS plate, upper(coalesce(external_id, '')) AS externalId
       FROM vehicles INDEXED BY vehicles_stock_of_business
      WHERE owner_user_id IS NULL AND retired_at IS NULL
        AND (${foldSql('number_plate')} IN (SELECT value FROM json_each(@keys))
          OR ${foldSql('external_id')} IN (SELECT value FROM json_each(@keys)))`,
  ),
  byId: db
    .select()
    .from(photoUploads)
    .where(eq(photoUploads.id, sql.placeholder('id')))
    .prepare(),
  canBeUndone: db.$client
    .prepare<[string], number>('SELECT EXISTS (SELECT 1 FROM stock_changes WHERE batch = ? AND undone_at IS NULL)')
    .pluck(),
}));

/** What became of the files of one upload, whose id is the batch that undoes it. */
export function findPhotoUpload(db: Database, id: string) {
  const found = reads(db).byId.get({ id });
  return found ? { ...found, canBeUndone: reads(db).canBeUndone.get(id) === 1 } : null;
}

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
const fold = (text: string): string => (text.toUpperCase().match(wordPattern) ?? []).join('');
const withoutEnding = (file: string): string => file.replace(/\.[a-z0-9]{1,5}$/i, '').toUpperCase();

/** 'STK-17_front.jpg' begins with 'STK', 'STK17' and 'STK17FRONT', of which one may be a number. */
function listBeginnings(file: string): string[] {
  const words = withoutEnding(file).match(wordPattern) ?? [];
  return words.map((_, at) => words.slice(0, at + 1).join(''));
}

const beginsWith = (name: string, number: string): boolean =>
  number !== '' && name.startsWith(number) && !/^[\p{L}\p{M}\p{N}]/u.test(name.slice(number.length));

/**
 * Ids of the vehicles that a name can mean. Stock numbers can differ by their separators alone, so that those which the
 * name has sign by sign come before others: 'STK-1_7.jpg' is of STK-1 and not of STK-17.
 */
function findMeant(file: string, vehicles: readonly Numbers[]): string[] {
  const name = withoutEnding(file);
  const beginnings = listBeginnings(file);
  const exact = vehicles.flatMap(({ id, plate, externalId }) => [
    ...(beginnings.includes(fold(plate)) ? [{ id, length: fold(plate).length }] : []),
    ...(beginsWith(name, externalId) ? [{ id, length: fold(externalId).length }] : []),
  ]);
  const longest = Math.max(...exact.map(({ length }) => length));
  const meant =
    exact.length > 0
      ? exact.filter(({ length }) => length === longest)
      : vehicles.filter(({ externalId }) => beginnings.includes(fold(externalId)));
  return [...new Set(meant.map(({ id }) => id))];
}

const byName = new Intl.Collator('en', { numeric: true });

type Uploaded = { id: string; left: number; vehicle: { id: string; name: string } | null };

/**
 * Adds photos after those that a vehicle has: the one with the id, or those whose plate or stock number the names of
 * the files begin with.
 */
export const addStockPhotos = defineCommand<{ vehicleId: string | null; files: NamedPhoto[] }, Uploaded>({
  name: 'add-stock-photos',
  schema: () =>
    z.object({
      vehicleId: z.string().nullable(),
      files: z
        .array(
          z.union([
            z.object({ file: z.string(), hash: z.string() }),
            z.object({ file: z.string(), problem: z.string() }),
          ]),
        )
        .min(1, failWith({ code: 'required', values: { label: 'Photos' } })),
    }),
  limit: 'write',
  run({ vehicleId, files }, context) {
    const operator = requirePermission(context.actor, 'sell');
    if (!operator.ok) return operator;
    const { db, now } = context;
    const { id: operatorId, name: operatorName } = operator.value;
    const id = randomBytes(12).toString('hex');
    const sorted = [...files].sort((a, b) => byName.compare(a.file, b.file));
    const keys = JSON.stringify(sorted.flatMap(({ file }) => listBeginnings(file)));
    const candidates = vehicleId === null ? reads(db).byNumbers.all({ keys }) : [];
    const rows = findStockRows(db, vehicleId === null ? candidates.map((vehicle) => vehicle.id) : [vehicleId]);
    const only = vehicleId === null ? null : rows.get(vehicleId);
    if (only === undefined || only?.retiredAt) return err(vehicleNotFound);
    const photos = new Map<string, string[]>();

    const place = (named: NamedPhoto): PhotoUploadResult => {
      const { file } = named;
      const reject = (code: PlainCode, row?: StockVehicle): PhotoUploadResult => ({
        file,
        vehicle: row ? { id: row.id, name: row.name } : null,
        problem: formatReason({ code }),
      });
      const [first, second] = only ? [only.id] : findMeant(file, candidates);
      const row = first === undefined || second !== undefined ? undefined : rows.get(first);
      if (named.problem !== undefined)
        return { file, vehicle: row ? { id: row.id, name: row.name } : null, problem: named.problem };
      if (second !== undefined) return reject('photo_of_two_vehicles');
      if (!row) return reject('photo_of_no_vehicle');
      const own = photos.get(row.id) ?? [...row.photos];
      if (own.includes(named.hash)) return reject('photo_there_already', row);
      if (own.length >= maxPhotos) return reject('photos_full', row);
      photos.set(row.id, [...own, named.hash]);
      return { file, vehicle: { id: row.id, name: row.name }, problem: null };
    };

    const results = sorted.map(place);
    const change = { operator: { id: operatorId, name: operatorName }, batch: id, now };
    for (const [vehicleId, hashes] of photos) {
      const row = rows.get(vehicleId);
      if (!row) continue;
      changeVehicleOfStock(db, change, row, { action: 'changed', changed: { photos: hashes } });
      const action = `photos: ${row.photos.length} → ${hashes.length}`;
      recordAuditEvent(context, { subject: 'vehicle', subjectId: row.id, title: row.name, action });
    }
    db.insert(photoUploads).values({ id, results, operatorId, operatorName, createdAt: now.toISOString() }).run();
    const left = results.filter(({ problem }) => problem !== null).length;
    return ok({ id, left, vehicle: only && { id: only.id, name: only.name } });
  },
});
