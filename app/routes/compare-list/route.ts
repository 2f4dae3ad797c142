import { type ActionFunctionArgs, json, redirect } from '@remix-run/node';
import { type ComparedName, comparedNames } from '~/domain/compare/compared-names.server';
import { compareFull, compareMaximum } from '~/domain/compare/limits';
import { localPath, refusalOf, seeOther } from '~/doors/form-door.server';
import type { FormFields } from '~/doors/form-fields';
import { overLimit } from '~/doors/over-limit.server';
import { statusOf } from '~/doors/problem-status';
import { readForm } from '~/doors/read-form.server';
import { compareCookie, readCompareIds, readCompareList } from '~/http/compare-list.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';

type Change = { ids: string[]; isRefused: boolean };

/**
 * The list after what a button asked for: `add` or `remove` with an id, `list` with several to have instead, or
 * `clear`. Doing it twice is once.
 */
function changed(ids: readonly string[], form: FormFields): Change {
  if (form.has('clear')) return { ids: [], isRefused: false };
  const instead = readCompareList(form.get('list'));
  if (instead.ids.length > 0) return { ids: instead.ids, isRefused: instead.isTooLong };
  const removed = form.get('remove');
  const kept = ids.filter((id) => id !== removed);
  const [added] = readCompareList(form.get('add')).ids;
  if (!added || kept.includes(added)) return { ids: kept, isRefused: false };
  if (kept.length >= compareMaximum) return { ids: kept, isRefused: true };
  return { ids: [...kept, added], isRefused: false };
}

/**
 * The compare list, kept in the browser's cookie (docs/product.md, "Comparison list"). What is no longer there takes no place on
 * it. A form is sent back to where it stands, or to the comparison when it brings a whole list; the enhancement script,
 * which asks for JSON, is told the list as it is now.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const runtime = runtimeOf(context);
  const isScript = request.headers.get('Accept') === 'application/json';
  const present = (ids: readonly string[]): ComparedName[] => comparedNames(runtime.db, ids);
  const before = present(readCompareIds(request));
  const busy = overLimit({ runtime, address: context.address ?? '' }, 'write');
  const { fields: form, problems } = await readForm(request);
  const [unread] = problems;
  const problem = busy ?? unread;
  if (problem && !isScript) throw refusalOf(problem);
  if (problem) return json({ compared: before, message: problem.message }, statusOf(problem));
  const { ids, isRefused } = changed(
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
      { compared, message: isRefused ? compareFull : null },
      { status: isRefused ? 409 : 200, headers: { 'Set-Cookie': cookie } },
    );
  }
  const returnTo = form.has('list') ? paths.compare() : localPath(form.get('returnTo'), paths.home());
  return seeOther(request, returnTo, {
    cookies: [cookie],
    ...(isRefused && { notice: 'compare-full' }),
  });
}

/** Nothing is read here: a reloaded or followed address goes to the comparison. */
export const loader = () => redirect(paths.compare());
