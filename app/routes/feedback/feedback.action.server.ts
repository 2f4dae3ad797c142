import {
  changeFeedback,
  deleteFeedback,
  giveFeedback,
  ownedFeedback,
} from '~/domain/feedback/feedback.commands.server';
import { checkInput, runCommand } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { idempotentForm, runCommandOnce } from '~/domain/shared/idempotency.server';
import { rejectionOf, seeOther } from '~/http/form-response.server';
import { readOwnForm } from '~/http/own-form.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { feedbackFormValues } from './feedback.loader.server';

/** The form as it was sent, turned into what JSON would carry: a rating as a number, a ticked box as true. */
const decode = (formValues: Readonly<Record<string, string>>) => ({
  ...formValues,
  rating: /^\d+$/.test(formValues.rating ?? '') ? Number(formValues.rating) : undefined,
  isAnonymous: formValues.isAnonymous === 'on',
});

/** Takes the feedback form, a change of one's own feedback, or its withdrawal. */
export async function takeFeedback(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const id = new URL(request.url).searchParams.get('edit');
  const form = await readOwnForm(request, runtime, address, paths.feedback(id === null ? {} : { edit: id }));
  if (form instanceof Response) return form;
  const { fields, formValues, idempotencyKey, actor, now, reject } = form;
  const context = { db: runtime.db, actor, now };

  if (fields.get('intent') === 'delete') {
    const deleted = { id: fields.get('id') ?? '' };
    const result = await commitWithOthers(runtime.db, () => runCommand(deleteFeedback, deleted, context));
    if (!result.ok) throw rejectionOf(result.error);
    return seeOther(request, paths.feedback(), { flash: 'feedback-deleted' });
  }

  if (id !== null) {
    const input = checkInput(
      changeFeedback,
      { ...decode(formValues), id, version: Number(fields.get('version')) },
      now,
    );
    if (!input.ok) return reject(input.error);
    const idempotentRequest = idempotentForm(idempotencyKey, { ...formValues, id });
    const result = await commitWithOthers(runtime.db, () =>
      runCommandOnce(changeFeedback, input.value, context, idempotentRequest),
    );
    if (result.ok) return seeOther(request, paths.feedback(), { flash: 'feedback-changed' });
    const owned = ownedFeedback(id, context);
    // Whoever was told of a change in the meantime sees both, and goes on from that change.
    return result.error.kind === 'conflict' && owned.ok
      ? reject(result.error, String(owned.value.feedback.version), feedbackFormValues(owned.value.feedback))
      : reject(result.error);
  }

  const input = checkInput(giveFeedback, decode(formValues), now);
  if (!input.ok) return reject(input.error);
  const idempotentRequest = idempotentForm(idempotencyKey, formValues);
  const result = await commitWithOthers(runtime.db, () =>
    runCommandOnce(giveFeedback, input.value, context, idempotentRequest),
  );
  return result.ok ? seeOther(request, paths.feedback(), { flash: 'feedback-sent' }) : reject(result.error);
}
