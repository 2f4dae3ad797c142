import type { TypedResponse } from '@remix-run/node';
import type { Actor, SignedInUser } from '~/domain/shared/actor';
import type { AppError } from '~/domain/shared/result';
import { getActor } from './actor.server';
import { readForm } from './form-data.server';
import type { FormFields } from './form-fields.server';
import { newIdempotencyKey, type RejectedForm, rejectForm } from './form-response.server';
import { overLimit } from './rate-limit.server';
import type { Runtime } from './runtime.server';
import { signInFirst } from './sign-in-first.server';

/** Hidden fields that accompany the form values. */
const carried = new Set(['intent', 'version', 'idempotencyKey', 'id']);

/** Action data of a rejected form on the user's own data: the version it was based on, and the current values. */
type RejectedOwnForm = RejectedForm & { version: string; currentValues: Record<string, string> };

/** A form that requires a signed-in user, parsed and ready for its command. */
type OwnForm = {
  fields: FormFields;
  formValues: Record<string, string>;
  idempotencyKey: string;
  actor: Actor & { user: SignedInUser };
  now: Date;
  /** Rejects the form with all its values; `currentValues` holds the current values, at their `version`. */
  reject: (error: AppError, version?: string, currentValues?: Record<string, string>) => TypedResponse<RejectedOwnForm>;
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
  const { user, ...requesting } = getActor(request, runtime);
  const busy = overLimit({ runtime, address }, 'write');
  const { fields, errors } = await readForm(request);
  const idempotencyKey = fields.get('idempotencyKey') || newIdempotencyKey();
  const formValues = Object.fromEntries(Object.entries(fields.toRecord()).filter(([name]) => !carried.has(name)));
  const reject: OwnForm['reject'] = (error, version = fields.get('version') ?? '', currentValues = {}) =>
    rejectForm(error, { ...formValues, idempotencyKey }, { version, currentValues });
  const [unread] = errors;
  const err = busy ?? unread;
  if (err) return reject(err);
  if (!user) return signInFirst(request, runtime, path, formValues, reject);
  return { fields, formValues, idempotencyKey, actor: { ...requesting, user }, now: runtime.clock(), reject };
}
