import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { OfferRows } from '~/ui/vehicles/offer-list';
import { profileHandle } from '../profile-handle';
import { type EmptyListText, noneStat, OwnList } from '../own-list';
import type { loader } from './route.server';

export { loader } from './route.server';

export const handle = profileHandle;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'My Favorites', 'Vehicles and listings that you saved.');

const emptyText: EmptyListText = {
  title: 'Nothing saved yet',
  hint: 'Press the heart on a vehicle, and it is saved here.',
  link: { text: 'Browse all', href: paths.browse() },
  picture: { drawing: 'retro', colours: { body: '#8E1B1F', accent: '#E8D9B5' }, stat: noneStat },
};

export default function Favourites() {
  const { favourites, page, pages } = useLoaderData<typeof loader>();
  return (
    <OwnList title="My Favorites" emptyText={emptyText} isEmpty={favourites.length === 0}>
      <h2 className="unseen">Vehicles</h2>
      <CompareForm>
        <OfferRows
          cards={favourites.map((favourite) =>
            favourite.of === 'vehicle'
              ? { kind: 'vehicle', vehicle: favourite.vehicle, km: null }
              : { kind: 'listing', listing: favourite.listing },
          )}
        />
      </CompareForm>
      <Pager page={page} pages={pages} getHref={(other) => paths.profileView('favourites', { page: other })} />
    </OwnList>
  );
}
