import { checkInput } from '~/domain/command.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { readAbout, splitAbout } from '~/domain/messages/about';
import { trapName } from '~/domain/messages/limits';
import { sendMessage } from '~/domain/messages/send-message.server';
import type { Problem } from '~/domain/outcome';
import { formSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { askerOf } from '~/http/asker.server';
import { enquiryCookie } from '~/http/enquiry-list.server';
import { formSenderOf } from '~/http/form-sender.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { refuseForm, seeOther } from './form-door.server';
import { overLimit } from './over-limit.server';
import { readForm } from './read-form.server';

type MessageForm = {
  /** Fields that the form sets itself and the visitor does not type, such as its category. */
  given?: Readonly<Record<string, string>>;
  /** The form's own validation errors by field, which replace the default ones. */
  sentences?: Readonly<Record<string, string>>;
  /** Path of the screen that shows the sender of a message to the business its reference number. */
  sentPath: (id: string) => string;
};

function inItsWords(problem: Problem, sentences: Readonly<Record<string, string>>): Problem {
  if (problem.kind !== 'invalid') return problem;
  const errors = Object.entries(problem.errors).map(([field, sentence]) => [field, sentences[field] ?? sentence]);
  return { ...problem, errors: Object.fromEntries(errors) };
}

/** Form values for redisplay, without `about` if the item it refers to no longer exists. */
function withoutWhatIsGone(values: Record<string, string>, problem: Problem): Record<string, string> {
  const isGone = problem.kind === 'invalid' && 'about' in problem.errors;
  return isGone ? Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'about')) : values;
}

/**
 * Handles a form that writes to the business or to a seller. A message is sent once, however often the form arrives.
 */
export async function takeMessage(
  request: Request,
  runtime: Runtime,
  address: string,
  { given = {}, sentences = {}, sentPath }: MessageForm,
): Promise<Response> {
  const now = runtime.clock();
  const sender = { runtime, address };
  const busy = overLimit(sender, 'write');
  const { fields, problems } = await readForm(request);
  const { [trapName]: trap = '', submissionId = '', ...typed } = fields.toRecord();
  const values = { ...typed, submissionId };
  const [unread] = problems;
  const refused = busy ?? unread;
  if (refused) return refuseForm(refused, values, {});

  // The time it took to fill in the form is no evidence: browsers autofill at once.
  const isSuspect = trap !== '';
  const input = checkInput(sendMessage, { ...typed, ...given, isSuspect }, now);
  if (!input.done) return refuseForm(inItsWords(input.problem, sentences), values, {});
  // Only messages that pass validation count towards the limit per ten minutes.
  const tooMany = overLimit(sender, sendMessage.limit);
  if (tooMany) return refuseForm(tooMany, values, {});
  const context = { db: runtime.db, asker: askerOf(request, runtime), now };
  const submission = submissionId ? formSubmission(submissionId, typed, formSenderOf(request)) : null;
  const { value } = input;
  const outcome = await commitWithOthers(runtime.db, () => runCommandOnce(sendMessage, value, context, submission));
  if (!outcome.done) return refuseForm(outcome.problem, withoutWhatIsGone(values, outcome.problem), {});
  const { message, conversation } = outcome.value;
  if (conversation) {
    const { name } = conversation;
    return name
      ? seeOther(request, paths.conversation(name), { notice: 'seller-written-to' })
      : seeOther(request, paths.contact(), { notice: 'seller-written-to-before' });
  }
  // The enquiry list is cleared once it has been sent.
  const isList = splitAbout(value.about).some((about) => readAbout(about)?.kind === 'accessory');
  return seeOther(request, sentPath(message.id), {
    cookies: isList ? [enquiryCookie(request, [])] : [],
  });
}
