import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { unbroken } from '~/domain/appointments/appointment';
import { contactDetails } from '~/domain/content/company.server';
import { referenceOf } from '~/domain/messages/message';
import { timestampText } from '~/domain/shared/dates';
import { phoneHref } from '~/domain/shared/text';
import { journeyOf, type SentItem, type SentKind } from '~/domain/status/status';
import { findSentItem, foundToken, itemOfToken } from '~/domain/status/status.server';
import { anyone, formAction } from '~/http/form-action.server';
import { formConstraints } from '~/http/form-constraints.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { label } from '~/ui/forms/field';
import { whenWritten } from '~/ui/lists/thread';

const kinds: Readonly<Record<SentKind, string>> = {
  message: 'Message to us',
  booking: 'Booking',
  service: 'Service',
  feedback: 'Feedback',
  conversation: 'Message to a seller',
  appointment: 'Visit',
};

const written = (timestamp: string): string => timestampText(new Date(timestamp));

/** The steps, with the time of the first and of the last change. */
function shownJourney({ kind, status, sentAt, changedAt }: SentItem) {
  const journey = journeyOf(kind, status, label(status));
  if (!journey) return null;
  const { steps, passed } = journey;
  const noteOf = (position: number): string => {
    if (position === 0) return written(sentAt);
    return position === passed - 1 ? written(changedAt) : '';
  };
  return { steps: steps.map((name, position) => ({ name, note: noteOf(position) })), passed };
}

/** The form, and beside it the item of the address that a successful look-up leads to. */
export function loadStatus({ request, context }: LoaderFunctionArgs) {
  const { db, clock } = runtimeOf(context);
  const token = new URL(request.url).searchParams.get('found');
  const item = token === null ? null : itemOfToken(db, token, clock());
  return json({
    constraints: constraintsOn(clock()),
    hasExpired: token !== null && item === null,
    phone: { text: contactDetails.phone, href: phoneHref(contactDetails.phone) },
    item: item && {
      kind: kinds[item.kind],
      title: item.title,
      reference: referenceOf(item.id),
      when: item.when && unbroken(`${item.when} (India)`),
      sent: written(item.sentAt),
      journey: shownJourney(item),
      /** How it ended, where it did not come to its end. */
      ending: { status: label(item.status), at: written(item.changedAt) },
      answers: item.answers.map(({ text, writtenAt }, position) => ({
        id: position,
        isOwn: false,
        author: item.kind === 'conversation' ? 'The seller' : 'We',
        text,
        written: whenWritten(writtenAt, clock()),
      })),
    },
  });
}

const constraintsOn = formConstraints({
  command: findSentItem,
  decode: (values) => values,
  fields: ['reference', 'contact'],
});

/** The form that looks a reference up. Its success leads to an address without reference, phone and email. */
export const statusAction = formAction({
  access: anyone,
  values: (fields) => ({ reference: fields.get('reference') ?? '', contact: fields.get('contact') ?? '' }),
  command: findSentItem,
  decode: ({ values }) => values,
  onSuccess: ({ id }, { runtime, now }) => ({ to: paths.status({ found: foundToken(runtime.db, id, now) }) }),
  redisplay: () => ({}),
});
