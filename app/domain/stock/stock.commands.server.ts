import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { StockAction } from '~db/enums';
import { findByStockNumber, findChangedColumns, type VehicleRow } from '../catalogue/stored-vehicle.server';
import type { DatedOffer, Variant, VehicleRecord } from '../catalogue/vehicle';
import { findFeaturedVehicles, findStockRecord, vehicleNotFound } from '../catalogue/vehicle.queries.server';
import { vehicleFields } from '../catalogue/vehicle-fields';
import type { ImportContext } from '../import/import-plan.server';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { completeDraft, type FormPhotosInput } from '../photos/draft-photos.server';
import type { Colourway } from '../photos/drawing';
import { maxPhotos } from '../photos/photo';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { createRules } from '../shared/field-rules.server';
import { failNumberType, failWith, requiredText, seenVersion, yesOrNo } from '../shared/fields.server';
import { formatRupees } from '../shared/money';
import { type Permission, requirePermission } from '../shared/permissions';
import { createVersionConflict, err, type FieldErrors, invalid, ok, type Reason, type Result } from '../shared/result';
import { stepSize } from '../shared/steps';
import { findSamples } from './stock.queries.server';
import {
  datedOfferFields,
  maxColourways,
  maxDatedOffers,
  maxVariants,
  type StockMark,
  stockColumns,
  stockFieldNames,
  stockMarkNames,
  variantFields,
} from './stock-columns';
import {
  createDefaults,
  findElectricProblem,
  getRowSchema,
  paperSchema,
  type StatedPapers,
  type StockValues,
  toColumns,
  toPaperColumns,
  withConsequences,
} from './stock-rows.server';
import {
  addToStock,
  applyUndo,
  changeVehicleOfStock,
  findStockRow,
  findStockRows,
  planUndo,
  prepareAddition,
  setSampleListing,
} from './stock-writes.server';

export const maxAtOnce = 200;

/** By a press at the desk: how many changed, and the batch that undoes it. */
type Changed = { count: number; batch: string };

export const createBatch = (): string => randomBytes(9).toString('hex');
/** Given when a press is stored in several steps. */
const batchOfPress = z
  .string()
  .regex(/^[\da-f]{18}$/)
  .optional();

const createContext = (
  { actor, now }: CommandContext,
  permission: Permission,
  batch: string = createBatch(),
): Result<ImportContext> => {
  const operator = requirePermission(actor, permission);
  if (!operator.ok) return operator;
  const { id, name } = operator.value;
  return ok({ operator: { id, name }, batch, now });
};

const log = (context: CommandContext, { id, name }: Pick<VehicleRow, 'id' | 'name'>, action: string): void =>
  recordAuditEvent(context, { subject: 'vehicle', subjectId: id, title: name, action });

const { price: priceRule } = createRules({ price: { ...vehicleFields.priceRupees, kind: 'rupees' } as const });

type TypedPrice = { id: string; was: number; price: number };

/** Only prices that differ are stored; one that was changed since it was shown is rejected with the new one. */
export const savePrices = defineCommand<{ prices: TypedPrice[] }, Changed>({
  name: 'save-prices',
  schema: () =>
    z.object({
      prices: z
        .array(z.object({ id: z.string(), was: z.int(), price: z.unknown() }), failWith({ code: 'nothing_chosen' }))
        .max(maxAtOnce, failWith({ code: 'too_many_chosen', values: { most: maxAtOnce } }))
        // An error is named by the vehicle, as its field is, and not by its place in the list.
        .transform((rows, context) =>
          rows.map(({ id, was, price }) => {
            const { data, error } = priceRule.safeParse(price);
            for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message, path: [id] });
            return { id, was, price: data ?? was };
          }),
        ),
    }),
  limit: 'write',
  run({ prices }, context) {
    const change = createContext(context, 'stock');
    if (!change.ok) return change;
    const errors: Record<string, Reason> = {};
    let count = 0;
    for (const { id, was, price } of prices.filter((typed) => typed.price !== typed.was)) {
      const row = findStockRow(context.db, id);
      if (!row) return err(vehicleNotFound);
      if (row.priceRupees !== was) {
        errors[`prices.${id}`] = {
          code: 'price_changed',
          values: { name: row.name, price: formatRupees(row.priceRupees) },
        };
        continue;
      }
      changeVehicleOfStock(context.db, change.value, row, { action: 'changed', changed: { priceRupees: price } });
      log(context, row, `price: ${was} → ${price}`);
      count += 1;
    }
    return Object.keys(errors).length > 0
      ? invalid(errors, 'prices_changed')
      : ok({ count, batch: change.value.batch });
  },
});

export const bulkActions = [
  'sold',
  'for sale',
  'hidden',
  'public',
  'retired',
] as const satisfies readonly StockAction[];
export type BulkAction = (typeof bulkActions)[number];

function findChange(action: BulkAction, row: VehicleRow, timestamp: string): Partial<VehicleRow> {
  switch (action) {
    case 'sold':
      return row.soldAt === null ? { soldAt: timestamp } : {};
    case 'for sale':
      return row.soldAt === null ? {} : { soldAt: null };
    case 'hidden':
      return row.hiddenAt === null ? { hiddenAt: timestamp } : {};
    case 'public':
      return row.hiddenAt === null ? {} : { hiddenAt: null, ...(row.isDraft && { isDraft: false }) };
    case 'retired':
      return { retiredAt: timestamp, hiddenAt: row.hiddenAt ?? timestamp, externalId: null };
  }
}

const chosenIds = z
  .array(z.string(), failWith({ code: 'nothing_chosen' }))
  .min(1, failWith({ code: 'nothing_chosen' }))
  .max(maxAtOnce, failWith({ code: 'too_many_chosen', values: { most: maxAtOnce } }));

export const changeStock = defineCommand<{ action: BulkAction; ids: string[]; batch?: string | undefined }, Changed>({
  name: 'change-stock',
  schema: () => z.object({ action: z.enum(bulkActions), ids: chosenIds, batch: batchOfPress }),
  invalidCode: (errors) => ('ids' in errors ? 'nothing_chosen' : 'invalid_fields'),
  limit: 'write',
  run({ action, ids, batch }, context) {
    const change = createContext(
      context,
      action === 'retired' ? 'retire' : action === 'sold' || action === 'for sale' ? 'sell' : 'stock',
      batch,
    );
    if (!change.ok) return change;
    let count = 0;
    for (const id of new Set(ids)) {
      const row = findStockRow(context.db, id);
      if (!row || row.retiredAt !== null) return err(vehicleNotFound);
      const changed = findChange(action, row, context.now.toISOString());
      if (Object.keys(changed).length === 0) continue;
      changeVehicleOfStock(context.db, change.value, row, { action, changed });
      log(context, row, action);
      count += 1;
    }
    return ok({ count, batch: change.value.batch });
  },
});

/** The listings and second-hand vehicles that the site was shipped with, all at once. */
export const hideSamples = defineCommand<{ isHidden: boolean }, Changed>({
  name: 'hide-samples',
  schema: () => z.object({ isHidden: yesOrNo('Hidden') }),
  limit: 'write',
  run({ isHidden }, context) {
    const change = createContext(context, 'stock');
    if (!change.ok) return change;
    const { db, now } = context;
    const hiddenAt = isHidden ? now.toISOString() : null;
    const action = isHidden ? 'hidden' : 'public';
    const { vehicles, listings } = findSamples(db, { areHidden: !isHidden });
    for (const row of findStockRows(db, vehicles).values())
      changeVehicleOfStock(db, change.value, row, { action, changed: { hiddenAt } });
    for (const sample of listings) setSampleListing(db, change.value, sample, { action, hiddenAt });
    const count = vehicles.length + listings.length;
    const first = vehicles[0] ?? listings[0]?.id;
    if (first !== undefined) log(context, { id: first, name: 'Samples' }, `${action}: ${count}`);
    return ok({ count, batch: change.value.batch });
  },
});

export const maxPercent = 90;

/** '−5 %' off several. @returns prices in whole hundreds above a thousand rupees */
const roundPrice = (price: number): number => (price >= 10_000 ? Math.round(price / 100) * 100 : Math.round(price));

export const changePrices = defineCommand<{ percent: number; ids: string[]; batch?: string | undefined }, Changed>({
  name: 'change-prices',
  schema: () => {
    const wrong = failWith({ code: 'percent_invalid' });
    return z.object({
      percent: z
        .number(failNumberType('Percent', { code: 'percent_invalid' }))
        .min(-maxPercent, wrong)
        .max(maxPercent, wrong),
      ids: chosenIds,
      batch: batchOfPress,
    });
  },
  invalidCode: (errors) => ('ids' in errors ? 'nothing_chosen' : 'invalid_fields'),
  limit: 'write',
  run({ percent, ids, batch }, context) {
    const change = createContext(context, 'retire', batch);
    if (!change.ok) return change;
    let count = 0;
    for (const id of new Set(ids)) {
      const row = findStockRow(context.db, id);
      if (!row || row.retiredAt !== null) return err(vehicleNotFound);
      const priceRupees = roundPrice(row.priceRupees * (1 + percent / 100));
      if (priceRupees === row.priceRupees) continue;
      changeVehicleOfStock(context.db, change.value, row, { action: 'changed', changed: { priceRupees } });
      log(context, row, `price: ${row.priceRupees} → ${priceRupees}`);
      count += 1;
    }
    return ok({ count, batch: change.value.batch });
  },
});

/** What a step of taking back has done, and where the next one begins; null after the last. */
type UndoStep = { count: number; next: number | null };

/** All of a press, a step at a time, or one change of it. */
export const undoStock = defineCommand<{ batch: string; change: number | null; from: number | null }, UndoStep>({
  name: 'undo-stock',
  schema: () =>
    z.object({
      batch: requiredText('Batch', 60),
      change: z.int(failNumberType('Change', { code: 'not_whole', values: { label: 'Change' } })).nullable(),
      from: z.int(failNumberType('From', { code: 'not_whole', values: { label: 'From' } })).nullable(),
    }),
  limit: 'write',
  run({ batch, change: only, from }, context) {
    const change = createContext(context, 'stock');
    if (!change.ok) return change;
    const plan = planUndo(context.db, batch, only === null ? { before: from, limit: stepSize } : { only });
    const { next } = plan;
    const first = plan.updates[0]?.row ?? plan.listings[0]?.row;
    if (!first) return next === null ? err({ kind: 'conflict', code: 'nothing_to_undo' }) : ok({ count: 0, next });
    const count = applyUndo(context.db, change.value, plan);
    if (count === null) return err({ kind: 'conflict', code: 'nothing_to_undo' });
    log(context, first, count === 1 ? 'undone' : `undone: ${count}`);
    return ok({ count, next });
  },
});

type Named = { id: string; name: string; batch: string };

/** A draft that is a copy: without plate, stock number and photos, which belong to one vehicle. */
export const duplicateStock = defineCommand<{ id: string }, Named>({
  name: 'duplicate-stock',
  schema: () => z.object({ id: z.string() }),
  limit: 'write',
  run({ id }, context) {
    const change = createContext(context, 'stock');
    if (!change.ok) return change;
    const row = findStockRow(context.db, id);
    if (!row) return err(vehicleNotFound);
    const { seq: _seq, rating: _rating, sampleRating: _sample, ...same } = row;
    const copy = {
      ...same,
      ...createDefaults(row, randomBytes(12).toString('hex'), context.now),
      ...{ bodyStyle: row.bodyStyle, condition: row.condition, category: row.category },
      ...{ externalId: null, numberPlate: null, isBuiltIn: false, soldAt: null, retiredAt: null },
      ...{
        isDraft: true,
        hiddenAt: context.now.toISOString(),
        hiddenReason: null,
        reviewCount: 0,
        sampleReviewCount: 0,
        version: 1,
      },
      ...{ isFeatured: false, isPopular: false, isInShowroom: false, emiPickOrder: null, photos: [] },
    };
    addToStock(context.db, prepareAddition(change.value, copy));
    log(context, copy, 'added as a copy');
    return ok({ id: copy.id, name: copy.name, batch: change.value.batch });
  },
});

/** Of each type; those beyond are the newest first. */
export const maxFeaturedMoved = 50;

/** A place earlier or later among the featured of its type. */
export const moveFeatured = defineCommand<{ id: string; by: 1 | -1 }, Named>({
  name: 'move-featured',
  schema: () =>
    z.object({
      id: z.string(),
      by: z.union(
        [z.literal(1), z.literal(-1)],
        failNumberType('By', { code: 'not_an_option', values: { label: 'By', options: '1 or -1' } }),
      ),
    }),
  limit: 'write',
  run({ id, by }, context) {
    const change = createContext(context, 'stock');
    if (!change.ok) return change;
    const { db } = context;
    const row = findStockRow(db, id);
    const ids = row ? findFeaturedVehicles(db, row.type, maxFeaturedMoved).map((vehicle) => vehicle.id) : [];
    const from = ids.indexOf(id);
    if (!row || from < 0) return err(vehicleNotFound);
    const neighbour = ids[from + by];
    if (neighbour !== undefined) {
      const moved = ids.with(from, neighbour).with(from + by, id);
      const rows = findStockRows(db, moved);
      for (const [at, each] of moved.slice(0, Math.max(from, from + by) + 1).entries()) {
        const before = rows.get(each);
        const changed = { featuredOrder: at + 1 };
        if (before && before.featuredOrder !== changed.featuredOrder)
          changeVehicleOfStock(db, change.value, before, { action: 'changed', changed });
      }
      log(context, row, `featured: ${from + 1} → ${from + by + 1}`);
    }
    return ok({ id, name: row.name, batch: change.value.batch });
  },
});

type FormParts = Pick<FormPhotosInput, 'photos' | 'draft'> & {
  colourways?: Colourway[] | undefined;
  variants?: Variant[] | undefined;
  datedOffers?: DatedOffer[] | undefined;
  marks?: Readonly<Record<StockMark, boolean>> | undefined;
  /** False publishes a draft; absent leaves it as it is. */
  isDraft?: boolean | undefined;
};
type Edited = { id: string | null; version: number | null; values: StockValues };
type Edit = { id: string | null; values: StockValues; papers?: StatedPapers } & FormParts;

const colour = z
  .string()
  .regex(/^#[\da-f]{6}$/i, failWith({ code: 'not_like_example', values: { label: 'Colour', example: '#1f4fd8' } }));
export const colourway = z.object({ name: requiredText('Name of the colour', 40), body: colour, accent: colour });
const datedOffer = z
  .object(createRules(datedOfferFields))
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    ...failWith({ code: 'offer_ends_early' }),
    path: ['until'],
  });
const rowsUpTo = <Row extends z.ZodType>(title: string, row: Row, most: number) =>
  z
    .array(row)
    .max(most, failWith({ code: 'too_many_rows', values: { title, most } }))
    .optional();
const editedRows = z.object({
  colourways: rowsUpTo('Colours', colourway, maxColourways),
  variants: rowsUpTo('Variants', z.object(createRules(variantFields)), maxVariants),
  datedOffers: rowsUpTo('Offers with dates', datedOffer, maxDatedOffers),
});

const requiredNames = ['brand', 'name', 'type', 'fuel', 'priceRupees', 'stock'] as const;

/** Adds a vehicle, or changes the fields that are given. */
function storeEdit(
  context: CommandContext,
  change: ImportContext,
  { id, values, papers, photos, draft, colourways, variants, datedOffers, marks, isDraft }: Edit,
): Result<Named> {
  const { db, now } = context;
  const before = id === null ? null : findStockRow(db, id);
  if (id !== null && !before) return err(vehicleNotFound);
  const completed = completeDraft(db, { photos, draft }, before?.photos ?? []);
  if (!completed.ok) return completed;
  const columns = {
    ...toColumns(values, before),
    ...(papers && toPaperColumns(papers, now)),
    ...(photos && { photos: [...new Set(photos)] }),
    ...(colourways && { colourways }),
    ...(variants && { variants: [...variants].sort((a, b) => a.priceRupees - b.priceRupees) }),
    ...(datedOffers && { datedOffers }),
    ...marks,
    ...(isDraft === true && !before && { isDraft: true, hiddenAt: now.toISOString() }),
    ...(isDraft === false && before?.isDraft && { isDraft: false, hiddenAt: null }),
  };
  const electric = findElectricProblem(columns, before);
  if (electric !== null) {
    const { label } = stockColumns[electric].field;
    return invalid({ [electric]: { code: 'not_for_electric', values: { label } } });
  }
  const price = columns.priceRupees ?? before?.priceRupees ?? 0;
  if (columns.variants?.some(({ priceRupees }) => priceRupees < price))
    return invalid({ priceRupees: { code: 'variant_cheaper' } });
  const { externalId } = columns;
  const holder = externalId ? findByStockNumber(db, null, externalId) : null;
  if (externalId && holder && holder.id !== before?.id) {
    const { label } = stockColumns.externalId.field;
    return invalid({
      externalId: { code: 'already_in_stock', values: { label, text: externalId, name: holder.name } },
    });
  }
  if (before) {
    const changed = findChangedColumns(before, withConsequences(columns, before));
    if (Object.keys(changed).length > 0) {
      changeVehicleOfStock(db, change, before, { action: 'changed', changed });
      log(context, before, `changed: ${Object.keys(changed).join(', ')}`);
    }
    return ok({ id: before.id, name: changed.name ?? before.name, batch: change.batch });
  }
  const errors: FieldErrors = Object.fromEntries(
    requiredNames
      .filter((name) => columns[name] === undefined || columns[name] === null)
      .map((name) => [name, { code: 'required', values: { label: vehicleFields[name].label } }]),
  );
  const { brand, name, type, fuel, priceRupees, stock } = columns;
  if (!brand || !name || !type || !fuel || priceRupees === undefined || !stock) return invalid(errors);
  const newId = randomBytes(12).toString('hex');
  const searchBrand = columns.searchBrand ?? '';
  const row = {
    ...createDefaults({ brand, name, type, fuel, stock }, newId, now),
    ...columns,
    ...{ brand, name, type, fuel, priceRupees, stock, searchBrand },
  };
  addToStock(db, prepareAddition(change, row));
  log(context, row, 'added');
  return ok({ id: newId, name, batch: change.batch });
}

export const editStock = defineCommand<Edited & FormParts, Named>({
  name: 'edit-stock',
  schema: (now) =>
    // Errors are named by the fields themselves, which stand on the page without a prefix.
    z
      .object({
        id: z.string().nullable(),
        version: z.int().nullable(),
        values: z.unknown(),
        photos: z
          .array(z.string())
          .max(maxPhotos, failWith({ code: 'photos_full' }))
          .optional(),
        draft: z.string().optional(),
        colourways: z.unknown().optional(),
        variants: z.unknown().optional(),
        datedOffers: z.unknown().optional(),
        marks: z.record(z.enum(stockMarkNames), z.boolean()).optional(),
        isDraft: z.boolean().optional(),
      })
      .transform(({ values, colourways, variants, datedOffers, ...rest }, context) => {
        const row = getRowSchema(now).safeParse(values);
        const rows = editedRows.safeParse({ colourways, variants, datedOffers });
        for (const { message, path } of [...(row.error?.issues ?? []), ...(rows.error?.issues ?? [])])
          context.addIssue({ code: 'custom', message, path });
        return row.data && rows.data ? { ...rest, ...rows.data, values: row.data } : z.NEVER;
      }),
  limit: 'write',
  run({ id, version, values, ...parts }, context) {
    const change = createContext(context, 'stock');
    if (!change.ok) return change;
    const before = id === null ? null : findStockRow(context.db, id);
    if (before && version !== null && before.version !== version) return createVersionConflict('vehicle');
    return storeEdit(context, change.value, { id, values, ...parts });
  },
});

/** The vehicle as an edit would leave it; for a dry run, which stores nothing. */
export const previewEdit = defineCommand<Edited & FormParts, VehicleRecord>({
  name: 'preview-edit',
  schema: editStock.schema,
  limit: 'write',
  run(input, context) {
    const edited = editStock.run(input, context);
    if (!edited.ok) return edited;
    const vehicle = findStockRecord(context.db, edited.value.id);
    return vehicle ? ok(vehicle) : err(vehicleNotFound);
  },
});

export const editedFieldNames = stockFieldNames.filter((name) => name !== 'id');

/** By an API client, which also states papers and photos. */
type SentRows = Pick<FormParts, 'colourways' | 'variants' | 'datedOffers'>;
type SentVehicle = Edited & { papers: StatedPapers; photos?: string[] | undefined } & SentRows;
type StoredVehicle = VehicleRecord & { isNew: boolean };

/** A stock number that is in the stock already names the vehicle to change. */
export const putInStock = defineCommand<SentVehicle, StoredVehicle>({
  name: 'put-in-stock',
  schema: (now) =>
    z
      .object({
        ...{ id: z.string().nullable(), version: seenVersion },
        ...{ values: z.unknown(), papers: z.unknown(), photos: z.array(z.string()).optional() },
        ...{ colourways: z.unknown(), variants: z.unknown(), datedOffers: z.unknown() },
      })
      .transform(({ values, papers, id, version, photos, ...sent }, context) => {
        const row = getRowSchema(now).safeParse(values);
        const stated = paperSchema.safeParse(papers);
        const rows = editedRows.safeParse(sent);
        for (const { error } of [row, stated, rows])
          for (const { message, path } of error?.issues ?? []) context.addIssue({ code: 'custom', message, path });
        return row.success && stated.success && rows.success
          ? { id, photos, version: version ?? null, values: row.data, papers: stated.data, ...rows.data }
          : z.NEVER;
      }),
  limit: 'write',
  run({ version, values, ...sent }, context) {
    const change = createContext(context, 'stock');
    if (!change.ok) return change;
    const { db } = context;
    const id = sent.id ?? (values.externalId ? (findByStockNumber(db, null, values.externalId)?.id ?? null) : null);
    const before = id === null ? null : findStockRecord(db, id);
    if (id !== null && !before) return err(vehicleNotFound);
    if (before && version !== null && before.version !== version) return createVersionConflict('vehicle');
    const stored = storeEdit(context, change.value, { ...sent, id, values });
    if (!stored.ok) return stored;
    const vehicle = findStockRecord(db, stored.value.id);
    return vehicle ? ok({ ...vehicle, isNew: before === null }) : err(vehicleNotFound);
  },
});

export const changeInStock = defineCommand<SentVehicle, StoredVehicle>({
  ...putInStock,
  name: 'change-in-stock',
  changes: ({ id }) => ({ table: 'vehicles', id: id ?? '' }),
});
