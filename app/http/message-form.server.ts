import { trapName } from '~/domain/messages/message';
import { sendMessage } from '~/domain/messages/message.commands.server';
import { checkInput } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { idempotentForm, runCommandOnce } from '~/domain/shared/idempotency.server';
import type { AppError } from '~/domain/shared/result';
import { readAbout, splitAbout } from '~/domain/subjects/subject';
import { paths } from '~/paths';
import { getActor } from './actor.server';
import { readForm } from './form-data.server';
import { rejectForm, seeOther } from './form-response.server';
import { formSenderOf } from './form-sender.server';
import { enquiryCookie } from './lists.server';
import { overLimit } from './rate-limit.server';
import type { Runtime } from './runtime.server';

type MessageForm = {
  /** Fields that the form sets itself and the visitor does not type, such as its category. */
  given?: Readonly<Record<string, string>>;
  /** The form's own validation errors by field, which replace the default ones. */
  messages?: Readonly<Record<string, string>>;
  /** Path of the screen that shows the sender of a message to the business its reference number. */
  sentPath: (id: string) => string;
};

function inEndpointTerms(error: AppError, messages: Readonly<Record<string, string>>): AppError {
  if (error.kind !== 'invalid') return error;
  const errors = Object.entries(error.errors).map(([field, message]) => [field, messages[field] ?? message]);
  return { ...error, errors: Object.fromEntries(errors) };
}

/** Form values for redisplay, without `about` if the item it refers to no longer exists. */
function withoutWhatIsGone(values: Record<string, string>, error: AppError): Record<string, string> {
  const isGone = error.kind === 'invalid' && 'about' in error.errors;
  return isGone ? Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'about')) : values;
}

/**
 * Handles a form that writes to the business or to a seller. A message is sent once, however often the form arrives.
 */
export async function takeMessage(
  request: Request,
  runtime: Runtime,
  address: string,
  { given = {}, messages = {}, sentPath }: MessageForm,
): Promise<Response> {
  const now = runtime.clock();
  const sender = { runtime, address };
  const busy = overLimit(sender, 'write');
  const { fields, errors } = await readForm(request);
  const { [trapName]: trap = '', idempotencyKey = '', ...formValues } = fields.toRecord();
  const values = { ...formValues, idempotencyKey };
  const [unread] = errors;
  const err = busy ?? unread;
  if (err) return rejectForm(err, values, {});

  // The time it took to fill in the form is no evidence: browsers autofill at once.
  const isSuspect = trap !== '';
  const input = checkInput(sendMessage, { ...formValues, ...given, isSuspect }, now);
  if (!input.ok) return rejectForm(inEndpointTerms(input.error, messages), values, {});
  // Only messages that pass validation count towards the limit per ten minutes.
  const tooMany = overLimit(sender, sendMessage.limit);
  if (tooMany) return rejectForm(tooMany, values, {});
  const context = { db: runtime.db, actor: getActor(request, runtime), now };
  const idempotentRequest = idempotencyKey ? idempotentForm(idempotencyKey, formValues, formSenderOf(request)) : null;
  const { value } = input;
  const result = await commitWithOthers(runtime.db, () =>
    runCommandOnce(sendMessage, value, context, idempotentRequest),
  );
  if (!result.ok) return rejectForm(result.error, withoutWhatIsGone(values, result.error), {});
  const { message, conversation } = result.value;
  if (conversation) {
    const { name } = conversation;
    return name
      ? seeOther(request, paths.conversation(name), { flash: 'seller-written-to' })
      : seeOther(request, paths.contact(), { flash: 'seller-written-to-before' });
  }
  // The enquiry list is cleared once it has been sent.
  const isList = splitAbout(value.about).some((about) => readAbout(about)?.kind === 'accessory');
  return seeOther(request, sentPath(message.id), {
    cookies: isList ? [enquiryCookie(request, [])] : [],
  });
}
