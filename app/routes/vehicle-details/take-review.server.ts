import { checkInput, runCommand } from '~/domain/command.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import type { Problem } from '~/domain/outcome';
import { changeReview, deleteReview } from '~/domain/reviews/change-review.server';
import { markHelpful } from '~/domain/reviews/mark-helpful.server';
import type { StoredReview } from '~/domain/reviews/review';
import { findReview, reviewOfAnyBy } from '~/domain/reviews/review-queries.server';
import { writeReview } from '~/domain/reviews/write-review.server';
import { formSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { refusalOf, refuseForm, seeOther } from '~/doors/form-door.server';
import { overLimit } from '~/doors/over-limit.server';
import { readForm } from '~/doors/read-form.server';
import { signInFirst } from '~/doors/sign-in-first.server';
import { newSubmissionId } from '~/doors/submission-id.server';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { typedReview } from './load-reviews.server';

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
  const asker = askerOf(request, runtime);
  const context = { db, asker, now };
  const { searchParams } = new URL(request.url);
  const vehicle = searchParams.get('vehicle') ?? '';
  const busy = overLimit({ runtime, address }, 'write');
  const { fields, problems } = await readForm(request);
  const [problem = busy] = problems;
  const helpful = fields.get('helpful');
  const review = fields.get('review');

  if (helpful !== null || fields.get('intent') === 'delete') {
    if (problem) throw refusalOf(problem);
    const back = paths.vehicle(vehicle, { page: Number(searchParams.get('page')) || undefined }, helpful ?? 'reviews');
    if (!asker.user) return signInFirst(request, runtime, back);
    const outcome = await commitWithOthers<unknown>(db, () =>
      helpful === null
        ? runCommand(deleteReview, { id: review ?? '' }, context)
        : runCommand(markHelpful, { id: helpful }, context),
    );
    // A second press finds it done.
    if (outcome.done || outcome.problem.kind === 'conflict') {
      return seeOther(request, back, helpful === null ? { notice: 'review-deleted' } : {});
    }
    throw refusalOf(outcome.problem);
  }

  const submissionId = fields.get('submissionId') || newSubmissionId();
  const version = fields.get('version') ?? '';
  const typed = {
    rating: fields.get('rating') ?? '',
    title: fields.get('title') ?? '',
    comment: fields.get('comment') ?? '',
  };
  const changing = review === null ? null : { id: review, version };
  const refuse = (refusal: Problem, meanwhile: StoredReview | null = null) =>
    refuseForm(
      refusal,
      { ...typed, submissionId },
      meanwhile
        ? { changing: { id: meanwhile.id, version: String(meanwhile.version) }, stands: typedReview(meanwhile) }
        : { changing, stands: null },
    );
  if (problem) return refuse(problem);
  const back = paths.vehicle(vehicle, changing ? { review: 'edit' } : {}, 'review');
  if (!asker.user) return signInFirst(request, runtime, back, { ...typed, ...(changing && { version }) }, refuse);

  const submission = formSubmission(submissionId, { ...typed, vehicle, review });
  if (changing) {
    const input = checkInput(changeReview, { ...decode(typed), id: changing.id, version: Number(version) }, now);
    if (!input.done) return refuse(input.problem);
    const outcome = await commitWithOthers(db, () => runCommandOnce(changeReview, input.value, context, submission));
    if (outcome.done) return seeOther(request, paths.vehicle(vehicle, {}, 'reviews'), { notice: 'review-changed' });
    // Whoever was told of a change in the meantime sees both, and goes on from that change.
    return refuse(outcome.problem, outcome.problem.kind === 'conflict' ? findReview(db, changing.id) : null);
  }
  const input = checkInput(writeReview, { ...decode(typed), vehicleId: vehicle }, now);
  if (!input.done) return refuse(input.problem);
  const outcome = await commitWithOthers(db, () => runCommandOnce(writeReview, input.value, context, submission));
  if (outcome.done) return seeOther(request, paths.vehicle(vehicle, {}, 'reviews'), { notice: 'review-written' });
  // Written from another window: this one goes on as a change of it.
  const { kind } = outcome.problem;
  return refuse(outcome.problem, kind === 'conflict' ? reviewOfAnyBy(db, asker.user.id, vehicle) : null);
}
