import type { TypedResponse } from '@remix-run/node';
import type { Asker, SignedInUser } from '~/domain/asker';
import type { Problem } from '~/domain/outcome';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { type RefusedForm, refuseForm } from './form-door.server';
import type { FormFields } from './form-fields';
import { overLimit } from './over-limit.server';
import { readForm } from './read-form.server';
import { signInFirst } from './sign-in-first.server';
import { newSubmissionId } from './submission-id.server';

/** What travels with a form beside what was typed. */
const carried = new Set(['intent', 'version', 'submissionId', 'id']);

/** What a refused form of one's own comes back with: the version it is a change of, and how that stands by now. */
type RefusedOwnForm = RefusedForm & { version: string; stands: Record<string, string> };

/** A form that only who is signed in may send, read as far as it can be before anything is done. */
type OwnForm = {
  fields: FormFields;
  typed: Record<string, string>;
  submissionId: string;
  asker: Asker & { user: SignedInUser };
  now: Date;
  /** Answers that it was refused, with all that was typed; `stands` is what was stored meanwhile, at its `version`. */
  refuse: (problem: Problem, version?: string, stands?: Record<string, string>) => TypedResponse<RefusedOwnForm>;
};

/**
 * Reads a form that needs its sender signed in.
 *
 * @param path where the form stands, for who has to sign in first: what was typed waits there
 * @returns the answer instead, when there is nothing to be done: too many forms, unreadable, or nobody is signed in
 */
export async function readOwnForm(
  request: Request,
  runtime: Runtime,
  address: string,
  path: string,
): Promise<OwnForm | Response> {
  const { user, ...asking } = askerOf(request, runtime);
  const busy = overLimit({ runtime, address }, 'write');
  const { fields, problems } = await readForm(request);
  const submissionId = fields.get('submissionId') || newSubmissionId();
  const typed = Object.fromEntries(Object.entries(fields.toRecord()).filter(([name]) => !carried.has(name)));
  const refuse: OwnForm['refuse'] = (problem, version = fields.get('version') ?? '', stands = {}) =>
    refuseForm(problem, { ...typed, submissionId }, { version, stands });
  const [unread] = problems;
  const refused = busy ?? unread;
  if (refused) return refuse(refused);
  if (!user) return signInFirst(request, runtime, path, typed, refuse);
  return { fields, typed, submissionId, asker: { ...asking, user }, now: runtime.clock(), refuse };
}
