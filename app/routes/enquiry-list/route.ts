import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import type { Accessory } from '~/domain/accessories/accessory';
import { enquiryMaximum } from '~/domain/accessories/enquiry-list';
import { accessoriesOf } from '~/domain/content/accessories.server';
import { localPath, readOrRefuse, refusalOf, seeOther } from '~/doors/form-door.server';
import type { FormFields } from '~/doors/form-fields';
import { overLimit } from '~/doors/over-limit.server';
import { enquiryCookie, readEnquiryList } from '~/http/enquiry-list.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';

type Change = { items: Accessory[]; isRefused: boolean };

/** Where the button stands that was pressed: at its accessory, when the form doesn't say otherwise. */
function placeOf(form: FormFields): string {
  const [item] = accessoriesOf([form.get('add') ?? form.get('remove') ?? '']);
  return localPath(form.get('returnTo'), paths.accessories(item?.id));
}

/** The list after what a button asked for: `add` or `remove` with an id, or `clear`. Doing it twice is once. */
function changed(items: readonly Accessory[], form: FormFields): Change {
  if (form.has('clear')) return { items: [], isRefused: false };
  const removed = form.get('remove');
  const kept = items.filter(({ id }) => id !== removed);
  const [added] = accessoriesOf([form.get('add') ?? '']);
  if (!added || kept.some(({ id }) => id === added.id)) return { items: kept, isRefused: false };
  if (kept.length >= enquiryMaximum) return { items: kept, isRefused: true };
  return { items: [...kept, added], isRefused: false };
}

/** Changes the enquiry list in the browser's cookie, and goes back to where the button stands. */
export async function action({ request, context }: ActionFunctionArgs) {
  const tooMany = overLimit({ runtime: runtimeOf(context), address: context.address ?? '' }, 'write');
  if (tooMany) throw refusalOf(tooMany);
  const form = await readOrRefuse(request);
  const { items, isRefused } = changed(readEnquiryList(request), form);
  return seeOther(request, placeOf(form), {
    cookies: [enquiryCookie(request, items)],
    ...(isRefused && { notice: 'enquiry-full' }),
  });
}

/** Nothing is read here: a reloaded or followed address goes to the accessories. */
export const loader = () => redirect(paths.accessories());
