import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import { type IssuedCode, issueAccountCode, replaceManageCode } from '~/domain/desk/lost-codes.server';
import { deskPaths } from '~/paths';
import { createFormAction, createFormActions, type FormPost } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { showUnfinishedForm } from '~/submit/form-response.server';
import { allowTeam, confirmPassword, requireDesk } from '../access.server';

/** Response to a form that issues a code, with its owner. The code is shown once. */
export type IssuedLostCode = { issued: IssuedCode };

type CodeKind = 'recovery' | 'listing';

const getKind = ({ pathname }: URL): CodeKind => (pathname === deskPaths.recoveryCode() ? 'recovery' : 'listing');

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route, 'accounts');
  const url = new URL(route.request.url);
  return json({
    kind: getKind(url),
    /** The listing that the operator came from. */
    listing: url.searchParams.get('listing') ?? undefined,
    unfinished: showUnfinishedForm(route.request, runtime),
    needsPassword: !hasFreshPassword(operator, runtime.clock()),
  });
}

const codeForm = {
  access: { ...allowTeam('accounts'), confirm: confirmPassword },
  values: selectFields(['email', 'listing', 'reason']),
  // Rendered without a redirect, so that the code is never part of a URL or a cookie.
  onSuccess: (issued: IssuedCode) => json<IssuedLostCode>({ issued }),
  redisplay: () => ({}),
};

export const action = createFormActions(({ url }: Pick<FormPost, 'url'>) => getKind(url), {
  recovery: createFormAction({
    ...codeForm,
    command: issueAccountCode,
    decode: ({ values }) => ({ email: values.email ?? '', reason: values.reason ?? '' }),
  }),
  listing: createFormAction({
    ...codeForm,
    command: replaceManageCode,
    decode: ({ values }) => ({ listing: values.listing ?? '', reason: values.reason ?? '' }),
  }),
});
