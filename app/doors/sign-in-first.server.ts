import type { Problem } from '~/domain/outcome';
import { findKeptForm, keepForm } from '~/domain/submissions/kept-forms.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { refusalOf, seeOther, wayBack } from './form-door.server';

/** Query parameter that refers to form values stored while the visitor signs in. */
const keptFormName = 'form';

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
 * @param refuse redisplays the form if its values cannot be stored; absent if visitors don't see the form
 * @throws an error page if the values cannot be stored and there is no form to redisplay
 */
export async function signInFirst(
  request: Request,
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  path: string,
  values: Readonly<Record<string, string>> = {},
  refuse?: (problem: Problem) => Response,
): Promise<Response> {
  if (Object.keys(values).length === 0) return redirectToSignIn(request, path);
  const back = new URL(wayBack(path), 'http://local.invalid');
  const kept = await keepForm(db, values, clock());
  if (!kept.done && refuse) return refuse(kept.problem);
  if (!kept.done) throw refusalOf(kept.problem);
  back.searchParams.set(keptFormName, kept.value);
  return redirectToSignIn(request, back.pathname + back.search + back.hash);
}

/** Form values of this screen stored before the visitor signed in; null if there are none. */
export function keptFormOf(
  request: Request,
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
): Record<string, string> | null {
  const id = new URL(request.url).searchParams.get(keptFormName);
  return id === null ? null : findKeptForm(db, id, clock());
}
