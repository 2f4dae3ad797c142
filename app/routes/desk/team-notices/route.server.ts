import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { chooseLeadMails, createLeadFeed, endLeadFeed, findNotices } from '~/domain/desk/notices.server';
import { findPushDevices, readPushKeys, testPush, turnOffPush, turnOnPush } from '~/domain/push/subscriptions.server';
import { formatDate, formatTimestamp } from '~/domain/shared/dates';
import { createPushDeviceCookie, readPushDevice } from '~/http/cookies/account.server';
import { getPublicOrigin } from '~/http/runtime.server';
import { deskPaths } from '~/paths';
import { formatDevice } from '~/submit/authentication.server';
import { createFormAction, createFormActions, type FormPost, findIntent } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { allowTeam, requireDesk } from '../access.server';

/** Response to the form that makes an address; it is shown once. */
export type CreatedFeed = { feed: string | null };

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  return json({
    ...findNotices(runtime.db, operator.id),
    devices: loadDevices(route, operator.id),
    pushKey: readPushKeys(runtime.db).publicKey,
    sendsMail: runtime.settings.mail !== null,
    idempotencyKey: generateIdempotencyKey(),
  });
}

const loadDevices = ({ request, context }: LoaderFunctionArgs, userId: string) =>
  findPushDevices(context.runtime.db, userId).map(({ id, device, time, createdAt, lastSuccessAt, failingSince }) => ({
    id,
    name: device ?? 'A browser',
    isThis: id === readPushDevice(request),
    facts: [
      time === 'hourly' ? 'once an hour' : 'at once',
      `on since ${formatDate(createdAt)}`,
      ...(lastSuccessAt === null ? [] : [`last sent ${formatTimestamp(lastSuccessAt)}`]),
      ...(failingSince === null ? [] : [`fails since ${formatTimestamp(failingSince)}`]),
    ].join(' · '),
  }));

const form = { access: allowTeam('read'), redisplay: () => ({}) };
const done = () => ({ to: deskPaths.teamNotices(), flash: 'desk-done' }) as const;

/** Of the buttons beside a device. */
const ofDevice = {
  access: allowTeam('read'),
  redisplay: null,
  decode: ({ fields }: FormPost) => ({ id: fields.get('device') ?? '' }),
} as const;

const forms = {
  'push-on': createFormAction({
    ...form,
    values: selectFields(['intent', 'time']),
    command: turnOnPush,
    decode: ({ fields, values, request, runtime }) => ({
      endpoint: fields.get('endpoint') ?? '',
      p256dh: fields.get('p256dh') ?? '',
      auth: fields.get('auth') ?? '',
      time: values.time,
      device: formatDevice(request.headers.get('User-Agent')),
      before: readPushDevice(request),
      isAnyAllowed: runtime.settings.hasPrivateWebhooks,
    }),
    onSuccess: ({ id }, { request }) => ({ ...done(), cookies: [createPushDeviceCookie(request, id)] }),
  }),
  'push-test': createFormAction({
    ...ofDevice,
    command: testPush,
    onSuccess: () => ({ to: deskPaths.teamNotices(), flash: 'push-tested' }),
  }),
  'push-off': createFormAction({ ...ofDevice, command: turnOffPush, onSuccess: done }),
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
