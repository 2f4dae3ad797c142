import { checkInput, runCommand } from '~/domain/command.server';
import { changeFeedback, deleteFeedback, heldFeedback } from '~/domain/feedback/change-feedback.server';
import { giveFeedback } from '~/domain/feedback/give-feedback.server';
import type { Problem } from '~/domain/outcome';
import { formSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { refusalOf, refuseForm, seeOther } from '~/doors/form-door.server';
import { overLimit } from '~/doors/over-limit.server';
import { readForm } from '~/doors/read-form.server';
import { signInFirst } from '~/doors/sign-in-first.server';
import { newSubmissionId } from '~/doors/submission-id.server';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { typedFeedback } from './load-feedback.server';

/** What travels with the form beside what was typed. */
const carried = new Set(['intent', 'version', 'submissionId', 'id']);

/** The form as it was sent, turned into what JSON would carry: a rating as a number, a ticked box as true. */
const decode = (typed: Readonly<Record<string, string>>) => ({
  ...typed,
  rating: /^\d+$/.test(typed.rating ?? '') ? Number(typed.rating) : undefined,
  isAnonymous: typed.isAnonymous === 'on',
});

/** Takes the feedback form, a change of one's own feedback, or its withdrawal. */
export async function takeFeedback(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const { db } = runtime;
  const now = runtime.clock();
  const asker = askerOf(request, runtime);
  const id = new URL(request.url).searchParams.get('edit');
  const busy = overLimit({ runtime, address }, 'write');
  const { fields, problems } = await readForm(request);
  const submissionId = fields.get('submissionId') || newSubmissionId();
  const typed = Object.fromEntries(Object.entries(fields.toRecord()).filter(([name]) => !carried.has(name)));
  const context = { db, asker, now };
  const refuse = (problem: Problem, version = fields.get('version') ?? '', stands: Record<string, string> = {}) =>
    refuseForm(problem, { ...typed, submissionId }, { version, stands });

  const [unread] = problems;
  const refused = busy ?? unread;
  if (refused) return refuse(refused);
  if (!asker.user) return signInFirst(request, runtime, paths.feedback(id === null ? {} : { edit: id }), typed);

  if (fields.get('intent') === 'delete') {
    const outcome = runCommand(deleteFeedback, { id: fields.get('id') ?? '' }, context);
    if (!outcome.done) throw refusalOf(outcome.problem);
    return seeOther(request, paths.feedback(), { notice: 'feedback-deleted' });
  }

  if (id !== null) {
    const input = checkInput(changeFeedback, { ...decode(typed), id, version: Number(fields.get('version')) }, now);
    if (!input.done) return refuse(input.problem);
    const outcome = runCommandOnce(
      changeFeedback,
      input.value,
      context,
      formSubmission(submissionId, { ...typed, id }),
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
  const outcome = runCommandOnce(giveFeedback, input.value, context, formSubmission(submissionId, typed));
  return outcome.done ? seeOther(request, paths.feedback(), { notice: 'feedback-sent' }) : refuse(outcome.problem);
}
