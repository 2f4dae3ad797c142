import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import type { Accessory } from '~/domain/accessories/accessory';
import { mostAbout } from '~/domain/subjects/subject';
import { accessoriesOf } from '~/domain/content/accessories.server';
import { localPath, readFormOrReject, rejectionOf, seeOther } from '~/http/form-response.server';
import type { FormFields } from '~/http/form-fields.server';
import { overLimit } from '~/http/rate-limit.server';
import { enquiryCookie, readEnquiryList } from '~/http/lists.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';

type Change = { items: Accessory[]; isRejected: boolean };

/** Fragment of the pressed button: its accessory, unless the form names another. */
function placeOf(form: FormFields): string {
  const [item] = accessoriesOf([form.get('add') ?? form.get('remove') ?? '']);
  return localPath(form.get('returnTo'), paths.accessories(item?.id));
}

/** The list after a button: `add` or `remove` with an id, or `clear`. Idempotent. */
function changed(items: readonly Accessory[], form: FormFields): Change {
  if (form.has('clear')) return { items: [], isRejected: false };
  const removed = form.get('remove');
  const remaining = items.filter(({ id }) => id !== removed);
  const [added] = accessoriesOf([form.get('add') ?? '']);
  if (!added || remaining.some(({ id }) => id === added.id)) return { items: remaining, isRejected: false };
  if (remaining.length >= mostAbout) return { items: remaining, isRejected: true };
  return { items: [...remaining, added], isRejected: false };
}

/** Changes the enquiry list in the browser's cookie, and redirects back to the button. */
export async function action({ request, context }: ActionFunctionArgs) {
  const tooMany = overLimit({ runtime: runtimeOf(context), address: context.address ?? '' }, 'write');
  if (tooMany) throw rejectionOf(tooMany);
  const form = await readFormOrReject(request);
  const { items, isRejected } = changed(readEnquiryList(request), form);
  return seeOther(request, placeOf(form), {
    cookies: [enquiryCookie(request, items)],
    ...(isRejected && { flash: 'enquiry-full' }),
  });
}

/** A GET, such as a reload, redirects to the accessories. */
export const loader = () => redirect(paths.accessories());
