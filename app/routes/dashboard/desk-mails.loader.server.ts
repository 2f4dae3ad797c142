import { unsentMails, waitingMails } from '~/domain/mail/delivery.server';
import { kindTexts } from '~/domain/mail/mail-content.server';
import { sendsMail } from '~/domain/outbox/outbox.server';
import { timestampText } from '~/domain/shared/dates';
import { countText } from '~/domain/shared/money';
import type { Runtime } from '~/http/runtime.server';

/** Mails that could not be sent, or perhaps were, and how many wait. */
export function loadUnsentMails({ db }: Runtime, page: number) {
  const { items, pagination } = unsentMails(db, page);
  return {
    summary: sendsMail(db)
      ? `${countText(waitingMails(db))} wait to be sent.`
      : 'This site sends no mail: the setting SMTP_URL is not there.',
    page: pagination.page,
    pages: pagination.pages,
    mails: items.map(({ id, kind, name, address, state, attempts, reason, settledAt }) => ({
      id,
      about: `About ${kindTexts[kind]}`,
      to: name === null ? address : `${name}, ${address}`,
      status:
        state === 'unknown'
          ? 'Perhaps sent: the connection ended before the mail server said so'
          : `Not sent, tried ${attempts === 1 ? 'once' : `${attempts} times`}`,
      reason,
      when: timestampText(new Date(settledAt)),
    })),
  };
}
