import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireFreshPassword } from '~/domain/accounts/passwords.server';
import { renewPushDevice } from '~/domain/push/subscriptions.server';
import type { SignedInUser } from '~/domain/shared/actor';
import { type Permission, requirePermission } from '~/domain/shared/permissions';
import type { Result } from '~/domain/shared/result';
import { readPushDevice } from '~/http/cookies/account.server';
import type { Runtime } from '~/http/runtime.server';
import { createSignInContext } from '~/submit/authentication.server';
import type { FormPost } from '~/submit/form.server';
import { requireTeamRead } from '~/submit/team-access.server';

/** Who may read a page of the desk. @throws as `requireTeamRead` */
export function requireDesk(
  route: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  permission: Permission = 'read',
): { runtime: Runtime; operator: SignedInUser } {
  const { runtime } = route.context;
  const operator = requireTeamRead(route, permission);
  renewPushDevice(runtime.db, readPushDevice(route.request), operator);
  return { runtime, operator };
}

/** Who may send a form of the desk. */
export const allowTeam = (permission: Permission) => ({
  check: ({ actor }: FormPost) => requirePermission(actor, permission),
  signIn: ({ url }: FormPost) => url.pathname + url.search,
});

/** Of a form for which the operator has to have confirmed the password within ten minutes. */
export function confirmPassword(post: FormPost, operator: SignedInUser): Promise<Result<null>> {
  const password = post.fields.get('password') ?? '';
  return requireFreshPassword(operator, password.normalize('NFC'), createSignInContext(post, 'browser'));
}

/** The entry of `/desk/SECTION/LIST/ENTRY`; empty for the list. */
export const getPathItem = ({ url }: Pick<FormPost, 'url'>): string =>
  decodeURIComponent(url.pathname.split('/')[4] ?? '');

/** `bands.0.upTo`: names of the fields of rows. */
export const createRowNames = (rows: string, length: number, names: readonly string[]): string[] =>
  Array.from({ length }, (_, row) => names.map((name) => `${rows}.${row}.${name}`)).flat();
