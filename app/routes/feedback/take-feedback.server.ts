import { checkInput, runCommand } from '~/domain/command.server';
import { changeFeedback, deleteFeedback, heldFeedback } from '~/domain/feedback/change-feedback.server';
import { giveFeedback } from '~/domain/feedback/give-feedback.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { formSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { refusalOf, seeOther } from '~/doors/form-door.server';
import { readOwnForm } from '~/doors/own-form.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { typedFeedback } from './load-feedback.server';

/** The form as it was sent, turned into what JSON would carry: a rating as a number, a ticked box as true. */
const decode = (typed: Readonly<Record<string, string>>) => ({
  ...typed,
  rating: /^\d+$/.test(typed.rating ?? '') ? Number(typed.rating) : undefined,
  isAnonymous: typed.isAnonymous === 'on',
});

/** Takes the feedback form, a change of one's own feedback, or its withdrawal. */
export async function takeFeedback(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const id = new URL(request.url).searchParams.get('edit');
  const form = await readOwnForm(request, runtime, address, paths.feedback(id === null ? {} : { edit: id }));
  if (form instanceof Response) return form;
  const { fields, typed, submissionId, asker, now, refuse } = form;
  const context = { db: runtime.db, asker, now };

  if (fields.get('intent') === 'delete') {
    const deleted = { id: fields.get('id') ?? '' };
    const outcome = await commitWithOthers(runtime.db, () => runCommand(deleteFeedback, deleted, context));
    if (!outcome.done) throw refusalOf(outcome.problem);
    return seeOther(request, paths.feedback(), { notice: 'feedback-deleted' });
  }

  if (id !== null) {
    const input = checkInput(changeFeedback, { ...decode(typed), id, version: Number(fields.get('version')) }, now);
    if (!input.done) return refuse(input.problem);
    const submission = formSubmission(submissionId, { ...typed, id });
    const outcome = await commitWithOthers(runtime.db, () =>
      runCommandOnce(changeFeedback, input.value, context, submission),
    );
    if (outcome.done) return seeOther(request, paths.feedback(), { notice: 'feedback-changed' });
    const held = heldFeedback(id, context);
    // Whoever was told of a change in the meantime sees both, and goes on from that change.
    return outcome.problem.kind === 'conflict' && held.done
      ? refuse(outcome.problem, String(held.value.feedback.version), typedFeedback(held.value.feedback))
      : refuse(outcome.problem);
  }

  const input = checkInput(giveFeedback, decode(typed), now);
  if (!input.done) return refuse(input.problem);
  const submission = formSubmission(submissionId, typed);
  const outcome = await commitWithOthers(runtime.db, () =>
    runCommandOnce(giveFeedback, input.value, context, submission),
  );
  return outcome.done ? seeOther(request, paths.feedback(), { notice: 'feedback-sent' }) : refuse(outcome.problem);
}
