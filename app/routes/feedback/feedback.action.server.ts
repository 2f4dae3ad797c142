import {
  changeFeedback,
  deleteFeedback,
  giveFeedback,
  ownedFeedback,
} from '~/domain/feedback/feedback.commands.server';
import { anyUser, type FormPost, formAction, formActions } from '~/http/form-action.server';
import { paths } from '~/paths';
import { feedbackFormValues } from './feedback.loader.server';

const editedId = ({ url }: Pick<FormPost, 'url'>): string | null => url.searchParams.get('edit');

const signIn = {
  path: (post: FormPost) => paths.feedback({ edit: editedId(post) ?? undefined }),
  isFormPublic: true,
};

/** Decodes the form values to what JSON would carry: a rating as a number, a ticked box as true. */
const decode = ({ values }: FormPost) => ({
  ...values,
  rating: /^\d+$/.test(values.rating ?? '') ? Number(values.rating) : undefined,
  isAnonymous: values.isAnonymous === 'on',
});

const redisplay = ({ fields }: FormPost) => ({ version: fields.get('version') ?? '', currentValues: {} });

/** Forms that give feedback, change the user's own, and delete it. */
export const feedbackAction = formActions(
  (post) => (post.fields.get('intent') === 'delete' ? 'delete' : editedId(post) === null ? 'give' : 'change'),
  {
    give: formAction({
      access: anyUser,
      signIn,
      command: giveFeedback,
      decode,
      onSuccess: () => ({ to: paths.feedback(), flash: 'feedback-sent' }),
      redisplay,
    }),
    change: formAction({
      access: anyUser,
      signIn,
      command: changeFeedback,
      decode: (post) => ({ ...decode(post), id: editedId(post), version: Number(post.fields.get('version')) }),
      onSuccess: () => ({ to: paths.feedback(), flash: 'feedback-changed' }),
      redisplay,
      onConflict(post) {
        const owned = ownedFeedback(editedId(post) ?? '', { db: post.runtime.db, actor: post.actor });
        if (!owned.ok) return null;
        const { feedback } = owned.value;
        return { version: String(feedback.version), currentValues: feedbackFormValues(feedback) };
      },
    }),
    delete: formAction({
      access: anyUser,
      signIn,
      command: deleteFeedback,
      decode: ({ fields }) => ({ id: fields.get('id') ?? '' }),
      onSuccess: () => ({ to: paths.feedback(), flash: 'feedback-deleted' }),
      redisplay: null,
    }),
  },
);
