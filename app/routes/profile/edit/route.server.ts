import { json, type LoaderFunctionArgs } from '@remix-run/node';
import type { Account } from '~/domain/accounts/account';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { changeProfile } from '~/domain/accounts/accounts.server';
import { findTakenPhone } from '~/domain/shared/phone';
import { allowUser, createFormAction } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { generateIdempotencyKey, readUnfinishedForm, type RejectedForm } from '~/submit/form-response.server';
import { paths } from '~/paths';
import { type ProfileField, profileLabels } from '../account-fields';
import { requireAccount } from '../account.server';

export type RejectedProfile = RejectedForm & {
  /** Current values after a concurrent change, shown beside the form values; null otherwise. */
  stored: { values: Record<ProfileField, string>; version: number } | null;
};

/** Form values of an account, empty for what was not given. */
function profileFormValues({ name, phone, gender, location }: Account): Record<ProfileField, string> {
  return { name, phone: phone ?? '', gender: gender ?? '', location: location ?? '' };
}

export function loader({ request, context: { runtime } }: LoaderFunctionArgs) {
  const { account } = requireAccount(request, runtime);
  const values: Record<string, string> = { ...profileFormValues(account), ...readUnfinishedForm(request, runtime) };
  return json({ account, idempotencyKey: generateIdempotencyKey(), values });
}

export const action = createFormAction({
  access: allowUser(() => paths.profileView('edit')),
  values: selectFields([...Object.keys(profileLabels), 'version']),
  command: changeProfile,
  decode: ({ values }) => ({ ...values, version: Number(values.version) }),
  onSuccess: (_account, { values }) => ({
    to: paths.profile(),
    flash: 'profile-changed',
    takenPhone: findTakenPhone(values.phone),
  }),
  redisplay({ runtime, actor }, error) {
    const account = error?.kind === 'conflict' && actor.user ? findAccount(runtime.db, actor.user.id) : null;
    return { stored: account && { values: profileFormValues(account), version: account.version } };
  },
});
