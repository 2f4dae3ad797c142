import { type MessageField, trapName } from '~/domain/messages/message';
import { sendMessage } from '~/domain/messages/message.commands.server';
import { emailPattern, phonePattern } from '~/domain/shared/text';
import { readAbout, splitAbout } from '~/domain/subjects/subject';
import { paths } from '~/paths';
import { anyone, formAction } from './form-action.server';
import { formConstraints } from './form-constraints.server';
import { messagesCookie, messagesSecretOf } from './actor.server';
import { enquiryCookie } from './cookies.server';

type MessageForm = {
  /** Fields that the form sets itself and the visitor does not fill in, such as its category. */
  given?: Readonly<Record<string, string>>;
  /** The form's own validation errors by field, which replace the default ones. */
  messages?: Readonly<Record<string, string>>;
  /** Path of the screen that shows the sender of a message to the business its reference number. */
  sentPath: (id: string) => string;
};

/** What the browser checks of such a form. */
export const messageConstraints = (messages: Readonly<Partial<Record<MessageField, string>>> = {}) =>
  formConstraints({
    command: sendMessage,
    decode: (values) => values,
    fields: ['name', 'email', 'phone', 'subject', 'message'],
    patterns: { email: emailPattern, phone: phonePattern },
    messages,
  });

/** The action of a form that writes to the business or to a seller. */
export const messageFormAction = ({ given = {}, messages = {}, sentPath }: MessageForm) =>
  formAction({
    access: anyone,
    command: sendMessage,
    // The time it took to fill in the form is no evidence of a bot: browsers autofill at once.
    decode: ({ request, fields, values }) => ({
      ...values,
      ...given,
      isSuspect: Boolean(fields.get(trapName)),
      visitorSecret: messagesSecretOf(request),
    }),
    onSuccess({ message, conversation }, { request, values }) {
      if (conversation) {
        const { name, visitorSecret } = conversation;
        const cookies = visitorSecret ? [messagesCookie(request, visitorSecret)] : [];
        return name
          ? { to: paths.conversation(name), flash: 'seller-written-to', cookies }
          : { to: paths.contact(), flash: 'seller-written-to-before' };
      }
      // The enquiry list is cleared once it has been sent.
      const isList = splitAbout(values.about ?? '').some((about) => readAbout(about)?.kind === 'accessory');
      return { to: sentPath(message.id), cookies: isList ? [enquiryCookie(request, [])] : [] };
    },
    redisplay: () => ({}),
    adapt({ error, values: { about, ...values } }) {
      const errors = Object.entries(error.errors).map(([field, message]) => [field, messages[field] ?? message]);
      // The item that the message was about may no longer exist.
      const isAboutKept = about !== undefined && !('about' in error.errors);
      return {
        error: { ...error, errors: Object.fromEntries(errors) },
        values: { ...values, ...(isAboutKept && { about }) },
      };
    },
  });
