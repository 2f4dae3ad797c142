import type { AppError } from '~/domain/shared/result';
import { findUnfinishedForm, storeUnfinishedForm } from '~/domain/shared/unfinished-forms.server';
import { paths } from '~/paths';
import { rejectionOf, seeOther, wayBack } from './form-response.server';
import type { Runtime } from './runtime.server';

/** Query parameter that refers to form values stored while the visitor signs in. */
const unfinishedFormName = 'form';

/** Redirects a visitor to sign in and back. @param path path to return to, from `app/paths.ts` */
export function redirectToSignIn(request: Request, path: string): Response {
  const back = new URL(wayBack(path), 'http://local.invalid');
  return seeOther(request, paths.login({ redirectTo: back.pathname + back.search + back.hash }));
}

/**
 * Redirects a visitor, or a user whose session has ended, to sign in and back to the form, whose values are stored
 * meanwhile.
 *
 * @param path path of the form, from `app/paths.ts`
 * @param values form values; empty if there is nothing to store
 * @param reject redisplays the form if its values cannot be stored; absent if visitors don't see the form
 * @throws an error page if the values cannot be stored and there is no form to redisplay
 */
export async function signInFirst(
  request: Request,
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  path: string,
  values: Readonly<Record<string, string>> = {},
  reject?: (error: AppError) => Response,
): Promise<Response> {
  if (Object.keys(values).length === 0) return redirectToSignIn(request, path);
  const back = new URL(wayBack(path), 'http://local.invalid');
  const storedForm = await storeUnfinishedForm(db, values, clock());
  if (!storedForm.ok && reject) return reject(storedForm.error);
  if (!storedForm.ok) throw rejectionOf(storedForm.error);
  back.searchParams.set(unfinishedFormName, storedForm.value);
  return redirectToSignIn(request, back.pathname + back.search + back.hash);
}

/** Form values of this screen stored before the visitor signed in; null if there are none. */
export function unfinishedFormOf(
  request: Request,
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
): Record<string, string> | null {
  const id = new URL(request.url).searchParams.get(unfinishedFormName);
  return id === null ? null : findUnfinishedForm(db, id, clock());
}
