import { z } from 'zod';
import type { SignedInUser } from '~/domain/asker';
import { reviewsPerPage } from '~/domain/reviews/limits';
import { ownReviewJson } from '~/domain/reviews/review-json';
import { reviewsOfUser } from '~/domain/reviews/review-queries.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { readQuery } from '~/doors/call-query.server';
import { type Call, jsonDoor } from '~/doors/json-door.server';
import { pageRules } from '~/doors/query-rules';
import { forUsers } from '~/doors/who-calls.server';

const query = z.object(pageRules(reviewsPerPage));

function list({ url, runtime }: Call, user: SignedInUser): Response {
  const read = readQuery(url, query);
  if (!read.done) return sendProblem(read.problem);
  const { reviews, pagination } = reviewsOfUser(runtime.db, user.id, read.value);
  return sendData({ reviews: reviews.map(ownReviewJson), pagination });
}

const door = jsonDoor({ GET: forUsers(list) });

export const handle = apiHandle(['GET']);
export const loader = door;
export const action = door;
