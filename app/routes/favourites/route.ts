import { type ActionFunctionArgs, json, redirect } from '@remix-run/node';
import { checkInput, runCommand } from '~/domain/shared/command.server';
import { setFavourite } from '~/domain/favourites/favourites.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { err, type Result } from '~/domain/shared/result';
import { localPath, rejectionOf, seeOther, statusOf } from '~/http/form-response.server';
import { overLimit } from '~/http/rate-limit.server';
import { readForm } from '~/http/form-data.server';
import { signInFirst } from '~/http/sign-in-first.server';
import { getActor } from '~/http/actor.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';

/**
 * Handles a heart: `save` or `drop` with an id. A form is redirected back to its page; the enhancement script, which
 * accepts JSON, gets the new state.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const runtime = runtimeOf(context);
  const { fields, errors } = await readForm(request);
  const [unread] = errors;
  const saved = fields.get('save');
  const back = localPath(fields.get('returnTo'), paths.profile({ show: 'favourites' }));
  const isScript = request.headers.get('Accept') === 'application/json';

  const busy = overLimit({ runtime, address: context.address ?? '' }, 'write');
  const now = runtime.clock();
  const input = checkInput(setFavourite, { vehicle: saved ?? fields.get('drop'), isOn: saved !== null }, now);
  const requesting = { db: runtime.db, actor: getActor(request, runtime), now };
  const run = async (): Promise<Result<unknown>> =>
    input.ok ? commitWithOthers(runtime.db, () => runCommand(setFavourite, input.value, requesting)) : input;
  const error = busy ?? unread;
  const result = error ? err(error) : await run();

  if (isScript) {
    const message = result.ok ? null : result.error.message;
    return json({ isSaved: saved !== null, message }, result.ok ? 200 : statusOf(result.error));
  }
  if (result.ok) return seeOther(request, back);
  if (result.error.kind === 'unauthenticated') return signInFirst(request, runtime, back);
  throw rejectionOf(result.error);
}

/** A GET, such as a reload, redirects to the favourites. */
export const loader = () => redirect(paths.profile({ show: 'favourites' }));
