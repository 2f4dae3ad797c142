import type { Problem } from '~/domain/outcome';
import { findKeptForm, keepForm } from '~/domain/submissions/kept-forms.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { refusalOf, seeOther, wayBack } from './form-door.server';

/** The query parameter under which a screen finds the form that waited for its sender to sign in. */
const keptFormName = 'form';

/** Sends a visitor to sign in, and back. @param path where they come back to, from `app/paths.ts` */
export function redirectToSignIn(request: Request, path: string): Response {
  const back = new URL(wayBack(path), 'http://local.invalid');
  return seeOther(request, paths.login({ redirectTo: back.pathname + back.search + back.hash }));
}

/**
 * Sends whoever is not signed in, or no longer, to sign in, and back to the form as it stood: nothing typed is lost.
 *
 * @param path where the form stands, from `app/paths.ts`
 * @param values what was typed; empty when there is nothing to keep
 * @param refuse answers with the form as it stands where it can't be kept; absent: visitors don't see the form
 * @throws where it can't be kept and there is no form to show, the error page
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

/** What was typed into this screen's form before its sender had to sign in; null when there is nothing. */
export function keptFormOf(
  request: Request,
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
): Record<string, string> | null {
  const id = new URL(request.url).searchParams.get(keptFormName);
  return id === null ? null : findKeptForm(db, id, clock());
}
