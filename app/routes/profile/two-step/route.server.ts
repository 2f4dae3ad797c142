import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { getInvalidCode, secondStepFields } from '~/domain/accounts/account.schema.server';
import {
  countRecoveryCodes,
  createAuthenticatorLink,
  disableAuthenticator,
  enableAuthenticator,
  generateAuthenticatorSecret,
  isAuthenticatorSecret,
} from '~/domain/accounts/authenticator.server';
import { isTeamRole, requireTeamMember } from '~/domain/shared/permissions';
import { checkInput } from '~/domain/shared/run-command.server';
import { createSignInContext } from '~/submit/authentication.server';
import { allowUser, createFormAction, createFormActions, findIntent, type FormPost } from '~/submit/form.server';
import type { RejectedForm } from '~/submit/form-response.server';
import { paths } from '~/paths';
import type { Database } from '~db/connection';
import { createQrShape, type QrShape } from '~/ui/drawings/qr-drawing.server';
import { readShop } from '~/domain/content/shop.server';
import { requireAccount } from '../account.server';

const twoStepPath = paths.profileView('two-step');

export type TwoStepSetup = { secret: string; code: QrShape };

type TwoStep = ({ isOn: false } & TwoStepSetup) | { isOn: true; codesLeft: number };

export type RejectedTwoStep = RejectedForm & { setup?: TwoStepSetup };

/** Response to the form that turns it on; the recovery codes are shown once. */
export type CreatedRecoveryCodes = { recoveryCodes: string[] };

const createTwoStepSetup = (db: Database, secret: string, email: string): TwoStepSetup => ({
  secret,
  code: createQrShape(createAuthenticatorLink(secret, readShop(db).name, email)),
});

export function loader({ request, context: { runtime } }: LoaderFunctionArgs) {
  const { user, account } = requireAccount(request, runtime);
  if (!isTeamRole(user.role)) throw redirect(paths.profile());
  const codesLeft = countRecoveryCodes(runtime.db, user.id);
  const twoStep: TwoStep =
    codesLeft === null
      ? { isOn: false, ...createTwoStepSetup(runtime.db, generateAuthenticatorSecret(), account.email) }
      : { isOn: true, codesLeft };
  return json({ twoStep });
}

const getContext = (post: FormPost) => createSignInContext(post, 'browser');

/** Forms with a secret are redisplayed empty. */
const secretForm = {
  access: allowUser(() => twoStepPath),
  redisplay: () => ({}),
} as const;

const secondStepRules = { schema: () => secondStepFields, invalidCode: getInvalidCode };

/**
 * Turns two-step sign-in on. Renders the screen without a redirect, so that the recovery codes are never part of a URL
 * or a cookie.
 */
const turnTwoStepOn = createFormAction({
  ...secretForm,
  access: { check: ({ actor }) => requireTeamMember(actor), signIn: () => twoStepPath },
  async run(post) {
    const input = checkInput(secondStepRules, post.fields.toRecord(), post.now);
    if (!input.ok) return input;
    return enableAuthenticator({ ...input.value, secret: post.fields.get('secret') ?? '' }, getContext(post));
  },
  onSuccess: (recoveryCodes) => json<CreatedRecoveryCodes>({ recoveryCodes }),
  redisplay({ runtime, actor, fields }) {
    const secret = fields.get('secret') ?? '';
    const account = actor.user && findAccount(runtime.db, actor.user.id);
    // The authenticator already has the secret, so the form is redisplayed with the same one.
    const setup =
      account && isAuthenticatorSecret(secret) ? createTwoStepSetup(runtime.db, secret, account.email) : undefined;
    return { setup };
  },
});

const turnTwoStepOff = createFormAction({
  ...secretForm,
  async run(post) {
    const input = checkInput(secondStepRules, post.fields.toRecord(), post.now);
    return input.ok ? disableAuthenticator(input.value, getContext(post)) : input;
  },
  onSuccess: () => ({ to: twoStepPath, flash: 'two-step-off' }),
});

const forms = { 'two-step-on': turnTwoStepOn, 'two-step-off': turnTwoStepOff };

export const action = createFormActions(({ fields }) => findIntent(forms, fields.get('intent')), forms);
