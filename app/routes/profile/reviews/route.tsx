import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatDate } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { NewsList } from '~/ui/lists/account-lists';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { Stars } from '~/ui/primitives/stars';
import { Excerpt } from '~/ui/page/text-blocks';
import { profileHandle } from '../profile-handle';
import { type EmptyListText, noneStat, OwnList } from '../own-list';
import type { loader } from './route.server';

export { loader } from './route.server';

export const handle = profileHandle;
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'My Reviews', 'What you wrote about vehicles.');

const emptyText: EmptyListText = {
  title: 'No reviews yet',
  hint: 'Review a vehicle on its own screen, and your review appears here too.',
  link: { text: 'Browse all', href: paths.browse() },
  picture: { drawing: 'cruiser', colours: { body: '#5B6B4A', accent: '#D8C79C' }, stat: noneStat },
};

export default function Reviews() {
  const { reviews, news, page, pages } = useLoaderData<typeof loader>();
  return (
    <OwnList title="My Reviews" emptyText={emptyText} isEmpty={reviews.length + news.length === 0}>
      <NewsList news={news} of="review" level="h2" />
      <ul className="own-items">
        {reviews.map(({ id, vehicleId, vehicleName, rating, title, comment, isHidden, hiddenReason, createdAt }) => (
          <li key={id}>
            <h2>
              <a href={paths.vehicle(vehicleId, {}, 'reviews')}>{vehicleName}</a>
            </h2>
            <Stars rating={rating} />
            {title && (
              <p>
                <b>{title}</b>
              </p>
            )}
            <Excerpt
              text={comment}
              href={paths.vehicle(vehicleId, { read: id }, 'reviews')}
              of={`your review of ${vehicleName}`}
            />
            <p className="note">
              {formatDate(createdAt)}
              {isHidden && (hiddenReason ? ` · Hidden: ${hiddenReason}` : ' · Hidden')}
            </p>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} getHref={(other) => paths.profileView('reviews', { page: other })} />
    </OwnList>
  );
}
