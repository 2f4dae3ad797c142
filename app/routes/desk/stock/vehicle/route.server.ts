import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import type { SignedInUser } from '~/domain/shared/actor';
import { mayUse, requirePermission } from '~/domain/shared/permissions';
import { formatRecent } from '~/domain/shared/dates';
import { checkUnfinishedForm, storeUnfinishedForm } from '~/domain/shared/unfinished-forms.server';
import { type AppError, err, ok, type Result } from '~/domain/shared/result';
import { decodeField } from '~/domain/shared/field-rules.server';
import { type Field, getMeasure, getMeasures } from '~/domain/shared/field-table';
import { formatCount, formatRupees } from '~/domain/shared/money';
import { formatFigure } from '~/domain/shared/typed-numbers';
import { editedFieldNames, editStock, previewEdit } from '~/domain/stock/stock.commands.server';
import { findStockChanges } from '~/domain/stock/stock.queries.server';
import {
  datedOfferFields,
  maxColourways,
  maxDatedOffers,
  maxVariants,
  type StockField,
  stockColumns,
  type StockMark,
  stockMarkNames,
  stockMarks,
  variantFields,
} from '~/domain/stock/stock-columns';
import { readPreviewForm, toPreviewForm } from '~/domain/stock/stock-preview.server';
import { fillStock } from '~/domain/stock/stock-fill.server';
import { formatMileage, formatVehiclePrice, formatWithUnit } from '~/domain/catalogue/vehicle-labels';
import { getColours } from '~/domain/photos/drawing';
import { getPhotoPath } from '~/domain/photos/photo';
import type { StockVehicle } from '~/domain/catalogue/stored-vehicle.server';
import { completeRow, toValues } from '~/domain/stock/stock-rows.server';
import { findStockRow } from '~/domain/stock/stock-writes.server';
import { deskPaths, paths } from '~/paths';
import { readPhotosOfForm, selectFields, storePhotosOfForm } from '~/submit/form-body.server';
import { mergePhotos, readPhotoForm } from '~/submit/form-photos.server';
import {
  findReadings,
  generateIdempotencyKey,
  type RejectedForm,
  showForm,
  showUnfinishedForm,
} from '~/submit/form-response.server';
import { createFormAction, createFormActions, type FormAccess, type FormPost } from '~/submit/form.server';
import { submitCommand } from '~/submit/submit-command.server';
import { fullNames } from '~/domain/listings/models.server';
import { toChosenPhoto } from '~/ui/forms/photo-chooser';
import { lastFeaturedPlace } from '~db/enums';
import { createRowNames, requireDesk } from '../../access.server';

const newVehicle = 'new';

const formatTyped = (name: StockField, value: unknown): string => {
  const measure = getMeasure(stockColumns[name].field);
  if (typeof value === 'number' && measure === 'rupees') return formatFigure(value, measure).replace('₹', '');
  return value === null || value === undefined ? '' : String(value);
};

/** Changed columns as they are typed: 'Price 92,000 → 88,000'. */
function describeChange({
  action,
  before,
  after,
}: Pick<ReturnType<typeof findStockChanges>[number], 'action' | 'before' | 'after'>) {
  if (action === 'added') return [];
  const photos = 'photos' in after ? [describePhotos(before.photos, after.photos)] : [];
  const columns = editedFieldNames.flatMap((name) => {
    if (!(name in after) && !(name.endsWith('Brake') && 'brakes' in after)) return [];
    const was = formatTyped(name, before[name]);
    const becomes = formatTyped(name, after[name]);
    return was === becomes ? [] : [{ label: stockColumns[name].field.label, was, becomes }];
  });
  const marks = stockMarkNames.flatMap((name) =>
    name in after ? [{ label: stockMarks[name], was: formatMark(before[name]), becomes: formatMark(after[name]) }] : [],
  );
  const rows = rowGroups.flatMap(({ name, label, describe }) =>
    name in after ? [{ label, was: describe(before[name]), becomes: describe(after[name]) }] : [],
  );
  const place =
    'featuredOrder' in after
      ? [{ label: 'Place among the featured', was: formatPlace(before), becomes: formatPlace(after) }]
      : [];
  const state = 'isDraft' in after ? [{ label: 'Draft', was: formatMark(before.isDraft), becomes: 'no' }] : [];
  return [...photos, ...rows, ...columns, ...marks, ...place, ...state];
}

const formatPlace = ({ featuredOrder }: Readonly<Record<string, unknown>>): string =>
  featuredOrder === lastFeaturedPlace ? 'last' : String(featuredOrder);
const formatMark = (mark: unknown): string => (mark === true ? 'yes' : 'no');

const joinTexts =
  <Row>(schema: z.ZodType<Row>, format: (row: Row) => string) =>
  (rows: unknown): string =>
    z.array(schema).safeParse(rows).data?.map(format).join(', ') ?? '';

function describePhotos(before: unknown, after: unknown) {
  const count = (photos: unknown): number => (Array.isArray(photos) ? photos.length : 0);
  const [was, becomes] = [count(before), count(after)];
  return { label: 'Photos', was: String(was), becomes: was === becomes ? `${becomes}, changed` : String(becomes) };
}

const readValues = (row: StockVehicle): Record<string, string> => {
  const values = toValues(row);
  return {
    ...Object.fromEntries(editedFieldNames.map((name) => [name, formatTyped(name, values[name])])),
    ...Object.fromEntries(stockMarkNames.flatMap((name) => (row[name] ? [[name, 'on']] : []))),
    ...Object.assign({}, ...rowGroups.map((group) => toRowValues(group, group.read(row)))),
  };
};

type Values = Readonly<Record<string, string>>;

type RowGroup = {
  name: RowGroupName;
  label: string;
  parts: readonly string[];
  most: number;
  /** What a browser sends of a row in which nothing was typed. */
  blank: Values;
  read: (row: StockVehicle) => Values[];
  describe: (rows: unknown) => string;
};
type RowGroupName = 'colourways' | 'variants' | 'datedOffers';

/** Parts of the form with rows, to which a button adds one and each of which has a button that takes it away. */
const rowGroups: readonly RowGroup[] = [
  {
    name: 'colourways',
    label: 'Colours',
    parts: ['name', 'body', 'accent'],
    most: maxColourways,
    blank: { name: '', body: '#3b424b', accent: '#c9ced6' },
    read: ({ colourways }) => colourways.map(({ name, body, accent }) => ({ name, body, accent })),
    describe: joinTexts(z.object({ name: z.string() }), ({ name }) => name),
  },
  {
    name: 'variants',
    label: 'Variants',
    parts: Object.keys(variantFields),
    most: maxVariants,
    blank: { name: '', priceRupees: '' },
    read: ({ variants }) => variants.map(({ name, priceRupees }) => ({ name, priceRupees: formatCount(priceRupees) })),
    describe: joinTexts(
      z.object({ name: z.string(), priceRupees: z.number() }),
      ({ name, priceRupees }) => `${name} ${formatRupees(priceRupees)}`,
    ),
  },
  {
    name: 'datedOffers',
    label: 'Offers with dates',
    parts: Object.keys(datedOfferFields),
    most: maxDatedOffers,
    blank: { title: '', amountRupees: '', from: '', until: '' },
    read: ({ datedOffers }) =>
      datedOffers.map(({ title, amountRupees, from, until }) => ({
        title,
        amountRupees: amountRupees === null ? '' : formatCount(amountRupees),
        from: from ?? '',
        until: until ?? '',
      })),
    describe: joinTexts(
      z.object({ title: z.string(), from: z.string().nullable(), until: z.string().nullable() }),
      ({ title, from, until }) => [title, from, until].filter((part) => part !== null).join(' '),
    ),
  },
];

const rowNames = rowGroups.flatMap(({ name, parts, most }) => createRowNames(name, most, parts));

const toRowValues = ({ name, parts }: RowGroup, rows: readonly Values[]): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap((row, at) => parts.map((part) => [`${name}.${at}.${part}`, row[part] ?? ''] as const)),
  );

const readRows = (values: Values, { name, parts, most }: Pick<RowGroup, 'name' | 'parts' | 'most'>): Values[] =>
  Array.from({ length: most }, (_, at) =>
    Object.fromEntries(
      parts.flatMap((part) => {
        const value = values[`${name}.${at}.${part}`];
        return value === undefined ? [] : [[part, value] as const];
      }),
    ),
  ).filter((row) => Object.keys(row).length === parts.length);

const readColours = (values: Values) =>
  readRows(values, { name: 'colourways', parts: ['name', 'body', 'accent'], most: maxColourways });

/** Without empty rows at the end. Texts of figures and days are decoded by their fields. */
function decodeRows(values: Values, name: RowGroupName, fields: Readonly<Record<string, Field>>) {
  const rows = readRows(values, { name, parts: Object.keys(fields), most: maxVariants });
  const last = rows.findLastIndex((row) => Object.values(row).some((text) => text.trim() !== ''));
  return rows
    .slice(0, last + 1)
    .map((row) =>
      Object.fromEntries(
        Object.entries(fields).map(([part, field]) => [part, row[part]?.trim() ? decodeField(field, row[part]) : null]),
      ),
    );
}

/** The vehicle as a card of the shop has it. */
const describeCard = (row: StockVehicle) => ({
  name: row.name,
  cover: row.photos[0] === undefined ? null : getPhotoPath(row.photos[0], 640),
  bodyStyle: row.bodyStyle,
  colours: getColours(row),
  price: formatVehiclePrice(row),
  condition: row.condition,
  facts:
    row.stock === 'used'
      ? [formatWithUnit(row.kilometresDriven, 'km'), row.modelYear, row.city].filter((fact) => fact !== null)
      : [formatMileage(row), formatWithUnit(row.engineCc, 'cc')].filter((fact) => fact !== null),
});

const toPhotos = (row: StockVehicle | null) => (row?.photos ?? []).map((hash) => ({ hash }));

/** A form that was only looked at needed no signing in. */
function showUnsaved(form: RejectedForm | null): RejectedForm | null {
  const values = form && readPreviewForm(form.values);
  return form && values ? { ...form, message: 'This is not saved yet.', values } : form;
}

export function loader(route: LoaderFunctionArgs) {
  const id = route.params.id ?? '';
  const { runtime, operator } = requireDesk(route, id === newVehicle ? 'stock' : 'read');
  const { db } = runtime;
  const now = runtime.clock();
  const row = id === newVehicle ? null : findStockRow(db, id);
  if (!row && id !== newVehicle) throw new Response(null, { status: 404 });
  const unfinished = showUnsaved(showUnfinishedForm(route.request, runtime));
  const name = new URL(route.request.url).searchParams.get('name');
  return json({
    unfinished,
    idempotencyKey: unfinished?.values.idempotencyKey ?? generateIdempotencyKey(),
    photos: readPhotosOfForm(unfinished?.values ?? null, toPhotos(row)).map(toChosenPhoto),
    id: row?.id ?? null,
    mayEdit: mayUse(operator, 'stock'),
    title: row?.name ?? 'Add a vehicle',
    version: row?.version ?? null,
    isPublic: row !== null && row.hiddenAt === null,
    isSold: row !== null && row.soldAt !== null,
    isDraft: row !== null && row.isDraft,
    bodyStyle: row?.bodyStyle ?? ('commuter' as const),
    card: row && describeCard(row),
    models: [...fullNames.bike, ...fullNames.scooter],
    most: { colourways: maxColourways, variants: maxVariants, datedOffers: maxDatedOffers },
    isRetired: row !== null && row.retiredAt !== null,
    values: row ? readValues(row) : { stock: 'used', condition: 'Good', ...(name !== null && { name }) },
    changes: (row ? findStockChanges(db, row.id) : []).map(
      ({ id: change, action, batch, operatorName, createdAt, undoneAt, ...columns }) => ({
        change,
        batch,
        action,
        isUndone: undoneAt !== null,
        columns: describeChange({ action, ...columns }),
        by: `${operatorName}, ${formatRecent(new Date(createdAt), now)}`,
      }),
    ),
  });
}

const allowDesk: FormAccess<SignedInUser> = {
  check: ({ actor }) => requirePermission(actor, 'stock'),
  signIn: ({ url }) => url.pathname,
};

const getId = ({ url }: Pick<FormPost, 'url'>): string | null => {
  const id = decodeURIComponent(url.pathname.split('/')[3] ?? '');
  return id === newVehicle ? null : id;
};

/** A form of the page has all parts; a post without them leaves them as they are. */
const isWhole = ({ fields }: FormPost): boolean => fields.has('hasPhotos');

const measures = getMeasures(Object.fromEntries(editedFieldNames.map((name) => [name, stockColumns[name].field])));

const selectValues = selectFields([...editedFieldNames, ...stockMarkNames, ...rowNames, 'version']);

const readMarks = ({ fields }: FormPost): Record<StockMark, boolean> => ({
  isFeatured: fields.has('isFeatured'),
  isPopular: fields.has('isPopular'),
  isInShowroom: fields.has('isInShowroom'),
  priceIsExpected: fields.has('priceIsExpected'),
  launchDayIsExpected: fields.has('launchDayIsExpected'),
});

const isDraft = (post: FormPost): boolean | undefined => {
  const intent = post.fields.get('intent');
  return intent === 'draft' ? true : intent === 'publish' ? false : undefined;
};

function redisplay(post: FormPost, error: AppError | null) {
  const id = getId(post);
  const { db } = post.runtime;
  const row = error?.kind === 'conflict' && id !== null ? findStockRow(db, id) : null;
  const photos = row ? mergePhotos(db, toPhotos(row), post) : (post.photos?.chosen ?? []);
  return { ...findReadings(post.values, measures), photos: photos.map(toChosenPhoto) };
}

function decodeEdit(post: FormPost) {
  const id = getId(post);
  const typed = Object.fromEntries(
    editedFieldNames.flatMap((name) => {
      const text = post.fields.get(name);
      if (text === null) return [];
      return [[name, text.trim() === '' ? null : decodeField(stockColumns[name].field, text)]];
    }),
  );
  const version = post.fields.get('version');
  return {
    id,
    version: version ? Number(version) : null,
    values: id === null ? completeRow(typed) : typed,
    ...(isWhole(post) && {
      photos: post.photos?.chosen,
      draft: post.idempotencyKey,
      marks: readMarks(post),
      colourways: readColours(post.values),
      variants: decodeRows(post.values, 'variants', variantFields),
      datedOffers: decodeRows(post.values, 'datedOffers', datedOfferFields),
    }),
    isDraft: isDraft(post),
  };
}

const save = createFormAction({
  access: allowDesk,
  values: selectValues,
  command: editStock,
  decode: decodeEdit,
  onSuccess: ({ id, name, batch }, post) => ({
    to: deskPaths.stockItem(id),
    done: {
      code: getId(post) !== null ? 'stock_changed' : isDraft(post) ? 'draft_saved' : 'stock_added',
      values: { name },
      undo: { action: deskPaths.stock(), fields: { intent: 'undo', batch, next: deskPaths.stockItem(id) } },
    },
  }),
  redisplay,
});

/** Keeps what was typed as an unfinished form, with the vehicle as it would become. */
async function keepPreview(post: FormPost): Promise<Result<{ id: string; key: string }>> {
  const { runtime, values, photos, idempotencyKey } = post;
  const write = { command: previewEdit, fields: decodeEdit(post), idempotentRequest: null };
  const edited = await submitCommand({ ...post, isDryRun: true }, write);
  if (!edited.ok) return edited;
  const form = toPreviewForm({ ...values, ...(photos && storePhotosOfForm(photos)) }, idempotencyKey, edited.value);
  const tooLong = checkUnfinishedForm(form);
  if (tooLong) return err(tooLong);
  const kept = await storeUnfinishedForm(runtime.db, form, runtime.clock());
  return kept.ok ? ok({ id: edited.value.id, key: kept.value }) : kept;
}

const preview = createFormAction({
  access: allowDesk,
  values: selectValues,
  run: keepPreview,
  onSuccess: ({ id, key }) => ({ to: paths.vehicle(id, { preview: key }) }),
  redisplay,
});

/** Fills in, or adds and removes a row; nothing is stored. */
function arrange({ fields, values, runtime }: FormPost): { values: Record<string, string>; filled?: string } {
  if (fields.get('intent') === 'fill') {
    const { facts, message } = fillStock(runtime.db, values);
    const filled = editedFieldNames.flatMap((name) => (name in facts ? [[name, formatTyped(name, facts[name])]] : []));
    return { values: { ...values, ...Object.fromEntries(filled) }, filled: message };
  }
  const [droppedGroup, dropped] = fields.get('dropRow')?.split('.') ?? [];
  const rows = rowGroups.map((group) => {
    const left = readRows(values, group).filter((_, at) => group.name !== droppedGroup || String(at) !== dropped);
    const added = fields.get('intent') === `add ${group.name}` ? [group.blank] : [];
    return toRowValues(group, [...left, ...added].slice(0, group.most));
  });
  const others = Object.entries(values).filter(([name]) => !rowNames.includes(name));
  return { values: { ...Object.fromEntries(others), ...Object.assign({}, ...rows) } };
}

const rearrange = createFormAction({
  access: allowDesk,
  values: selectValues,
  run: (post) => ok(arrange(post)),
  onSuccess: ({ values, filled }, post) =>
    showForm({ ...values, idempotencyKey: post.idempotencyKey }, { ...redisplay(post, null), filled }),
  redisplay,
});

const arrangements: readonly (string | null)[] = ['fill', ...rowGroups.map(({ name }) => `add ${name}`)];

export const action = createFormActions(
  ({ fields }) => {
    const intent = fields.get('intent');
    if (fields.has('dropRow') || arrangements.includes(intent)) return 'rearrange';
    return intent === 'preview' ? 'preview' : 'save';
  },
  { save, preview, rearrange },
  readPhotoForm(({ actor }) => mayUse(actor.user, 'stock')),
);
