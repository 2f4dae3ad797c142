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
  /** What the form says of itself and nobody types: its category. */
  given?: Readonly<Record<string, string>>;
  /** What it says of a field that it asks for in words of its own, whatever is wrong with it. */
  sentences?: Readonly<Record<string, string>>;
  /** Where whoever has sent it to the business is shown its reference number. */
  sentPath: (id: string) => string;
};

function inItsWords(problem: Problem, sentences: Readonly<Record<string, string>>): Problem {
  if (problem.kind !== 'invalid') return problem;
  const errors = Object.entries(problem.errors).map(([field, sentence]) => [field, sentences[field] ?? sentence]);
  return { ...problem, errors: Object.fromEntries(errors) };
}

/** What was typed, for a form that goes on without what it was about where that is not there any more. */
function withoutWhatIsGone(values: Record<string, string>, problem: Problem): Record<string, string> {
  const isGone = problem.kind === 'invalid' && 'about' in problem.errors;
  return isGone ? Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'about')) : values;
}

/** Takes a form that writes to the business or to a seller: a message, sent once however often it arrives. */
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

  // How quickly it came tells nothing: browsers fill in what they know at once.
  const isSuspect = trap !== '';
  const input = checkInput(sendMessage, { ...typed, ...given, isSuspect }, now);
  if (!input.done) return refuseForm(inItsWords(input.problem, sentences), values, {});
  // Only what could be sent counts among the messages of ten minutes.
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
  // The list has done its work once it was sent.
  const isList = splitAbout(value.about).some((about) => readAbout(about)?.kind === 'accessory');
  return seeOther(request, sentPath(message.id), {
    cookies: isList ? [enquiryCookie(request, [])] : [],
  });
}
