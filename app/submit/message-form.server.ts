import { isReadyQuestion } from '~/domain/conversations/conversation';
import { findConversation } from '~/domain/conversations/conversation.queries.server';
import { formatReason, type PlainCode } from '~/domain/shared/result';
import {
  honeypotName,
  type MessageField,
  messageLabels,
  readAbout,
  type SentToBusiness,
  splitAbout,
  toReference,
} from '~/domain/messages/message';
import { isMessageSent } from '~/domain/messages/message.queries.server';
import { type SentMessage, sendMessage } from '~/domain/messages/send-message.server';
import { emailPattern } from '~/domain/shared/email';
import { findTakenPhone, phonePattern } from '~/domain/shared/phone';
import { paths } from '~/paths';
import { getActor } from '~/http/actor.server';
import { createMessagesCookie, readMessagesSecret } from '~/http/cookies/visitor.server';
import { cookieNames, setCookie } from '~/http/cookies.server';
import { allowAnyone, createFormAction, describeException, type FormPost, type FormRedirect } from './form.server';
import { createFormConstraints } from './form-constraints.server';
import { selectFields } from './form-body.server';
import { getPublicOrigin, type Runtime } from '~/http/runtime.server';

type FieldCodes = Readonly<Partial<Record<MessageField, PlainCode>>>;

type MessageForm = {
  fixedFields?: Readonly<Record<string, string>>;
  codes?: FieldCodes;
  /** `key` is the secret of a visitor's private link to the answer; null for a user and for a repeated form. */
  path: (query: { sent: string; key: string | null }) => string;
};

export const createMessageConstraints = (codes: FieldCodes = {}) =>
  createFormConstraints({
    command: sendMessage,
    decode: (values) => values,
    fields: ['name', 'email', 'phone', 'subject', 'message'],
    patterns: { email: emailPattern, phone: phonePattern },
    messages: Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, formatReason({ code })])),
  });

export function findSentToBusiness(request: Request, runtime: Runtime): SentToBusiness | null {
  const { db } = runtime;
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('sent');
  if (id === null || !isMessageSent(db, id)) return null;
  const key = searchParams.get('key');
  const name = key ? { key } : { id };
  const conversation = findConversation(db, name, getActor(request, runtime));
  const isOwn = conversation?.id === id;
  const href = isOwn ? paths.conversation(name) : null;
  return {
    reference: toReference(id),
    subject: isOwn ? conversation.subject : null,
    conversationHref: href,
    privateLink: href !== null && key ? getPublicOrigin(request, runtime) + href : null,
  };
}

export function createSentRedirect(
  { message, isToSeller, conversation: { name, visitorSecret } }: SentMessage,
  { request, values }: Pick<FormPost, 'request' | 'values'>,
  path: MessageForm['path'],
): FormRedirect {
  const cookies = visitorSecret ? [createMessagesCookie(request, visitorSecret)] : [];
  const takenPhone = findTakenPhone(values.phone);
  if (!isToSeller) {
    const key = name && 'key' in name ? name.key : null;
    return { to: path({ sent: message.id, key }), takenPhone, cookies };
  }
  return name
    ? { to: paths.conversation(name), flash: 'seller-written-to', cookies, takenPhone }
    : { to: paths.contact(), flash: 'seller-written-to-before', takenPhone };
}

export const createMessageFormAction = ({ fixedFields = {}, codes = {}, path }: MessageForm) =>
  createFormAction({
    access: allowAnyone,
    values: selectFields([...Object.keys(messageLabels), 'question', 'about', 'category', 'priority']),
    command: sendMessage,
    // Browsers autofill immediately, so the time taken to fill in the form does not indicate a bot.
    decode: ({ request, fields, values: { question = '', ...values } }) => ({
      ...values,
      ...fixedFields,
      ...(isReadyQuestion(question) && { message: [question, values.message?.trim()].filter(Boolean).join('\n\n') }),
      isSuspect: Boolean(fields.get(honeypotName)),
      visitorSecret: readMessagesSecret(request),
    }),
    onSuccess(sent, post) {
      const next = createSentRedirect(sent, post, path);
      const isList = splitAbout(post.values.about ?? '').some((about) => readAbout(about)?.kind === 'accessory');
      if (!isList) return next;
      return { ...next, cookies: [...(next.cookies ?? []), setCookie(post.request, cookieNames.enquiry, '', 0)] };
    },
    redisplay({ values: { about: _, ...values }, idempotencyKey }, error) {
      if (error?.kind !== 'invalid') return { error: describeException(error, 'message_failed') };
      const replaced = Object.entries(codes).filter(([field]) => field in error.errors);
      const errors = { ...error.errors, ...Object.fromEntries(replaced.map(([field, code]) => [field, { code }])) };
      return {
        error: { ...error, errors },
        // The item that the message is about may no longer exist.
        ...('about' in errors && { values: { ...values, idempotencyKey } }),
      };
    },
  });
