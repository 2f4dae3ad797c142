import { type ActionFunctionArgs, json, redirect } from '@remix-run/node';
import { checkInput, runCommand } from '~/domain/command.server';
import { setFavourite } from '~/domain/favourites/set-favourite.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { type Outcome, refused } from '~/domain/outcome';
import { localPath, refusalOf, seeOther } from '~/doors/form-door.server';
import { overLimit } from '~/doors/over-limit.server';
import { statusOf } from '~/doors/problem-status';
import { readForm } from '~/doors/read-form.server';
import { signInFirst } from '~/doors/sign-in-first.server';
import { askerOf } from '~/http/asker.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';

/**
 * What a heart asked for: `save` or `drop` with an id. A form is sent back to where it stands; the enhancement script,
 * which asks for JSON, is told what the heart is now.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const runtime = runtimeOf(context);
  const { fields, problems } = await readForm(request);
  const [unread] = problems;
  const saved = fields.get('save');
  const back = localPath(fields.get('returnTo'), paths.profile({ show: 'favourites' }));
  const isScript = request.headers.get('Accept') === 'application/json';

  const busy = overLimit({ runtime, address: context.address ?? '' }, 'write');
  const now = runtime.clock();
  const input = checkInput(setFavourite, { vehicle: saved ?? fields.get('drop'), isOn: saved !== null }, now);
  const asking = { db: runtime.db, asker: askerOf(request, runtime), now };
  const run = async (): Promise<Outcome<unknown>> =>
    input.done ? commitWithOthers(runtime.db, () => runCommand(setFavourite, input.value, asking)) : input;
  const problem = busy ?? unread;
  const outcome = problem ? refused(problem) : await run();

  if (isScript) {
    const message = outcome.done ? null : outcome.problem.message;
    return json({ isSaved: saved !== null, message }, outcome.done ? 200 : statusOf(outcome.problem));
  }
  if (outcome.done) return seeOther(request, back);
  if (outcome.problem.kind === 'unauthenticated') return signInFirst(request, runtime, back);
  throw refusalOf(outcome.problem);
}

/** Nothing is read here: a reloaded or followed address goes to the favourites. */
export const loader = () => redirect(paths.profile({ show: 'favourites' }));
