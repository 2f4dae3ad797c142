import { json, redirect } from '@remix-run/node';
import { compareFull, compareMaximum } from '~/domain/compare/compare-list';
import { type ComparedName, findComparedNames } from '~/domain/compare/comparison.queries.server';
import { ok, type Result } from '~/domain/shared/result';
import { allowAnyone, createFormAction, type FormPost } from '~/submit/form.server';
import type { FormFields } from '~/submit/form-body.server';
import { toLocalPath } from '~/http/responses.server';
import { createCompareCookie, readCompareIds, readCompareList } from '~/http/cookies/compare-list.server';
import { paths } from '~/paths';

type Change = { ids: string[]; isRejected: boolean };

/** The list after a button: `add` or `remove` with an id, `list` to replace it, or `clear`. Idempotent. */
function applyChange(ids: readonly string[], form: FormFields): Change {
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

const getStoredNames = ({ request, runtime }: FormPost): ComparedName[] =>
  findComparedNames(runtime.db, readCompareIds(request));

function changeList(post: FormPost): Result<{ compared: ComparedName[]; isRejected: boolean }> {
  const before = getStoredNames(post).map(({ id }) => id);
  const { ids, isRejected } = applyChange(before, post.fields);
  return ok({ compared: findComparedNames(post.runtime.db, ids), isRejected });
}

const createCookie = (request: Request, compared: readonly ComparedName[]): string =>
  createCompareCookie(
    request,
    compared.map(({ id }) => id),
  );

/**
 * The page of the form, at the row of the pressed button where its list has rows; the comparison after a whole list; or
 * home if the comparison would be empty.
 */
function getNextPath({ fields }: FormPost, compared: readonly ComparedName[]): string {
  const path = fields.has('list') ? paths.compare() : toLocalPath(fields.get('returnTo'), paths.home());
  if (path.endsWith('#offer-')) return path + encodeURIComponent(fields.get('add') ?? fields.get('remove') ?? '');
  return path === paths.compare() && compared.length === 0 ? paths.home() : path;
}

/**
 * Changes the compare list in the browser's cookie (docs/product.md, "Comparison list"). A form is redirected, usually
 * back to its page; the enhancement script receives the new list.
 */
export const action = createFormAction({
  access: allowAnyone,
  run: changeList,
  onSuccess({ compared, isRejected }, post) {
    const cookie = createCookie(post.request, compared);
    if (!post.isFromScript) {
      return { to: getNextPath(post, compared), cookies: [cookie], ...(isRejected && { flash: 'compare-full' }) };
    }
    return json(
      { compared, message: isRejected ? compareFull : null },
      { status: isRejected ? 409 : 200, headers: { 'Set-Cookie': cookie } },
    );
  },
  redisplay: null,
});

/** A GET, such as a reload, redirects to the comparison. */
export const loader = () => redirect(paths.compare());
