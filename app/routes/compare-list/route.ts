import { type ActionFunctionArgs, json, redirect } from '@remix-run/node';
import { type ComparedName, comparedNames } from '~/domain/compare/comparison.queries.server';
import { compareFull, compareMaximum } from '~/domain/compare/comparison';
import { localPath, rejectionOf, seeOther, statusOf } from '~/http/form-response.server';
import type { FormFields } from '~/http/form-fields.server';
import { overLimit } from '~/http/rate-limit.server';
import { readForm } from '~/http/form-data.server';
import { compareCookie, readCompareIds, readCompareList } from '~/http/lists.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';

type Change = { ids: string[]; isRejected: boolean };

/** The list after a button: `add` or `remove` with an id, `list` to replace it, or `clear`. Idempotent. */
function changed(ids: readonly string[], form: FormFields): Change {
  if (form.has('clear')) return { ids: [], isRejected: false };
  const instead = readCompareList(form.get('list'));
  if (instead.ids.length > 0) return { ids: instead.ids, isRejected: instead.isTooLong };
  const removed = form.get('remove');
  const remaining = ids.filter((id) => id !== removed);
  const [added] = readCompareList(form.get('add')).ids;
  if (!added || remaining.includes(added)) return { ids: remaining, isRejected: false };
  if (remaining.length >= compareMaximum) return { ids: remaining, isRejected: true };
  return { ids: [...remaining, added], isRejected: false };
}

/**
 * The compare list, stored in the browser's cookie (docs/product.md, "Comparison list"). Vehicles that no longer exist
 * do
 * not count. A form is redirected back to its page, or to the comparison when it contains a whole list; the enhancement
 * script, which accepts JSON, gets the current list.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const runtime = runtimeOf(context);
  const isScript = request.headers.get('Accept') === 'application/json';
  const present = (ids: readonly string[]): ComparedName[] => comparedNames(runtime.db, ids);
  const before = present(readCompareIds(request));
  const busy = overLimit({ runtime, address: context.address ?? '' }, 'write');
  const { fields: form, errors } = await readForm(request);
  const [unread] = errors;
  const error = busy ?? unread;
  if (error && !isScript) throw rejectionOf(error);
  if (error) return json({ compared: before, message: error.message }, statusOf(error));
  const { ids, isRejected } = changed(
    before.map(({ id }) => id),
    form,
  );
  const compared = present(ids);
  const cookie = compareCookie(
    request,
    compared.map(({ id }) => id),
  );
  if (isScript) {
    return json(
      { compared, message: isRejected ? compareFull : null },
      { status: isRejected ? 409 : 200, headers: { 'Set-Cookie': cookie } },
    );
  }
  const returnTo = form.has('list') ? paths.compare() : localPath(form.get('returnTo'), paths.home());
  return seeOther(request, returnTo, {
    cookies: [cookie],
    ...(isRejected && { flash: 'compare-full' }),
  });
}

/** A GET, such as a reload, redirects to the comparison. */
export const loader = () => redirect(paths.compare());
