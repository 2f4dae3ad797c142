import { type CommandContext, checkInput, runCommand } from '~/domain/command.server';
import type { ContactKind, ConversationName } from '~/domain/conversations/conversation';
import { findConversation } from '~/domain/conversations/conversation-queries.server';
import { conversationNotFound } from '~/domain/conversations/conversation-sentences';
import { shareContact } from '~/domain/conversations/share-contact.server';
import { writeMessage } from '~/domain/conversations/write-message.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { formSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { conversationNamed } from '~/doors/conversation-query';
import { refusalOf, refuseForm, seeOther } from '~/doors/form-door.server';
import { overLimit } from '~/doors/over-limit.server';
import { readForm } from '~/doors/read-form.server';
import { signInFirst } from '~/doors/sign-in-first.server';
import { newSubmissionId } from '~/doors/submission-id.server';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';

/** What the buttons that share say. */
const sharings: ReadonlyMap<string, { contact: ContactKind; isShared: boolean }> = new Map([
  ['share-phone', { contact: 'phone', isShared: true }],
  ['share-email', { contact: 'email', isShared: true }],
  ['hide-phone', { contact: 'phone', isShared: false }],
  ['hide-email', { contact: 'email', isShared: false }],
]);

async function share(
  request: Request,
  conversation: ConversationName,
  sharing: { contact: ContactKind; isShared: boolean },
  context: CommandContext,
): Promise<Response> {
  const input = checkInput(shareContact, { conversation, ...sharing }, context.now);
  const shared = input.done
    ? await commitWithOthers(context.db, () => runCommand(shareContact, input.value, context))
    : input;
  if (!shared.done) throw refusalOf(shared.problem);
  return seeOther(request, paths.conversation(conversation), {
    notice: sharing.isShared ? 'contact-shared' : 'contact-hidden',
  });
}

/**
 * Takes what a side of a conversation writes, or shares of itself. Whoever was signed out while writing signs in and
 * finds the answer as it stood.
 */
export async function takeConversation(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const { db } = runtime;
  const now = runtime.clock();
  const name = conversationNamed(new URL(request.url).searchParams, 'id');
  const asker = askerOf(request, runtime);
  const busy = overLimit({ runtime, address }, 'write');
  const { fields, problems } = await readForm(request);
  if (!name || !findConversation(db, name, asker)) {
    if (!name || asker.user || 'key' in name) throw refusalOf(conversationNotFound);
    const text = fields.get('text');
    return signInFirst(request, runtime, paths.conversation(name), text ? { text } : {});
  }
  const typed = { text: fields.get('text') ?? '' };
  const submissionId = fields.get('submissionId') || newSubmissionId();
  const [unread] = problems;
  const refused = busy ?? unread;
  if (refused) return refuseForm(refused, { ...typed, submissionId }, {});
  const context = { db, asker, now };
  const sharing = sharings.get(fields.get('intent') ?? '');
  if (sharing) return share(request, name, sharing, context);

  const input = checkInput(writeMessage, { ...typed, conversation: name }, now);
  const submission = formSubmission(submissionId, { name, ...typed });
  const outcome = input.done
    ? await commitWithOthers(db, () => runCommandOnce(writeMessage, input.value, context, submission))
    : input;
  if (!outcome.done) return refuseForm(outcome.problem, { ...typed, submissionId }, {});
  return seeOther(request, paths.conversation(name), { notice: 'answer-sent' });
}
