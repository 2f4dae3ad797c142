import { z } from 'zod';
import { findOffer } from '~/domain/catalogue/vehicle-record-queries.server';
import { reviewsPerPage } from '~/domain/reviews/limits';
import { reviewJson } from '~/domain/reviews/review-json';
import { reviewsOf } from '~/domain/reviews/review-queries.server';
import { vehicleNotFound } from '~/domain/reviews/write-review.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { readQuery } from '~/doors/call-query.server';
import { type Call, jsonDoor } from '~/doors/json-door.server';
import { pageRules } from '~/doors/query-rules';

const query = z.object(pageRules(reviewsPerPage));

function list({ url, params, runtime, asker }: Call): Response {
  const read = readQuery(url, query);
  if (!read.done) return sendProblem(read.problem);
  const id = params.id ?? '';
  const offer = findOffer(runtime.db, id, asker);
  if (!offer) return sendProblem(vehicleNotFound);
  const { reviews, ...rest } = reviewsOf(runtime.db, { kind: offer.kind, id }, read.value);
  return sendData({ reviews: reviews.map(reviewJson), ...rest });
}

const door = jsonDoor({ GET: list });

export const handle = apiHandle(['GET'], ['page', 'limit']);
export const loader = door;
export const action = door;
