import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { KindLinks, RowLink } from '~/ui/desk/rows';
import { formatLabel, HiddenFields, TextField } from '~/ui/forms/field';
import { Pager } from '~/ui/page/pager';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import { StatusChip } from '~/ui/primitives/chips';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Team', 'Who works here, and all accounts.');

const listNames = { team: 'Team', accounts: 'Accounts', blocked: 'Blocked' } as const;
const roleTones = { owner: 'moving', manager: 'done', clerk: 'off', user: 'off' } as const;

/** Members of the team, and accounts found by name, email or phone (docs/product.md, "Operators"). */
export default function Team() {
  const { who, q, counts, accounts, page, pages } = useLoaderData<typeof loader>();
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
    </DeskPage>
  );
}
