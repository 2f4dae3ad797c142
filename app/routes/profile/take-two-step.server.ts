import { json } from '@remix-run/node';
import { enteringOf } from '~/doors/entering.server';
import { refuseForm, seeOther } from '~/doors/form-door.server';
import { findAccount } from '~/domain/accounts/account-queries.server';
import {
  addAuthenticator,
  authenticatorLink,
  dropAuthenticator,
  isAuthenticatorSecret,
} from '~/domain/accounts/authenticator.server';
import type { Problem } from '~/domain/outcome';
import { paths } from '~/paths';
import { qrShape } from '~/ui/drawings/qr-drawing.server';
import type { MadeRecoveryCodes, TwoStepSetup } from './profile-screen';
import type { ProfileSender } from './take-profile.server';

/** What the screen shows of a secret. */
export const twoStepSetup = (secret: string, email: string): TwoStepSetup => ({
  secret,
  code: qrShape(authenticatorLink(secret, email)),
});

const passwordOf = ({ fields }: ProfileSender): string => (fields.get('password') ?? '').normalize('NFC');

/**
 * Turns two-step sign-in on. As with an access token the response is the screen itself, so that the recovery codes pass
 * through no address and no cookie.
 */
export async function turnTwoStepOn(sender: ProfileSender): Promise<Response> {
  const secret = sender.fields.get('secret') ?? '';
  const account = findAccount(sender.runtime.db, sender.user.id);
  // The app has the secret by now: the form comes back with the same.
  const setup = account && isAuthenticatorSecret(secret) ? twoStepSetup(secret, account.email) : undefined;
  const refuse = (problem: Problem): Response => refuseForm(problem, {}, { meanwhile: null, setup });
  const input = { secret, code: sender.fields.get('code') ?? '', password: passwordOf(sender) };
  const added = await addAuthenticator(input, enteringOf(sender, 'browser'));
  return added.done ? json<MadeRecoveryCodes>({ recoveryCodes: added.value }) : refuse(added.problem);
}

export async function turnTwoStepOff(sender: ProfileSender): Promise<Response> {
  const input = { code: sender.fields.get('code') ?? '', password: passwordOf(sender) };
  const dropped = await dropAuthenticator(input, enteringOf(sender, 'browser'));
  if (!dropped.done) return refuseForm(dropped.problem, {}, { meanwhile: null });
  return seeOther(sender.request, paths.profile({ show: 'two-step' }), { notice: 'two-step-off' });
}
