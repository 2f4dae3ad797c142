import { json, type LoaderFunctionArgs } from '@remix-run/node';
import type { SignedInUser } from '~/domain/shared/actor';
import { mayUse, requirePermission } from '~/domain/shared/permissions';
import { formatRecent } from '~/domain/shared/dates';
import { decodeField } from '~/domain/shared/field-rules.server';
import { getMeasure, getMeasures } from '~/domain/shared/field-table';
import { formatFigure } from '~/domain/shared/typed-numbers';
import { editedFieldNames, editStock } from '~/domain/stock/stock.commands.server';
import { findStockChanges } from '~/domain/stock/stock.queries.server';
import { type StockField, stockColumns } from '~/domain/stock/stock-columns';
import type { StockVehicle, VehicleRow } from '~/domain/catalogue/stored-vehicle.server';
import { completeRow, toValues } from '~/domain/stock/stock-rows.server';
import { findStockRow } from '~/domain/stock/stock-writes.server';
import { deskPaths } from '~/paths';
import { readPhotosOfForm, selectFields } from '~/submit/form-body.server';
import { mergePhotos, readPhotoForm } from '~/submit/form-photos.server';
import { findReadings, generateIdempotencyKey, showUnfinishedForm } from '~/submit/form-response.server';
import { createFormAction, type FormAccess, type FormPost } from '~/submit/form.server';
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
  return [...photos, ...columns];
}

function describePhotos(before: unknown, after: unknown) {
  const count = (photos: unknown): number => (Array.isArray(photos) ? photos.length : 0);
  const [was, becomes] = [count(before), count(after)];
  return { label: 'Photos', was: String(was), becomes: was === becomes ? `${becomes}, changed` : String(becomes) };
}

const readValues = (row: VehicleRow): Record<string, string> => {
  const values = toValues(row);
  return Object.fromEntries(editedFieldNames.map((name) => [name, formatTyped(name, values[name])]));
};

const toPhotos = (row: StockVehicle | null) => (row?.photos ?? []).map((hash) => ({ hash }));

export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route);
  const { db } = runtime;
  const now = runtime.clock();
  const id = route.params.id ?? '';
  const row = id === newVehicle ? null : findStockRow(db, id);
  if (!row && id !== newVehicle) throw new Response(null, { status: 404 });
  const unfinished = showUnfinishedForm(route.request, runtime);
  return json({
    unfinished,
    idempotencyKey: unfinished?.values.idempotencyKey ?? generateIdempotencyKey(),
    photos: readPhotosOfForm(unfinished?.values ?? null, toPhotos(row)).map(toChosenPhoto),
    id: row?.id ?? null,
    title: row?.name ?? 'Add a vehicle',
    version: row?.version ?? null,
    isPublic: row !== null && row.hiddenAt === null,
    isSold: row !== null && row.soldAt !== null,
    isRetired: row !== null && row.retiredAt !== null,
    values: row ? readValues(row) : { stock: 'used', condition: 'Good' },
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

const hasChooser = ({ fields }: FormPost): boolean => fields.has('hasPhotos');

const measures = getMeasures(Object.fromEntries(editedFieldNames.map((name) => [name, stockColumns[name].field])));

export const action = createFormAction(
  {
    access: allowDesk,
    values: selectFields([...editedFieldNames, 'version']),
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
        // A post without the chooser leaves them as they are.
        ...(hasChooser(post) && { photos: post.photos?.chosen, draft: post.idempotencyKey }),
      };
    },
    onSuccess: ({ id, name, batch }, post) => ({
      to: deskPaths.stockItem(id),
      done: {
        code: getId(post) === null ? 'stock_added' : 'stock_changed',
        values: { name },
        undo: { action: deskPaths.stock(), fields: { intent: 'undo', batch, next: deskPaths.stockItem(id) } },
      },
    }),
    redisplay(post, error) {
      const id = getId(post);
      const { db } = post.runtime;
      const row = error?.kind === 'conflict' && id !== null ? findStockRow(db, id) : null;
      const photos = row ? mergePhotos(db, toPhotos(row), post) : (post.photos?.chosen ?? []);
      return { ...findReadings(post.values, measures), photos: photos.map(toChosenPhoto) };
    },
  },
  readPhotoForm(({ actor }) => mayUse(actor.user, 'stock')),
);
