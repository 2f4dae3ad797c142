import { type ActionFunctionArgs, json, redirect } from '@remix-run/node';
import { compareFull, compareMaximum } from '~/domain/compare/limits';
import { localPath, seeOther } from '~/doors/form-door.server';
import { compareCookie, parseCompareIds, readCompareIds } from '~/http/compare-list.server';
import { paths } from '~/paths';

type Change = { ids: string[]; isRefused: boolean };

/** The list after what a compare button asked for: `add` or `remove` with an id, or `clear`. Doing it twice is once. */
function changed(ids: readonly string[], form: FormData): Change {
  if (form.has('clear')) return { ids: [], isRefused: false };
  const removed = String(form.get('remove') ?? '');
  const kept = ids.filter((id) => id !== removed);
  const [added] = parseCompareIds(String(form.get('add') ?? ''));
  if (!added || kept.includes(added)) return { ids: kept, isRefused: false };
  if (kept.length >= compareMaximum) return { ids: kept, isRefused: true };
  return { ids: [...kept, added], isRefused: false };
}

/**
 * The compare list, kept in the browser's cookie (decisions.md section 3). A form is sent back to where it stands; the
 * enhancement script, which asks for JSON, is told the list as it is now.
 */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const { ids, isRefused } = changed(readCompareIds(request), form);
  const cookie = compareCookie(request, ids);
  if (request.headers.get('Accept') === 'application/json') {
    return json(
      { ids, message: isRefused ? compareFull : null },
      { status: isRefused ? 409 : 200, headers: { 'Set-Cookie': cookie } },
    );
  }
  return seeOther(request, localPath(String(form.get('returnTo') ?? ''), paths.home()), {
    cookies: [cookie],
    ...(isRefused && { notice: 'compare-full' }),
  });
}

/** Nothing is read here: a reloaded or followed address goes to the comparison. */
export const loader = () => redirect(paths.compare());
