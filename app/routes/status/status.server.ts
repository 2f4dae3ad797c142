import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { contactDetails } from '~/domain/content/company.server';
import { referenceOf } from '~/domain/messages/message';
import { timestampText } from '~/domain/shared/dates';
import { phoneHref } from '~/domain/shared/text';
import type { SentKind } from '~/domain/status/status';
import { findSentItem, foundToken, itemOfToken } from '~/domain/status/status.server';
import { anyone, formAction } from '~/http/form-action.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { label } from '~/ui/forms/field';
import type { StatusTone } from '~/ui/primitives/chips';

const kinds: Readonly<Record<SentKind, string>> = {
  message: 'Message to us',
  booking: 'Booking',
  service: 'Service',
  feedback: 'Feedback',
  conversation: 'Message to a seller',
  appointment: 'Visit',
};

/** How far each status has come; those left out are being worked on. */
const tones: Readonly<Record<string, StatusTone>> = {
  new: 'waiting',
  open: 'waiting',
  pending: 'waiting',
  sent: 'waiting',
  requested: 'waiting',
  resolved: 'done',
  completed: 'done',
  answered: 'done',
  done: 'done',
  closed: 'off',
  cancelled: 'off',
  ended: 'off',
};

const written = (timestamp: string): string => timestampText(new Date(timestamp));

/** The form, and beside it the item of the address that a successful look-up leads to. */
export function loadStatus({ request, context }: LoaderFunctionArgs) {
  const { db, clock } = runtimeOf(context);
  const token = new URL(request.url).searchParams.get('found');
  const item = token === null ? null : itemOfToken(db, token, clock());
  return json({
    hasExpired: token !== null && item === null,
    phone: { text: contactDetails.phone, href: phoneHref(contactDetails.phone) },
    item: item && {
      kind: kinds[item.kind],
      title: item.title,
      reference: referenceOf(item.id),
      status: label(item.status),
      tone: tones[item.status] ?? 'moving',
      sent: written(item.sentAt),
      changed: item.changedAt === item.sentAt ? null : written(item.changedAt),
      answers: item.answers.map(({ text, writtenAt }, position) => ({
        id: position,
        isOwn: false,
        author: item.kind === 'conversation' ? 'The seller' : 'We',
        text,
        written: written(writtenAt),
      })),
    },
  });
}

/** The form that looks a reference up. Its success leads to an address without reference, phone and email. */
export const statusAction = formAction({
  access: anyone,
  values: (fields) => ({ reference: fields.get('reference') ?? '', contact: fields.get('contact') ?? '' }),
  command: findSentItem,
  decode: ({ values }) => values,
  onSuccess: ({ id }, { runtime, now }) => ({ to: paths.status({ found: foundToken(runtime.db, id, now) }) }),
  redisplay: () => ({}),
});
