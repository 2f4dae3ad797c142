import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatDate } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { Button } from '~/ui/primitives/button';
import { profileHandle } from '../profile-handle';
import { type EmptyListText, noneStat, OwnList } from '../own-list';
import type { loader } from './route.server';

export { action, loader } from './route.server';
export { rejectionHeaders as headers } from '~/http/responses.server';

export const handle = profileHandle;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Blocked senders', 'Senders whose messages you do not get.');

const emptyText: EmptyListText = {
  title: 'No blocked senders',
  hint: 'Senders you block in a conversation appear here, until you unblock them.',
  link: { text: 'Messages', href: paths.messages() },
  picture: { drawing: 'moped', colours: { body: '#27476E', accent: '#D9C27A' }, stat: noneStat },
};

export default function Blocked() {
  const { senders, page, pages } = useLoaderData<typeof loader>();
  return (
    <OwnList title="Blocked senders" emptyText={emptyText} isEmpty={senders.length === 0}>
      <form method="post" action={paths.profileView('blocked')}>
        <input type="hidden" name="intent" value="unblock" />
        <ul className="own-items">
          {senders.map(({ id, name, createdAt }) => (
            <li key={id}>
              <h2>{name}</h2>
              <Button name="sender" value={id}>
                Unblock<span className="unseen">{` ${name}`}</span>
              </Button>
              <p className="note">{`Blocked on ${formatDate(createdAt)}`}</p>
            </li>
          ))}
        </ul>
      </form>
      <Pager page={page} pages={pages} getHref={(other) => paths.profileView('blocked', { page: other })} />
    </OwnList>
  );
}
