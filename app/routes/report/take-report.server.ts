import { checkInput } from '~/domain/command.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { trapName } from '~/domain/messages/limits';
import { reportThing } from '~/domain/reports/report-thing.server';
import { formSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { refuseForm, seeOther } from '~/doors/form-door.server';
import { overLimit } from '~/doors/over-limit.server';
import { readForm } from '~/doors/read-form.server';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { signInOr } from './sign-in-or.server';
import { whatIsReported } from './what-is-reported.server';

/** Takes a report about what the address names: stored once, however often the form arrives. */
export async function takeReport(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const now = runtime.clock();
  const sender = { runtime, address };
  const busy = overLimit(sender, 'write');
  const { fields, problems } = await readForm(request);
  const asker = askerOf(request, runtime);
  const { [trapName]: trap = '', submissionId = '', ...typed } = fields.toRecord();
  const reported = whatIsReported(request.url, runtime, asker);
  if (!reported) return signInOr(request, runtime, asker, typed);
  const values = { ...typed, submissionId };
  const [unread] = problems;
  const refused = busy ?? unread;
  if (refused) return refuseForm(refused, values, {});

  const { about } = reported;
  // How quickly it came tells nothing: a reason is soon chosen.
  const isSuspect = trap !== '';
  const input = checkInput(reportThing, { ...typed, about, isSuspect }, now);
  if (!input.done) return refuseForm(input.problem, values, {});
  // Only what could be sent counts among the messages of ten minutes.
  const tooMany = overLimit(sender, reportThing.limit);
  if (tooMany) return refuseForm(tooMany, values, {});
  const context = { db: runtime.db, asker, now };
  const submission = submissionId ? formSubmission(submissionId, { ...typed, about }) : null;
  const { value } = input;
  const outcome = await commitWithOthers(runtime.db, () => runCommandOnce(reportThing, value, context, submission));
  if (!outcome.done) return refuseForm(outcome.problem, values, {});
  return seeOther(request, reported.backHref, { notice: 'report-sent' });
}
