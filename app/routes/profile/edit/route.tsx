import { useActionData, useLoaderData } from '@remix-run/react';
import { minNameLength } from '~/domain/accounts/account';
import { paths } from '~/paths';
import { RadioGroup, TextField } from '~/ui/forms/field';
import { ErrorSummary, FormActions } from '~/ui/forms/form-messages';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta, type ScreenMatches } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { genders } from '~db/enums';
import { genderLabels, type ProfileField, profileLabels } from '../account-fields';
import { profileHandle } from '../profile-handle';
import type { loader, RejectedProfile } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle = profileHandle;
export const meta = ({ matches }: { matches: ScreenMatches }) =>
  pageMeta(matches, 'Edit Profile', 'Your name, phone, gender and location.');

const savedText = (name: ProfileField, value: string): string =>
  Object.entries(genderLabels).find(([gender]) => name === 'gender' && gender === value)?.[1] ?? (value || 'empty');

/**
 * Edit Profile. After a concurrent change both versions are shown: the submitted values in the fields, the current ones
 * below them.
 */
export default function EditProfile() {
  const { account, idempotencyKey, values } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedProfile>();
  const entries = { ...values, ...rejected?.values };
  const stored = rejected?.stored;
  const field = (name: ProfileField, help?: string) => {
    const saved = stored?.values[name];
    const isOther = saved !== undefined && saved !== entries[name];
    return {
      name,
      label: profileLabels[name],
      value: entries[name],
      error: rejected?.errors[name],
      help: isOther ? `Saved in the meantime: ${savedText(name, saved)}` : help,
    };
  };
  return (
    <>
      <PageHead title="Edit Profile" back={{ text: 'My Profile', href: paths.profile() }} />
      <div className="section">
        <form method="post" action={paths.profileView('edit')} className="stack" noValidate>
          <input type="hidden" name="idempotencyKey" value={entries.idempotencyKey ?? idempotencyKey} />
          <input type="hidden" name="version" value={stored?.version ?? entries.version ?? account.version} />
          {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
          <div className="auto-columns">
            <TextField {...field('name')} required minLength={minNameLength} autoComplete="name" />
            <TextField {...field('phone', 'Optional')} type="tel" autoComplete="tel" />
            <TextField {...field('location', 'Optional: your city or area')} autoComplete="address-level2" />
            <RadioGroup
              {...field('gender', account.gender === null ? 'Optional' : undefined)}
              choices={genders.map((value) => ({ value, label: genderLabels[value] }))}
              required={account.gender !== null}
            />
          </div>
          <p className="note">
            {`Your email address, ${account.email}, is what you sign in with. `}
            <a href={`${paths.profileView('security')}#change-email`}>Change it</a>
          </p>
          <FormActions message={rejected?.message}>
            <Button kind="primary" name="intent" value="save" busyText="Saving...">
              {stored ? 'Save mine' : 'Save changes'}
            </Button>{' '}
            <ButtonLink href={paths.profile()}>{stored ? 'Keep what was saved' : 'Cancel'}</ButtonLink>
          </FormActions>
        </form>
      </div>
    </>
  );
}
