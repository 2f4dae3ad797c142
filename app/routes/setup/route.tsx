import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { minOperatorPasswordLength } from '~/domain/accounts/account';
import type { RejectedForm } from '~/submit/form-response.server';
import { CheckField, KeyField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { NewPasswordField } from '~/ui/forms/secret-fields';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';
import { SetupPage } from './setup-parts';

export { privateUrlHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Open your shop', 'The first owner of the shop.');

/** The account of the first owner, and the facts of the shop (docs/product.md, "First run"). */
export default function Opening() {
  const { action } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  const values: Readonly<Record<string, string>> = rejected?.values ?? {};
  const errors: Readonly<Record<string, string>> = rejected?.errors ?? {};
  return (
    <SetupPage step={1} title="Open your shop">
      {rejected && <ErrorSummary message={rejected.message} errors={errors} />}
      <form method="post" action={action} noValidate>
        <KeyField values={rejected?.values} />
        <TextField
          name="shop"
          label="Name of the shop"
          autoComplete="organization"
          value={values.shop}
          error={errors.shop}
          required
        />
        <TextField
          name="phone"
          label="Phone of the shop"
          type="tel"
          autoComplete="tel"
          value={values.phone}
          error={errors.phone}
          required
        />
        <TextField
          name="city"
          label="City"
          help="Or the whole address, as customers read it"
          autoComplete="address-level2"
          value={values.city}
          error={errors.city}
          required
        />
        <TextField
          name="name"
          label="Your name (optional)"
          help="Customers who get an answer do not see it"
          autoComplete="name"
          value={values.name}
          error={errors.name}
        />
        <TextField
          name="email"
          label="Your e-mail"
          type="email"
          help="You sign in with it"
          autoComplete="username"
          value={values.email}
          error={errors.email}
          required
        />
        <CheckField
          name="isEmailPublic"
          label="Show it to customers as the e-mail of the shop"
          isChecked={rejected ? values.isEmailPublic === 'on' : true}
        />
        <NewPasswordField
          shortest={minOperatorPasswordLength}
          consequence="Four words and a full stop will do."
          error={errors.password}
        />
        <Button kind="primary" busyText="Opening...">
          Next
        </Button>
      </form>
    </SetupPage>
  );
}
