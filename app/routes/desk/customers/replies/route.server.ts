import { json, type LoaderFunctionArgs } from '@remix-run/node';
import {
  changeSavedReply,
  deleteSavedReply,
  findSavedReplies,
  findSavedReply,
  saveReply,
} from '~/domain/desk/saved-replies.server';
import { deskPaths } from '~/paths';
import { createFormAction, createFormActions } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { showUnfinishedForm } from '~/submit/form-response.server';
import { allowTeam, getPathItem, requireDesk } from '../../access.server';

export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route, 'replies');
  const { id } = route.params;
  const reply = id === undefined ? null : findSavedReply(runtime.db, id);
  if (id !== undefined && !reply) throw new Response(null, { status: 404 });
  return json({
    unfinished: showUnfinishedForm(route.request, runtime),
    replies: reply ? [] : findSavedReplies(runtime.db),
    reply,
  });
}

const replyForm = {
  access: allowTeam('replies'),
  values: selectFields(['intent', 'version', 'title', 'text']),
  onSuccess: () => ({ to: deskPaths.savedReplies(), flash: 'saved-reply-kept' }) as const,
  redisplay: () => ({}),
};

export const action = createFormActions(
  ({ url, fields }) => {
    if (getPathItem({ url }) === '') return 'save';
    return fields.get('intent') === 'delete' ? 'delete' : 'change';
  },
  {
    save: createFormAction({
      ...replyForm,
      command: saveReply,
      decode: ({ values }) => ({ title: values.title, text: values.text }),
    }),
    change: createFormAction({
      ...replyForm,
      command: changeSavedReply,
      decode: (post) => ({
        id: getPathItem(post),
        version: Number(post.values.version),
        title: post.values.title,
        text: post.values.text,
      }),
    }),
    // Without the password: a saved reply has no owner, and replies already sent keep its text.
    delete: createFormAction({
      ...replyForm,
      command: deleteSavedReply,
      decode: (post) => ({ id: getPathItem(post) }),
    }),
  },
);
