import { takeFreshPassword } from '~/domain/accounts/fresh-password.server';
import { signedInOperator } from '~/domain/accounts/signed-in';
import { type Command, type CommandContext, checkInput, runCommand } from '~/domain/command.server';
import { judgeConversation } from '~/domain/desk/judge-conversation.server';
import { moderate } from '~/domain/desk/moderate.server';
import { changeFeedback } from '~/domain/feedback/change-feedback.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { changeMessage, changeMessageTags, deleteMessage } from '~/domain/messages/change-message.server';
import type { Outcome, Problem } from '~/domain/outcome';
import { changeService } from '~/domain/services/change-service.server';
import { enteringOf } from '~/doors/entering.server';
import { refusalOf, refuseForm, seeOther } from '~/doors/form-door.server';
import { overLimit } from '~/doors/over-limit.server';
import { readForm } from '~/doors/read-form.server';
import { signInFirst } from '~/doors/sign-in-first.server';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { type DeskAddress, deskPath, listOf, readDeskAddress } from './desk-address';

type Typed = Readonly<Record<string, string>>;

async function act<Input>(
  command: Command<Input, unknown>,
  decoded: unknown,
  context: CommandContext,
): Promise<Outcome<unknown>> {
  const input = checkInput(command, decoded, context.now);
  return input.done ? commitWithOthers(context.db, () => runCommand(command, input.value, context)) : input;
}

/** Does what a form of the open thing asks for, by the commands that the API runs too. */
async function carryOut(
  { show, open: id = '' }: DeskAddress,
  typed: Typed,
  context: CommandContext,
): Promise<Outcome<unknown>> {
  const { intent = '', status, priority, response, tag, reason = '' } = typed;
  const version = Number(typed.version);
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
        { id, version, status, priority, ...(response && response !== typed.before && { response }) },
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
          deed: intent,
          reason,
          ...(typed.version && { version }),
          ...(typed.reports && { reports: Number(typed.reports) }),
        },
        context,
      );
    case 'conversation':
      return act(judgeConversation, { id, deed: intent, reason, reports: Number(typed.reports) }, context);
    case 'log':
      return { done: false, problem: nothingToDo };
  }
}

/** What cannot be undone, and what two people wrote to each other, takes the operator's password. */
const takesPassword = (intent: string | undefined): boolean => intent === 'delete' || intent === 'read';

const nothingToDo: Problem = { kind: 'not-found', message: 'There is nothing to change here.' };

/** Takes the forms of the operators' tab. Whoever is no operator changes nothing. */
export async function takeDesk(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const asked = readDeskAddress(request.url);
  const busy = overLimit({ runtime, address }, 'write');
  const { fields, problems } = await readForm(request);
  const asker = askerOf(request, runtime);
  const operator = signedInOperator(asker);
  if (!operator.done) {
    if (operator.problem.kind === 'unauthenticated') return signInFirst(request, runtime, deskPath(asked));
    throw refusalOf(operator.problem);
  }
  const { password = '', ...typed } = fields.toRecord();
  const [unread] = problems;
  const refused = busy ?? unread;
  if (refused) return refuseForm(refused, typed, {});
  if (takesPassword(typed.intent)) {
    const entering = enteringOf({ request, runtime, asker, address }, 'browser');
    const confirmed = await takeFreshPassword(operator.value, password.normalize('NFC'), entering);
    if (!confirmed.done) return refuseForm(confirmed.problem, typed, {});
  }
  // Read again: the session knows by now that the password was given.
  const context = { db: runtime.db, asker: askerOf(request, runtime), now: runtime.clock() };
  const outcome = await carryOut(asked, typed, context);
  if (!outcome.done) {
    if (outcome.problem.kind === 'not-found') throw refusalOf(outcome.problem);
    return refuseForm(outcome.problem, typed, {});
  }
  const next = typed.intent === 'delete' ? paths.desk(listOf(asked)) : deskPath(asked);
  return seeOther(request, next, { notice: 'desk-done' });
}
