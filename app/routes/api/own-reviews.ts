import { ownReviewJson } from '~/domain/reviews/review-json';
import { reviewsOfUser } from '~/domain/reviews/review-queries.server';
import { sendData } from '~/doors/api-answer.server';
import { reviewCalls } from '~/doors/contract/review-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { pageLinks } from '~/doors/page-links';

const door = jsonDoor(
  answer(reviewCalls.listOwn, (call, { query, user }) => {
    const { items, pagination } = reviewsOfUser(call.runtime.db, user.id, query);
    return sendData({ reviews: items.map(ownReviewJson), pagination }, { headers: pageLinks(call, pagination) });
  }),
);

export const loader = door;
export const action = door;
