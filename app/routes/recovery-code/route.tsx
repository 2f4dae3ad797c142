import { json, type LoaderFunctionArgs, redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { isOwnRecoveryCode, keepRecoveryCode } from '~/domain/accounts/recovery-codes.server';
import { ok } from '~/domain/shared/result';
import { clearRecoveryCodeCookie, readRecoveryCode } from '~/http/cookies/account.server';
import { getActor } from '~/http/actor.server';
import { allowUser, createFormAction, createFormActions } from '~/submit/form.server';
import { redirectToSignIn } from '~/http/responses.server';
import { getPublicOrigin } from '~/http/runtime.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { OneTimeCode } from '~/ui/page/one-time-code';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { useSite } from '~/ui/document';

/** Only for the user and never stored. */
export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Your recovery code', 'Keep it: it sets a new password, if you forget it.');

/** The code is in a cookie of this browser; without it, a new one can be created on the profile. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const { user } = getActor(request, runtime);
  if (!user) throw redirectToSignIn(request, paths.recoveryCode());
  const code = readRecoveryCode(request);
  // Another user may have signed in in the meantime.
  if (code === null || !isOwnRecoveryCode(runtime.db, user.id, code)) {
    throw redirect(`${paths.profileView('security')}#recovery`);
  }
  return json({ code, recoverUrl: getPublicOrigin(request, runtime) + paths.recover() });
}

const form = {
  access: allowUser(() => paths.recoveryCode()),
  redisplay: null,
} as const;

export const action = createFormActions(({ fields }) => (fields.get('intent') === 'later' ? 'later' : 'kept'), {
  kept: createFormAction({
    ...form,
    command: keepRecoveryCode,
    decode: () => ({}),
    onSuccess: (_value, { request }) => ({
      to: paths.home(),
      flash: 'recovery-code-kept',
      cookies: [clearRecoveryCodeCookie(request)],
    }),
  }),
  later: createFormAction({
    ...form,
    run: () => ok(null),
    onSuccess: (_value, { request }) => ({ to: paths.home(), cookies: [clearRecoveryCodeCookie(request)] }),
  }),
});

/** A new recovery code (docs/product.md, "Forgotten passwords"). */
export default function RecoveryCode() {
  const site = useSite();
  const { code, recoverUrl } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Save your recovery code" subtitle="Then go on with what you were doing." />
      <div className="columns section">
        <OneTimeCode
          title="Your recovery code"
          code={code}
          file={{
            name: `${site.name.toLowerCase()}-recovery-code.txt`,
            lines: [
              `${site.name}: recovery code`,
              code,
              `With your email it sets a new password, once, at ${recoverUrl}`,
              'Keep it in a safe place.',
            ],
          }}
        >
          With your email it sets a new password, if you forget it. Keep it on paper, or where you keep passwords.
        </OneTimeCode>
        <form method="post" action={paths.recoveryCode()} className="stack">
          <h2>Have you saved it?</h2>
          <p>
            This page shows it again in this browser for an hour, until you press a button below. We cannot show it.
            After it is used, a new code replaces it.
          </p>
          <p className="row">
            <Button kind="primary" name="intent" value="kept">
              I have saved it
            </Button>{' '}
            <Button name="intent" value="later">
              Later
            </Button>
          </p>
          <p className="note">Later, Password &amp; Devices in your profile makes a new one.</p>
        </form>
      </div>
    </>
  );
}
