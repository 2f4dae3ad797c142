import { type ContactKind, type ConversationName, conversationNotFound } from '~/domain/conversations/conversation';
import { shareContact, writeMessage } from '~/domain/conversations/conversation.commands.server';
import { findConversation } from '~/domain/conversations/conversation.queries.server';
import { signInRequired } from '~/domain/shared/actor';
import { err, ok, type Result } from '~/domain/shared/result';
import { type FormPost, formAction, formActions } from '~/http/form-action.server';
import { conversationNamed } from '~/http/search-params';
import { paths } from '~/paths';

const nameOf = ({ url }: Pick<FormPost, 'url'>): ConversationName | null => conversationNamed(url.searchParams, 'id');

/** Access of a side of the conversation. One that is named by its id may be visible after signing in. */
function findOwnSide(post: FormPost): Result<ConversationName> {
  const { actor, runtime } = post;
  const name = nameOf(post);
  if (name && findConversation(runtime.db, name, actor)) return ok(name);
  return err(!actor.user && name && 'id' in name ? signInRequired : conversationNotFound);
}

const signIn = {
  path(post: FormPost): string {
    const name = nameOf(post);
    return name ? paths.conversation(name) : paths.home();
  },
};

const shareAction = (contact: ContactKind, isShared: boolean) =>
  formAction({
    access: findOwnSide,
    signIn,
    command: shareContact,
    decode: (_post, conversation) => ({ conversation, contact, isShared }),
    onSuccess: (_value, _post, name) => ({
      to: paths.conversation(name),
      flash: isShared ? 'contact-shared' : 'contact-hidden',
    }),
    redisplay: null,
  });

const forms = {
  write: formAction({
    access: findOwnSide,
    signIn,
    values: (fields) => ({ text: fields.get('text') ?? '' }),
    command: writeMessage,
    decode: ({ values }, conversation) => ({ ...values, conversation }),
    onSuccess: (_message, _post, name) => ({ to: paths.conversation(name), flash: 'answer-sent' }),
    redisplay: () => ({}),
  }),
  'share-phone': shareAction('phone', true),
  'share-email': shareAction('email', true),
  'hide-phone': shareAction('phone', false),
  'hide-email': shareAction('email', false),
};

const isIntent = (text: string): text is keyof typeof forms => Object.hasOwn(forms, text);

/** Forms that write a message in a conversation, and share or hide the sender's phone number or email address. */
export const conversationAction = formActions(({ fields }) => {
  const intent = fields.get('intent') ?? '';
  return isIntent(intent) ? intent : 'write';
}, forms);
