import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { toNoBreakSpaces } from '~/domain/appointments/appointment';
import { readShop } from '~/domain/content/shop.server';
import { toReference } from '~/domain/messages/message';
import { formatTimestamp } from '~/domain/shared/dates';
import { createPhoneHref } from '~/domain/shared/phone';
import { toOneLine } from '~/domain/shared/text';
import { getProgress, maxReferenceLength, type SentItem, type SentKind } from '~/domain/status/status';
import { createItemToken, findItemByToken, findSentItem } from '~/domain/status/status.server';
import { allowAnyone, createFormAction } from '~/submit/form.server';
import { createFormConstraints } from '~/submit/form-constraints.server';
import { selectFields } from '~/submit/form-body.server';
import { paths } from '~/paths';
import { formatLabel } from '~/ui/forms/field';
import { formatWritten } from '~/ui/lists/conversations';

const kinds: Readonly<Record<SentKind, string>> = {
  message: 'Message to us',
  booking: 'Booking',
  service: 'Service',
  feedback: 'Feedback',
  conversation: 'Message to a seller',
  appointment: 'Visit',
};

function createSteps({ kind, status, sentAt, changedAt }: SentItem) {
  const progress = getProgress(kind, status, formatLabel(status));
  if (!progress) return null;
  const { steps, passed } = progress;
  const getNote = (position: number): string => {
    if (position === 0) return formatTimestamp(sentAt);
    return position === passed - 1 ? formatTimestamp(changedAt) : '';
  };
  return { steps: steps.map((name, position) => ({ name, note: getNote(position) })), passed };
}

export function loader({ request, context }: LoaderFunctionArgs) {
  const { db, clock } = context.runtime;
  const { searchParams } = new URL(request.url);
  const { phone } = readShop(db);
  const token = searchParams.get('found');
  const item = token === null ? null : findItemByToken(db, token, clock());
  return json({
    constraints: getConstraints(clock()),
    reference: toOneLine(searchParams.get('reference') ?? '').slice(0, maxReferenceLength),
    hasExpired: token !== null && item === null,
    phone: { text: phone, href: createPhoneHref(phone) },
    item: item && {
      kind: kinds[item.kind],
      title: item.title,
      reference: toReference(item.id),
      when: item.when && toNoBreakSpaces(`${item.when} (India)`),
      sent: formatTimestamp(item.sentAt),
      progress: createSteps(item),
      /** How it ended, when it was not completed. */
      ending: { status: formatLabel(item.status), at: formatTimestamp(item.changedAt) },
      answers: item.answers.map(({ text, writtenAt }, position) => ({
        id: position,
        isOwn: false,
        author: item.kind === 'conversation' ? 'The seller' : 'We',
        text,
        written: formatWritten(writtenAt, clock()),
      })),
    },
  });
}

const getConstraints = createFormConstraints({
  command: findSentItem,
  decode: (values) => values,
  fields: ['reference', 'contact'],
});

/** The form that looks up a reference. Success redirects to a URL without reference, phone and email. */
export const action = createFormAction({
  access: allowAnyone,
  values: selectFields(['reference', 'contact']),
  command: findSentItem,
  decode: ({ values }) => values,
  onSuccess: ({ id }, { runtime, now }) => ({ to: paths.status({ found: createItemToken(runtime.db, id, now) }) }),
  redisplay: () => ({}),
});
