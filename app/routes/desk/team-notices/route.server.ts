import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { chooseLeadMails, createLeadFeed, endLeadFeed, findNotices } from '~/domain/desk/notices.server';
import { getPublicOrigin } from '~/http/runtime.server';
import { deskPaths } from '~/paths';
import { createFormAction, createFormActions, findIntent } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { allowTeam, requireDesk } from '../access.server';

/** Response to the form that makes an address; it is shown once. */
export type CreatedFeed = { feed: string | null };

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  return json({
    ...findNotices(runtime.db, operator.id),
    sendsMail: runtime.settings.mail !== null,
    idempotencyKey: generateIdempotencyKey(),
  });
}

const form = { access: allowTeam('read'), redisplay: () => ({}) };
const done = () => ({ to: deskPaths.teamNotices(), flash: 'desk-done' }) as const;

const forms = {
  mails: createFormAction({
    ...form,
    values: selectFields(['intent', 'mails']),
    command: chooseLeadMails,
    decode: ({ values }) => ({ mails: values.mails }),
    onSuccess: done,
  }),
  'make-feed': createFormAction({
    ...form,
    command: createLeadFeed,
    decode: () => ({}),
    onSuccess: ({ key }, { request, runtime }) =>
      json<CreatedFeed>({ feed: key && getPublicOrigin(request, runtime) + deskPaths.leadFeed(key) }),
  }),
  'end-feed': createFormAction({ ...form, command: endLeadFeed, decode: () => ({}), onSuccess: done }),
};

export const action = createFormActions(({ fields }) => findIntent(forms, fields.get('intent')), forms);
