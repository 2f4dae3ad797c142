import { redirect } from '@remix-run/node';
import { type Accessory, findAccessories } from '~/domain/content/accessories.server';
import { ok } from '~/domain/shared/result';
import { maxSubjects } from '~/domain/messages/message';
import { allowAnyone, createFormAction } from '~/submit/form.server';
import type { FormFields } from '~/submit/form-body.server';
import { toLocalPath } from '~/http/responses.server';
import { createEnquiryCookie, readEnquiryList } from '~/http/cookies/enquiry-list.server';
import { paths } from '~/paths';
import type { Database } from '~db/connection';

type Change = { items: Accessory[]; isRejected: boolean };

/** Fragment to return to: the accessory of the pressed button, unless the form names another one. */
function getPlace(db: Database, form: FormFields): string {
  const [item] = findAccessories(db, [form.get('add') ?? form.get('remove') ?? '']);
  return toLocalPath(form.get('returnTo'), paths.accessories(item?.id));
}

/** The list after a button: `add` or `remove` with an id, or `clear`. Idempotent. */
function applyChange(db: Database, items: readonly Accessory[], form: FormFields): Change {
  if (form.has('clear')) return { items: [], isRejected: false };
  const removed = form.get('remove');
  const remaining = items.filter(({ id }) => id !== removed);
  const [added] = findAccessories(db, [form.get('add') ?? '']);
  if (!added || remaining.some(({ id }) => id === added.id)) return { items: remaining, isRejected: false };
  if (remaining.length >= maxSubjects) return { items: remaining, isRejected: true };
  return { items: [...remaining, added], isRejected: false };
}

export const action = createFormAction({
  access: allowAnyone,
  run: ({ request, fields, runtime: { db } }) => ok(applyChange(db, readEnquiryList(request, db), fields)),
  onSuccess: ({ items, isRejected }, { request, fields, runtime }) => ({
    to: getPlace(runtime.db, fields),
    cookies: [createEnquiryCookie(request, items)],
    ...(isRejected && { flash: 'enquiry-full' }),
  }),
  redisplay: null,
});

/** A GET, such as a reload, redirects to the accessories. */
export const loader = () => redirect(paths.accessories());
