import { checkInput, runCommand } from '~/domain/command.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { cancelService, changeService, heldServiceRequest } from '~/domain/services/change-service.server';
import { decodeServiceForm } from '~/domain/services/decode-service-form';
import { requestService } from '~/domain/services/request-service.server';
import { formSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { refusalOf, seeOther } from '~/doors/form-door.server';
import { readOwnForm } from '~/doors/own-form.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { typedRequest } from './load-service.server';

/** Takes the booking form, a change of one's own request, or its cancellation. */
export async function takeService(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const id = new URL(request.url).searchParams.get('request');
  const form = await readOwnForm(request, runtime, address, paths.service(id === null ? {} : { request: id }));
  if (form instanceof Response) return form;
  const { fields, typed, submissionId, asker, now, refuse } = form;
  const context = { db: runtime.db, asker, now };

  if (fields.get('intent') === 'cancel') {
    const cancelled = { id: fields.get('id') ?? '' };
    const outcome = await commitWithOthers(runtime.db, () => runCommand(cancelService, cancelled, context));
    if (!outcome.done) throw refusalOf(outcome.problem);
    return seeOther(request, paths.service(), { notice: 'service-cancelled' });
  }

  if (id !== null) {
    const decoded = { ...decodeServiceForm(typed, 'null'), id, version: Number(fields.get('version')) };
    const input = checkInput(changeService, decoded, now);
    if (!input.done) return refuse(input.problem);
    const submission = formSubmission(submissionId, { ...typed, id });
    const outcome = await commitWithOthers(runtime.db, () =>
      runCommandOnce(changeService, input.value, context, submission),
    );
    if (outcome.done) return seeOther(request, paths.service(), { notice: 'service-changed' });
    const held = heldServiceRequest(id, context);
    // Whoever was told of a change in the meantime sees both, and goes on from that change.
    return outcome.problem.kind === 'conflict' && held.done
      ? refuse(outcome.problem, String(held.value.request.version), typedRequest(held.value.request))
      : refuse(outcome.problem);
  }

  const input = checkInput(requestService, decodeServiceForm(typed, 'absent'), now);
  if (!input.done) return refuse(input.problem);
  const submission = formSubmission(submissionId, typed);
  const outcome = await commitWithOthers(runtime.db, () =>
    runCommandOnce(requestService, input.value, context, submission),
  );
  return outcome.done ? seeOther(request, paths.service(), { notice: 'service-requested' }) : refuse(outcome.problem);
}
