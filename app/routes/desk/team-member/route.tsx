import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import { Fold } from '~/ui/desk/folds';
import { PasswordAgain } from '~/ui/desk/password-again';
import { HiddenFields, RadioGroup, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Account', 'Role, sessions and block of an account.');

const roleChoices = [
  { value: 'owner', label: 'Owner: all, and people, backups, settings' },
  { value: 'manager', label: 'Manager: customers, stock, prices, texts' },
  { value: 'clerk', label: 'Clerk: answers, visits, looks at listings' },
  { value: 'user', label: 'Not of the team' },
];

/** The role, sessions and block of an account. */
export default function Member() {
  const { id, name, isTeam, contact, since, role, hasSecondStep, blocked, sessions, may, codeHref, needsPassword } =
    useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  const intent = rejected?.values.intent;
  const href = deskPaths.teamMember(id);
  const getPasswordError = (of: string) => (intent === of ? rejected?.errors.password : undefined);
  return (
    <DeskPage title={name} back={{ text: 'Team', href: deskPaths.team() }}>
      <div className="member stack">
        {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
        <p>
          {contact} · since {since}
          {hasSecondStep && ' · second step on'}
        </p>
        {blocked && (
          <form method="post" action={href} className="stack">
            <p>
              <b>Blocked</b> on {blocked.when}: “{blocked.reason}”
            </p>
            <HiddenFields fields={{ intent: 'lift' }} />
            {may.block && (
              <p>
                <Button>Lift the block</Button>
              </p>
            )}
          </form>
        )}
        {may.changeTeam && (
          <>
            <form method="post" action={href} className="stack" noValidate>
              <h2>Role</h2>
              <HiddenFields fields={{ intent: 'role' }} />
              <RadioGroup
                name="role"
                label="Role"
                choices={roleChoices}
                value={(intent === 'role' && rejected?.values.role) || role}
                error={intent === 'role' ? rejected?.errors.role : undefined}
              />
              {needsPassword && <PasswordAgain error={getPasswordError('role')} />}
              <p>
                <Button kind="primary">Save the role</Button>
              </p>
            </form>
            <h2>Signed in on</h2>
            {sessions.length === 0 && <p>On no device.</p>}
            <ul className="rows sessions">
              {sessions.map(({ session, label, seen }) => (
                <li key={session}>
                  <div>
                    <b>{label}</b>
                    <small>{seen}</small>
                  </div>
                  {!needsPassword && (
                    <form method="post" action={href}>
                      <HiddenFields fields={{ intent: 'end-session', session }} />
                      <Button>
                        End<span className="unseen"> {label}</span>
                      </Button>
                    </form>
                  )}
                </li>
              ))}
            </ul>
            <form method="post" action={href} className="stack" noValidate>
              <HiddenFields fields={{ intent: 'end-session' }} />
              {needsPassword && <PasswordAgain error={getPasswordError('end-session')} />}
              <p>
                <Button>End all sessions and tokens</Button>
              </p>
            </form>
            {hasSecondStep && (
              <Fold title="The second step is lost" isOpen={intent === 'second-step'}>
                <form method="post" action={href} className="stack" noValidate>
                  <HiddenFields fields={{ intent: 'second-step' }} />
                  <p>The password stays. All sessions end.</p>
                  {needsPassword && <PasswordAgain error={getPasswordError('second-step')} />}
                  <p>
                    <Button>Take the second step off</Button>
                  </p>
                </form>
              </Fold>
            )}
          </>
        )}
        {!isTeam && (
          <p>
            <ActionLink href={deskPaths.person(id)}>Everything of this person</ActionLink>
          </p>
        )}
        {may.issueCode && (
          <p>
            <ActionLink href={codeHref}>Issue a recovery code</ActionLink>
          </p>
        )}
        {may.block && !blocked && (
          <Fold title={`Block ${name}`} isOpen={intent === 'block'}>
            <form method="post" action={href} className="stack" noValidate>
              <HiddenFields fields={{ intent: 'block' }} />
              <TextField
                name="reason"
                label="Reason, for the log"
                value={intent === 'block' ? rejected?.values.reason : undefined}
                error={intent === 'block' ? rejected?.errors.reason : undefined}
                required
              />
              <p className="note">Ends all sessions and access tokens, and gives requests back. It can be lifted.</p>
              <p>
                <Button kind="danger">Block</Button>
              </p>
            </form>
          </Fold>
        )}
      </div>
    </DeskPage>
  );
}
