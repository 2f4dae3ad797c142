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

/** Hidden fields that accompany the form values. */
const carried = new Set(['intent', 'version', 'submissionId', 'id']);

/** Action data of a rejected form on the user's own data: the version it was based on, and the current values. */
type RefusedOwnForm = RefusedForm & { version: string; stands: Record<string, string> };

/** A form that requires a signed-in user, parsed and ready for its command. */
type OwnForm = {
  fields: FormFields;
  typed: Record<string, string>;
  submissionId: string;
  asker: Asker & { user: SignedInUser };
  now: Date;
  /** Rejects the form with all its values; `stands` holds the current values, at their `version`. */
  refuse: (problem: Problem, version?: string, stands?: Record<string, string>) => TypedResponse<RefusedOwnForm>;
};

/**
 * Reads a form that requires a signed-in user.
 *
 * @param path path of the form, to return to after signing in: its values are stored meanwhile
 * @returns a response instead, if the form cannot be processed: rate limit exceeded, unreadable, or not signed in
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
