import { type Account, longestText, nameMinimum } from '~/domain/accounts/account';
import { paths } from '~/paths';
import { Picks, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { PageHead } from '~/ui/page/page-head';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { genders } from '~db/enums';
import { genderLabels, type ProfileField, profileLabels, type RejectedProfile } from './profile-screen';

type EditViewProps = {
  account: Account;
  idempotencyKey: string;
  values: Record<string, string>;
  err: RejectedProfile | undefined;
};

/** Current values after a concurrent change, as labels. */
const savedText = (name: ProfileField, value: string): string =>
  name === 'gender'
    ? (Object.entries(genderLabels).find(([gender]) => gender === value)?.[1] ?? value)
    : value || 'empty';

/**
 * Edit Profile. After a concurrent change both are shown: the form values in the fields, the current values below them.
 */
export function EditView({ account, idempotencyKey, values, err }: EditViewProps) {
  const shown = { ...values, ...err?.values };
  const meanwhile = err?.meanwhile;
  const field = (name: ProfileField, help?: string) => {
    const saved = meanwhile?.values[name];
    const isOther = saved !== undefined && saved !== shown[name];
    return {
      name,
      label: profileLabels[name],
      value: shown[name],
      error: err?.errors[name],
      help: isOther ? `Saved meanwhile: ${savedText(name, saved)}` : help,
    };
  };
  return (
    <>
      <PageHead title="Edit Profile" back={{ text: 'My Profile', href: paths.profile() }} />
      <div className="section">
        <form method="post" action={paths.profile({ edit: 1 })} className="stack" noValidate={err !== undefined}>
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <input type="hidden" name="version" value={meanwhile?.version ?? err?.values.version ?? account.version} />
          {err && <ErrorSummary message={err.message} errors={err.errors} />}
          <div className="auto-columns">
            <TextField
              {...field('name')}
              required
              minLength={nameMinimum}
              maxLength={longestText.name}
              autoComplete="name"
            />
            <TextField {...field('phone', 'Optional')} type="tel" maxLength={longestText.phone} autoComplete="tel" />
            <TextField
              {...field('location', 'Optional: your city or area')}
              maxLength={longestText.location}
              autoComplete="address-level2"
            />
            <Picks
              {...field('gender')}
              choices={genders.map((value) => ({ value, label: genderLabels[value] }))}
              required
            />
          </div>
          <p className="note">{`Your email address, ${account.email}, is what you sign in with.`}</p>
          <p className="row">
            <Button kind="primary" name="intent" value="save" busyText="Saving...">
              {meanwhile ? 'Save mine' : 'Save changes'}
            </Button>{' '}
            <ButtonLink href={paths.profile()}>{meanwhile ? 'Keep what was saved' : 'Cancel'}</ButtonLink>
          </p>
        </form>
      </div>
    </>
  );
}
