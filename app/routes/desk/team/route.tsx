import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { inviteDays } from '~/domain/accounts/account';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import { PasswordAgain } from '~/ui/desk/password-again';
import { KindLinks, RowLink } from '~/ui/desk/rows';
import { formatLabel, HiddenFields, RadioGroup, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { Pager } from '~/ui/page/pager';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import { StatusChip } from '~/ui/primitives/chips';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { CreatedInvite, loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Team', 'Who works here, and all accounts.');

const listNames = { team: 'Team', accounts: 'Accounts', blocked: 'Blocked' } as const;
const roleTones = { owner: 'moving', manager: 'done', clerk: 'off', user: 'off' } as const;

/** Members of the team, and accounts found by name, email or phone (docs/product.md, "Operators"). */
export default function Team() {
  const { who, q, counts, accounts, page, pages, invites } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Team">
      <KindLinks
        label="Who"
        kinds={(['team', 'accounts', 'blocked'] as const).map((list) => ({
          text: listNames[list],
          count: counts[list],
          href: deskPaths.team({ who: list }),
          isCurrent: list === who,
        }))}
      />
      {who !== 'team' && (
        <form action={deskPaths.team()} className="inline-form">
          <HiddenFields fields={{ who }} />
          <TextField name="q" label="Name, email or phone" help="How it begins" value={q} />
          <p>
            <Button>Find</Button>
          </p>
        </form>
      )}
      <section aria-label={listNames[who]}>
        {accounts.length === 0 && <p>{q === '' ? 'Nobody here.' : 'Nobody is called so.'}</p>}
        <ul className="rows members">
          {accounts.map(({ id, name, email, role, isBlocked, seen, hasSecondStep }) => (
            <li key={id}>
              <div>
                <RowLink href={deskPaths.teamMember(id)}>{name}</RowLink>
                <small>
                  {role === 'user' ? email : seen}
                  {role !== 'user' && !hasSecondStep && (
                    <>
                      {' · '}
                      <b className="late">no second step</b>
                    </>
                  )}
                </small>
              </div>
              <StatusChip tone={isBlocked ? 'waiting' : roleTones[role]}>
                {isBlocked ? 'Blocked' : role === 'user' ? 'Account' : formatLabel(role)}
              </StatusChip>
            </li>
          ))}
        </ul>
        <Pager page={page} pages={pages} getHref={(other) => deskPaths.team({ who, q: q || undefined, page: other })} />
      </section>
      {invites && <Invites />}
    </DeskPage>
  );
}

const roleChoices = [
  { value: 'clerk', label: 'Clerk' },
  { value: 'manager', label: 'Manager' },
  { value: 'owner', label: 'Owner' },
];

function Invites() {
  const { invites, needsPassword, sendsMail, idempotencyKey } = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm | CreatedInvite>();
  const rejected = actionData && 'errors' in actionData ? actionData : undefined;
  const link = actionData && 'link' in actionData ? actionData.link : null;
  return (
    <section aria-labelledby="invite" className="stack">
      <h2 id="invite">Invite somebody</h2>
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      {link && (
        <div role="status">
          <p>The link, shown only now. Whoever opens it first joins the team.</p>
          <p>
            <code>{link}</code>
          </p>
        </div>
      )}
      <form method="post" action={deskPaths.team()} className="stack" noValidate>
        <HiddenFields fields={{ intent: 'invite', idempotencyKey }} />
        <RadioGroup
          name="role"
          label="Role"
          choices={roleChoices}
          value={rejected?.values.role ?? 'clerk'}
          error={rejected?.errors.role}
        />
        <p className="note">
          A clerk answers customers and looks after visits and listings; a manager also changes stock, prices and texts;
          an owner may do everything.
        </p>
        <TextField
          name="email"
          label="E-mail (optional)"
          type="email"
          help={
            sendsMail
              ? 'The link is mailed to it, and shown to you as well.'
              : 'This site sends no mail: pass the link on yourself.'
          }
          value={rejected?.values.email}
          error={rejected?.errors.email}
        />
        {needsPassword && <PasswordAgain error={rejected?.errors.password} />}
        <p className="note">The link works once, for {inviteDays} days.</p>
        <p>
          <Button kind="primary">Make a link</Button>
        </p>
      </form>
      {invites && invites.length > 0 && (
        <>
          <h3>Open invitations</h3>
          <ul className="rows sessions">
            {invites.map(({ id, role, email, inviter, until }) => (
              <li key={id}>
                <div>
                  <b>{email ?? 'By a link'}</b>
                  <small>
                    {formatLabel(role)}, by {inviter}, until {until}
                  </small>
                </div>
                <form method="post" action={deskPaths.team()}>
                  <HiddenFields fields={{ intent: 'withdraw-invite', invite: id }} />
                  <Button>
                    Withdraw<span className="unseen"> the invitation for a {role}</span>
                  </Button>
                </form>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
