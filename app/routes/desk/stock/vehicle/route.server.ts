import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import type { SignedInUser } from '~/domain/shared/actor';
import { mayUse, requirePermission } from '~/domain/shared/permissions';
import { formatRecent } from '~/domain/shared/dates';
import { type AppError, ok } from '~/domain/shared/result';
import { decodeField } from '~/domain/shared/field-rules.server';
import { getMeasure, getMeasures } from '~/domain/shared/field-table';
import { formatFigure } from '~/domain/shared/typed-numbers';
import { editedFieldNames, editStock } from '~/domain/stock/stock.commands.server';
import { findStockChanges } from '~/domain/stock/stock.queries.server';
import {
  maxColourways,
  type StockField,
  stockColumns,
  type StockMark,
  stockMarkNames,
  stockMarks,
} from '~/domain/stock/stock-columns';
import { fillStock } from '~/domain/stock/stock-fill.server';
import type { StockVehicle } from '~/domain/catalogue/stored-vehicle.server';
import { completeRow, toValues } from '~/domain/stock/stock-rows.server';
import { findStockRow } from '~/domain/stock/stock-writes.server';
import { deskPaths } from '~/paths';
import { readPhotosOfForm, selectFields } from '~/submit/form-body.server';
import { mergePhotos, readPhotoForm } from '~/submit/form-photos.server';
import { findReadings, generateIdempotencyKey, showForm, showUnfinishedForm } from '~/submit/form-response.server';
import { createFormAction, createFormActions, type FormAccess, type FormPost } from '~/submit/form.server';
import { fullNames } from '~/domain/listings/models.server';
import { toChosenPhoto } from '~/ui/forms/photo-chooser';
import { requireDesk } from '../../access.server';

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
  const colours =
    'colourways' in after
      ? [{ label: 'Colours', was: nameColours(before.colourways), becomes: nameColours(after.colourways) }]
      : [];
  const state = 'isDraft' in after ? [{ label: 'Draft', was: formatMark(before.isDraft), becomes: 'no' }] : [];
  return [...photos, ...colours, ...columns, ...marks, ...state];
}

const formatMark = (mark: unknown): string => (mark === true ? 'yes' : 'no');

function nameColours(colourways: unknown): string {
  const colours = z.array(z.object({ name: z.string() })).safeParse(colourways);
  return colours.success ? colours.data.map(({ name }) => name).join(', ') : '';
}

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
    ...toColourValues(row.colourways),
  };
};

const colourParts = ['name', 'body', 'accent'] as const;
const colourNames = Array.from({ length: maxColourways }, (_, at) =>
  colourParts.map((part) => `colourways.${at}.${part}`),
).flat();

type ColourValues = { name: string; body: string; accent: string };
type Values = Readonly<Record<string, string>>;

const toColourValues = (colourways: readonly ColourValues[]): Record<string, string> =>
  Object.fromEntries(
    colourways.flatMap((colourway, at) => colourParts.map((part) => [`colourways.${at}.${part}`, colourway[part]])),
  );

/** The rows of a form, in which a browser always sends both colours. */
const readColours = (values: Values): ColourValues[] =>
  Array.from({ length: maxColourways }, (_, at) => `colourways.${at}.`)
    .filter((prefix) => values[`${prefix}body`] !== undefined)
    .map((prefix) => ({
      name: values[`${prefix}name`] ?? '',
      body: values[`${prefix}body`] ?? '',
      accent: values[`${prefix}accent`] ?? '',
    }));

const newColour: ColourValues = { name: '', body: '#3b424b', accent: '#c9ced6' };

const toPhotos = (row: StockVehicle | null) => (row?.photos ?? []).map((hash) => ({ hash }));

export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route);
  const { db } = runtime;
  const now = runtime.clock();
  const id = route.params.id ?? '';
  const row = id === newVehicle ? null : findStockRow(db, id);
  if (!row && id !== newVehicle) throw new Response(null, { status: 404 });
  const unfinished = showUnfinishedForm(route.request, runtime);
  const name = new URL(route.request.url).searchParams.get('name');
  return json({
    unfinished,
    idempotencyKey: unfinished?.values.idempotencyKey ?? generateIdempotencyKey(),
    photos: readPhotosOfForm(unfinished?.values ?? null, toPhotos(row)).map(toChosenPhoto),
    id: row?.id ?? null,
    title: row?.name ?? 'Add a vehicle',
    version: row?.version ?? null,
    isPublic: row !== null && row.hiddenAt === null,
    isSold: row !== null && row.soldAt !== null,
    isDraft: row !== null && row.isDraft,
    bodyStyle: row?.bodyStyle ?? ('commuter' as const),
    models: [...fullNames.bike, ...fullNames.scooter],
    maxColourways,
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

const selectValues = selectFields([...editedFieldNames, ...stockMarkNames, ...colourNames, 'version']);

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

const save = createFormAction({
  access: allowDesk,
  values: selectValues,
  command: editStock,
  decode(post) {
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
      }),
      isDraft: isDraft(post),
    };
  },
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

/** Fills in, or adds and removes a row of colours; nothing is stored. */
function arrange({ fields, values, runtime }: FormPost): { values: Record<string, string>; filled?: string } {
  if (fields.get('intent') === 'fill') {
    const { facts, message } = fillStock(runtime.db, values);
    const filled = editedFieldNames.flatMap((name) => (name in facts ? [[name, formatTyped(name, facts[name])]] : []));
    return { values: { ...values, ...Object.fromEntries(filled) }, filled: message };
  }
  const dropped = fields.get('dropColour');
  const colours = readColours(values).filter((_, at) => String(at) !== dropped);
  const others = Object.entries(values).filter(([name]) => !colourNames.includes(name));
  const rows = dropped === null ? [...colours, newColour].slice(0, maxColourways) : colours;
  return { values: { ...Object.fromEntries(others), ...toColourValues(rows) } };
}

const rearrange = createFormAction({
  access: allowDesk,
  values: selectValues,
  run: (post) => ok(arrange(post)),
  onSuccess: ({ values, filled }, post) =>
    showForm({ ...values, idempotencyKey: post.idempotencyKey }, { ...redisplay(post, null), filled }),
  redisplay,
});

const arrangements: readonly (string | null)[] = ['fill', 'add-colour'];

export const action = createFormActions(
  ({ fields }) => (fields.has('dropColour') || arrangements.includes(fields.get('intent')) ? 'rearrange' : 'save'),
  { save, rearrange },
  readPhotoForm(({ actor }) => mayUse(actor.user, 'stock')),
);
