import { type ContactKind, type ConversationName, conversationNotFound } from '~/domain/conversations/conversation';
import { shareContact, writeMessage } from '~/domain/conversations/conversation.commands.server';
import { findConversation } from '~/domain/conversations/conversation.queries.server';
import { checkInput, type CommandContext, runCommand } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { idempotentForm, runCommandOnce } from '~/domain/shared/idempotency.server';
import { getActor } from '~/http/actor.server';
import { readForm } from '~/http/form-data.server';
import { newIdempotencyKey, rejectForm, rejectionOf, seeOther } from '~/http/form-response.server';
import { overLimit } from '~/http/rate-limit.server';
import type { Runtime } from '~/http/runtime.server';
import { conversationNamed } from '~/http/search-params';
import { signInFirst } from '~/http/sign-in-first.server';
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
  const shared = input.ok
    ? await commitWithOthers(context.db, () => runCommand(shareContact, input.value, context))
    : input;
  if (!shared.ok) throw rejectionOf(shared.error);
  return seeOther(request, paths.conversation(conversation), {
    flash: sharing.isShared ? 'contact-shared' : 'contact-hidden',
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
  const actor = getActor(request, runtime);
  const busy = overLimit({ runtime, address }, 'write');
  const { fields, errors } = await readForm(request);
  if (!name || !findConversation(db, name, actor)) {
    if (!name || actor.user || 'key' in name) throw rejectionOf(conversationNotFound);
    const text = fields.get('text');
    return signInFirst(request, runtime, paths.conversation(name), text ? { text } : {});
  }
  const formValues = { text: fields.get('text') ?? '' };
  const idempotencyKey = fields.get('idempotencyKey') || newIdempotencyKey();
  const [unread] = errors;
  const err = busy ?? unread;
  if (err) return rejectForm(err, { ...formValues, idempotencyKey }, {});
  const context = { db, actor, now };
  const sharing = sharings.get(fields.get('intent') ?? '');
  if (sharing) return share(request, name, sharing, context);

  const input = checkInput(writeMessage, { ...formValues, conversation: name }, now);
  const idempotentRequest = idempotentForm(idempotencyKey, { name, ...formValues });
  const result = input.ok
    ? await commitWithOthers(db, () => runCommandOnce(writeMessage, input.value, context, idempotentRequest))
    : input;
  if (!result.ok) return rejectForm(result.error, { ...formValues, idempotencyKey }, {});
  return seeOther(request, paths.conversation(name), { flash: 'answer-sent' });
}
