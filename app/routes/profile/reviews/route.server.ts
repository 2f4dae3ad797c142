import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findDeletedReviews, findReviewsOfUser } from '~/domain/reviews/review.queries.server';
import { readPageNumber } from '~/http/url-params';
import { requireAccount } from '../account.server';

export function loader({ request, context: { runtime } }: LoaderFunctionArgs) {
  const { db, clock } = runtime;
  const { user } = requireAccount(request, runtime);
  const { items, pagination } = findReviewsOfUser(db, user.id, {
    page: readPageNumber(new URL(request.url).searchParams),
  });
  const { page, pages } = pagination;
  return json({ reviews: items, news: page === 1 ? findDeletedReviews(db, user.id, clock()) : [], page, pages });
}
