import { takeFreshPassword } from '~/domain/accounts/fresh-password.server';
import { moderate } from '~/domain/desk/moderate.server';
import { judgeConversation } from '~/domain/desk/reported-conversation.server';
import { changeFeedback } from '~/domain/feedback/feedback.commands.server';
import { changeMessage, changeMessageTags, deleteMessage } from '~/domain/messages/message.commands.server';
import { changeService } from '~/domain/services/service.commands.server';
import { signedInOperator } from '~/domain/shared/actor';
import { checkInput, type Command, type CommandContext, runCommand } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import type { AppError, Result } from '~/domain/shared/result';
import { signInContextOf } from '~/http/account-form.server';
import { getActor } from '~/http/actor.server';
import { readForm } from '~/http/form-data.server';
import { rejectForm, rejectionOf, seeOther } from '~/http/form-response.server';
import { overLimit } from '~/http/rate-limit.server';
import type { Runtime } from '~/http/runtime.server';
import { signInFirst } from '~/http/sign-in-first.server';
import { paths } from '~/paths';
import { type DeskAddress, deskPath, listOf, readDeskAddress } from './desk-address';

type FormValues = Readonly<Record<string, string>>;

async function act<Input>(
  command: Command<Input, unknown>,
  decoded: unknown,
  context: CommandContext,
): Promise<Result<unknown>> {
  const input = checkInput(command, decoded, context.now);
  return input.ok ? commitWithOthers(context.db, () => runCommand(command, input.value, context)) : input;
}

/** Does what a form of the open thing asks for, by the commands that the API runs too. */
async function carryOut(
  { show, open: id = '' }: DeskAddress,
  formValues: FormValues,
  context: CommandContext,
): Promise<Result<unknown>> {
  const { intent = '', status, priority, response, tag, reason = '' } = formValues;
  const version = Number(formValues.version);
  switch (show) {
    case 'message':
      if (intent === 'delete') return act(deleteMessage, { id, version }, context);
      if (intent === 'add' || intent === 'remove') {
        return act(changeMessageTags, { id, version, action: intent, tag }, context);
      }
      return act(changeMessage, { id, version, status, priority }, context);
    case 'service':
      return act(changeService, { id, version, status }, context);
    case 'feedback':
      // An answer left empty leaves the one there is; one left as it was is no new answer.
      return act(
        changeFeedback,
        { id, version, status, priority, ...(response && response !== formValues.before && { response }) },
        context,
      );
    case 'listing':
    case 'vehicle':
    case 'review':
      return act(
        moderate,
        {
          subject: show,
          id,
          action: intent,
          reason,
          ...(formValues.version && { version }),
          ...(formValues.reports && { reports: Number(formValues.reports) }),
        },
        context,
      );
    case 'conversation':
      return act(judgeConversation, { id, action: intent, reason, reports: Number(formValues.reports) }, context);
    case 'log':
      return { ok: false, error: nothingToDo };
  }
}

/** What cannot be undone, and what two people wrote to each other, takes the operator's password. */
const takesPassword = (intent: string | undefined): boolean => intent === 'delete' || intent === 'read';

const nothingToDo: AppError = { kind: 'not-found', message: 'There is nothing to change here.' };

/** Takes the forms of the operators' tab. Whoever is no operator changes nothing. */
export async function takeDesk(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const requested = readDeskAddress(request.url);
  const busy = overLimit({ runtime, address }, 'write');
  const { fields, errors } = await readForm(request);
  const actor = getActor(request, runtime);
  const operator = signedInOperator(actor);
  if (!operator.ok) {
    if (operator.error.kind === 'unauthenticated') return signInFirst(request, runtime, deskPath(requested));
    throw rejectionOf(operator.error);
  }
  const { password = '', ...formValues } = fields.toRecord();
  const [unread] = errors;
  const err = busy ?? unread;
  if (err) return rejectForm(err, formValues, {});
  if (takesPassword(formValues.intent)) {
    const signInContext = signInContextOf({ request, runtime, actor, address }, 'browser');
    const confirmed = await takeFreshPassword(operator.value, password.normalize('NFC'), signInContext);
    if (!confirmed.ok) return rejectForm(confirmed.error, formValues, {});
  }
  // Read again: the session knows by now that the password was given.
  const context = { db: runtime.db, actor: getActor(request, runtime), now: runtime.clock() };
  const result = await carryOut(requested, formValues, context);
  if (!result.ok) {
    if (result.error.kind === 'not-found') throw rejectionOf(result.error);
    return rejectForm(result.error, formValues, {});
  }
  const next = formValues.intent === 'delete' ? paths.desk(listOf(requested)) : deskPath(requested);
  return seeOther(request, next, { flash: 'desk-done' });
}
