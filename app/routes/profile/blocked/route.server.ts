import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findBlockedSenders, unblockSender } from '~/domain/conversations/unwanted-messages.server';
import { allowUser, createFormAction } from '~/submit/form.server';
import { readPageNumber } from '~/http/url-params';
import { paths } from '~/paths';
import { requireAccount } from '../account.server';

export function loader({ request, context: { runtime } }: LoaderFunctionArgs) {
  const { user } = requireAccount(request, runtime);
  const { items, pagination } = findBlockedSenders(runtime.db, user.id, {
    page: readPageNumber(new URL(request.url).searchParams),
  });
  return json({ senders: items, page: pagination.page, pages: pagination.pages });
}

export const action = createFormAction({
  access: allowUser(() => paths.profileView('blocked')),
  command: unblockSender,
  decode: ({ fields }) => ({ id: fields.get('sender') }),
  onSuccess: () => ({ to: paths.profileView('blocked'), flash: 'sender-unblocked' }),
  redisplay: null,
});
