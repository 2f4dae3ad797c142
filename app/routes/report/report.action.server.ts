import { trapName } from '~/domain/messages/message';
import { nothingToReport, reportItem } from '~/domain/reports/reports.server';
import type { Actor } from '~/domain/shared/actor';
import { checkInput } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { idempotentForm, runCommandOnce } from '~/domain/shared/idempotency.server';
import { getActor } from '~/http/actor.server';
import { readForm } from '~/http/form-data.server';
import { rejectForm, rejectionOf, seeOther } from '~/http/form-response.server';
import { overLimit } from '~/http/rate-limit.server';
import type { Runtime } from '~/http/runtime.server';
import { conversationNamed } from '~/http/search-params';
import { signInFirst } from '~/http/sign-in-first.server';
import { paths } from '~/paths';
import { whatIsReported } from './report.loader.server';

/**
 * The answer where nothing is found to be reported. A conversation named by its id may be there for whoever signs in
 * first; what they typed waits for them.
 */
export async function signInOr(
  request: Request,
  runtime: Runtime,
  { user }: Actor,
  formValues: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const name = conversationNamed(new URL(request.url).searchParams, 'conversation');
  if (user || !name || 'key' in name) throw rejectionOf(nothingToReport);
  return signInFirst(request, runtime, paths.reportConversation(name), formValues);
}

/** Takes a report about what the address names: stored once, however often the form arrives. */
export async function takeReport(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const now = runtime.clock();
  const sender = { runtime, address };
  const busy = overLimit(sender, 'write');
  const { fields, errors } = await readForm(request);
  const actor = getActor(request, runtime);
  const { [trapName]: trap = '', idempotencyKey = '', ...formValues } = fields.toRecord();
  const reported = whatIsReported(request.url, runtime, actor);
  if (!reported) return signInOr(request, runtime, actor, formValues);
  const values = { ...formValues, idempotencyKey };
  const [unread] = errors;
  const err = busy ?? unread;
  if (err) return rejectForm(err, values, {});

  const { about } = reported;
  // How quickly it came tells nothing: a reason is soon chosen.
  const isSuspect = trap !== '';
  const input = checkInput(reportItem, { ...formValues, about, isSuspect }, now);
  if (!input.ok) return rejectForm(input.error, values, {});
  // Only what could be sent counts among the messages of ten minutes.
  const tooMany = overLimit(sender, reportItem.limit);
  if (tooMany) return rejectForm(tooMany, values, {});
  const context = { db: runtime.db, actor, now };
  const idempotentRequest = idempotencyKey ? idempotentForm(idempotencyKey, { ...formValues, about }) : null;
  const { value } = input;
  const result = await commitWithOthers(runtime.db, () =>
    runCommandOnce(reportItem, value, context, idempotentRequest),
  );
  if (!result.ok) return rejectForm(result.error, values, {});
  return seeOther(request, reported.backHref, { flash: 'report-sent' });
}
