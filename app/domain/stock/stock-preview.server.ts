import { z } from 'zod';
import type { Database } from '~db/connection';
import type { VehicleRecord } from '../catalogue/vehicle';
import { findUnfinishedForm } from '../shared/unfinished-forms.server';

/** Of the values of an unfinished form: the vehicle as the form would leave it, and the key of the form. */
const previewName = 'preview';
const keyName = 'formKey';

/** Of the same build only: a vehicle may have other fields in another. */
const previewed = z.object({
  build: z.literal(BUILD_ID),
  vehicle: z.custom<VehicleRecord>((value) => z.object({ id: z.string() }).safeParse(value).success),
});

type Values = Readonly<Record<string, string>>;

/** Without an idempotency key: they are kept when the form is sent. */
export const toPreviewForm = (values: Values, idempotencyKey: string, vehicle: VehicleRecord): Values => ({
  ...values,
  [keyName]: idempotencyKey,
  [previewName]: JSON.stringify({ build: BUILD_ID, vehicle }),
});

/** The values of the form; null for one that was not looked at. */
export function readPreviewForm({ [previewName]: vehicle, [keyName]: idempotencyKey, ...values }: Values) {
  return vehicle === undefined || idempotencyKey === undefined ? null : { ...values, idempotencyKey };
}

/** @param key of the unfinished form @returns null for that of another vehicle too */
export function findEditPreview(db: Database, key: string, id: string, now: Date): VehicleRecord | null {
  const text = findUnfinishedForm(db, key, now)?.[previewName];
  if (text === undefined) return null;
  const { success, data } = previewed.safeParse(JSON.parse(text));
  return success && data.vehicle.id === id ? data.vehicle : null;
}
