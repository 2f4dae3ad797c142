import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useId } from 'react';
import type { OwnAccessToken } from '~/domain/accounts/access-tokens.server';
import { maxTokens, tokenDays } from '~/domain/accounts/account';
import { formatDate } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { RadioGroup, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { PageHead } from '~/ui/page/page-head';
import { Button } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import { tokenScopes } from '~db/enums';
import type { RejectedForm } from '~/submit/form-response.server';
import { pageMeta } from '~/ui/page/page-meta';
import { profileHandle } from '../profile-handle';
import type { CreatedToken, loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle = profileHandle;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Access Tokens', 'Tokens with which programs use the API in your name.');

const tokensPath = paths.profileView('tokens');
const scopeLabels = { read: 'Read only', write: 'Read and write' } as const;
const scopes = tokenScopes.map((scope) => ({ value: scope, label: scopeLabels[scope] }));
const validities = tokenDays.map((days) => ({ value: String(days), label: days === 365 ? '1 year' : `${days} days` }));

export default function AccessTokens() {
  const { tokens, idempotencyKey, unfinished } = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm | CreatedToken>();
  const created = actionData && 'token' in actionData ? actionData : undefined;
  const rejected = actionData && 'message' in actionData ? actionData : undefined;
  const values: Record<string, string> = rejected?.values ?? unfinished ?? {};
  const field = (name: string, label: string) => ({ name, label, value: values[name], error: rejected?.errors[name] });
  return (
    <>
      <PageHead title="Access Tokens" back={{ text: 'My Profile', href: paths.profile() }} />
      <div className="columns section">
        {created && <CreatedTokenCode {...created} />}
        {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
        <form method="post" action={tokensPath} className="stack" aria-labelledby="make" noValidate>
          <h2 id="make">Make a token</h2>
          <p>
            With a token a program of yours uses the API in your name, and needs no password. It can do what you can,
            but never change your password, delete your account or make other tokens.
          </p>
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <TextField {...field('name', 'Name')} help="What it is for, such as: price watcher" required />
          <RadioGroup {...field('scope', 'What it may do')} value={values.scope ?? 'read'} choices={scopes} required />
          <RadioGroup
            {...field('days', 'How long it lasts')}
            value={values.days ?? '30'}
            choices={validities}
            required
          />
          <TextField {...field('password', 'Your password')} type="password" autoComplete="current-password" required />
          <p>
            <Button kind="primary" name="intent" value="make-token" busyText="Making...">
              Make token
            </Button>
          </p>
        </form>
        <section className="stack" aria-labelledby="tokens">
          <h2 id="tokens">Your tokens</h2>
          {tokens.length === 0 ? (
            <p>None yet. You can have {maxTokens} at a time.</p>
          ) : (
            <ul className="own-items">
              {tokens.map((token) => (
                <OwnToken key={token.id} {...token} />
              ))}
            </ul>
          )}
          <p className="note">
            A token ends on its day, when you revoke it, when you change your password, and with your account. Signing
            out ends none.
          </p>
        </section>
      </div>
    </>
  );
}

/** The new token, present only in the response to the form: in no URL, cookie or other page. */
function CreatedTokenCode({ token, name }: CreatedToken) {
  return (
    <div className="message message-success" role="status">
      <Icon name="check" />
      <div>
        <p>{`Your token “${name}” is ready. Copy it now: it is shown only this once.`}</p>
        <p>
          <code className="secret-code">{token}</code>
        </p>
        <p>
          Send it with each call as <code>Authorization: Bearer</code> and the token.
        </p>
      </div>
    </div>
  );
}

function OwnToken({ id, name, scope, withoutDesk, createdAt, expiresAt, lastUsedAt }: OwnAccessToken) {
  const titleId = useId();
  return (
    <li>
      <h3 id={titleId}>{name}</h3>
      <form method="post" action={tokensPath}>
        <input type="hidden" name="token" value={id} />
        <Button name="intent" value="revoke-token" aria-describedby={titleId}>
          Revoke
        </Button>
      </form>
      <p className="note">
        {`${scopeLabels[scope]}${withoutDesk ? ', not for the desk' : ''} · made on ${formatDate(createdAt)} · ends on ${formatDate(expiresAt)} · `}
        {lastUsedAt ? `last used on ${formatDate(lastUsedAt)}` : 'never used'}
      </p>
    </li>
  );
}
