import type { StoredReview } from '~/domain/reviews/review';
import { changeReview, deleteReview, markHelpful, writeReview } from '~/domain/reviews/review.commands.server';
import { findReview, reviewOfAnyBy } from '~/domain/reviews/review.queries.server';
import { checkInput, runCommand } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { idempotentForm, runCommandOnce } from '~/domain/shared/idempotency.server';
import type { AppError } from '~/domain/shared/result';
import { getActor } from '~/http/actor.server';
import { readForm } from '~/http/form-data.server';
import { newIdempotencyKey, rejectForm, rejectionOf, seeOther } from '~/http/form-response.server';
import { overLimit } from '~/http/rate-limit.server';
import type { Runtime } from '~/http/runtime.server';
import { signInFirst } from '~/http/sign-in-first.server';
import { paths } from '~/paths';
import { reviewFormValues } from './vehicle-details.loader.server';

/** The form as it was sent, turned into what JSON would carry. */
const decode = ({ rating, title, comment }: Record<'rating' | 'title' | 'comment', string>) => ({
  rating: /^\d+$/.test(rating) ? Number(rating) : undefined,
  title,
  comment,
});

/** Takes the review form, a change of one's own review, its deletion, or the word that somebody else's helped. */
export async function takeReview(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const { db } = runtime;
  const now = runtime.clock();
  const actor = getActor(request, runtime);
  const context = { db, actor, now };
  const { searchParams } = new URL(request.url);
  const vehicle = searchParams.get('vehicle') ?? '';
  const busy = overLimit({ runtime, address }, 'write');
  const { fields, errors } = await readForm(request);
  const [error = busy] = errors;
  const helpful = fields.get('helpful');
  const review = fields.get('review');

  if (helpful !== null || fields.get('intent') === 'delete') {
    if (error) throw rejectionOf(error);
    const back = paths.vehicle(vehicle, { page: Number(searchParams.get('page')) || undefined }, helpful ?? 'reviews');
    if (!actor.user) return signInFirst(request, runtime, back);
    const result = await commitWithOthers<unknown>(db, () =>
      helpful === null
        ? runCommand(deleteReview, { id: review ?? '' }, context)
        : runCommand(markHelpful, { id: helpful }, context),
    );
    // A second press finds it done.
    if (result.ok || result.error.kind === 'conflict') {
      return seeOther(request, back, helpful === null ? { flash: 'review-deleted' } : {});
    }
    throw rejectionOf(result.error);
  }

  const idempotencyKey = fields.get('idempotencyKey') || newIdempotencyKey();
  const version = fields.get('version') ?? '';
  const formValues = {
    rating: fields.get('rating') ?? '',
    title: fields.get('title') ?? '',
    comment: fields.get('comment') ?? '',
  };
  const changing = review === null ? null : { id: review, version };
  const reject = (rejection: AppError, meanwhile: StoredReview | null = null) =>
    rejectForm(
      rejection,
      { ...formValues, idempotencyKey },
      meanwhile
        ? {
            changing: { id: meanwhile.id, version: String(meanwhile.version) },
            currentValues: reviewFormValues(meanwhile),
          }
        : { changing, currentValues: null },
    );
  if (error) return reject(error);
  const back = paths.vehicle(vehicle, changing ? { review: 'edit' } : {}, 'review');
  if (!actor.user) return signInFirst(request, runtime, back, { ...formValues, ...(changing && { version }) }, reject);

  const idempotentRequest = idempotentForm(idempotencyKey, { ...formValues, vehicle, review });
  if (changing) {
    const input = checkInput(changeReview, { ...decode(formValues), id: changing.id, version: Number(version) }, now);
    if (!input.ok) return reject(input.error);
    const result = await commitWithOthers(db, () =>
      runCommandOnce(changeReview, input.value, context, idempotentRequest),
    );
    if (result.ok) return seeOther(request, paths.vehicle(vehicle, {}, 'reviews'), { flash: 'review-changed' });
    // Whoever was told of a change in the meantime sees both, and goes on from that change.
    return reject(result.error, result.error.kind === 'conflict' ? findReview(db, changing.id) : null);
  }
  const input = checkInput(writeReview, { ...decode(formValues), vehicleId: vehicle }, now);
  if (!input.ok) return reject(input.error);
  const result = await commitWithOthers(db, () => runCommandOnce(writeReview, input.value, context, idempotentRequest));
  if (result.ok) return seeOther(request, paths.vehicle(vehicle, {}, 'reviews'), { flash: 'review-written' });
  // Written from another window: this one goes on as a change of it.
  const { kind } = result.error;
  return reject(result.error, kind === 'conflict' ? reviewOfAnyBy(db, actor.user.id, vehicle) : null);
}
