import MailComposer from 'nodemailer/lib/mail-composer';
import {
  type AttemptResult,
  beginSending,
  type ClaimedMail,
  claimMail,
  isMailDue,
  settleMail,
} from '~/domain/mail/delivery.server';
import { hasNewLeads, queueLeadMails } from '~/domain/mail/lead-mails.server';
import { kindTexts, type MailTarget } from '~/domain/mail/mail-content.server';
import { getDatabaseStatus } from '~/domain/shared/database-status.server';
import { commitInGroup } from '~/domain/shared/group-commit.server';
import { ok } from '~/domain/shared/result';
import { readShop } from '~/domain/content/shop.server';
import { escapeMarkup } from '~/domain/shared/text';
import type { Runtime } from '~/http/runtime.server';
import type { MailSettings } from '~/http/settings.server';
import { deskPaths, paths } from '~/paths';
import { defaultTimeouts, deliver, SmtpSession, type SmtpTimeouts } from './smtp';

function getPath(target: MailTarget): string {
  switch (target.page) {
    case 'conversation':
      return paths.conversation(target.name);
    case 'appointment':
      return paths.appointment(target.name);
    case 'desk':
      return deskPaths.today();
    case 'customer':
      return deskPaths.customer(target.id);
    case 'customers':
      return deskPaths.customers();
    case 'invite':
      return paths.invite(target.token);
    case 'recover':
      return paths.recover({ email: target.email, code: target.code });
  }
}

type Parts = {
  paragraphs: readonly string[];
  link: { text: string; url: string };
  stop: { text: string; url: string } | null;
};

const renderPlainText = ({ paragraphs, link, stop }: Parts): string =>
  [...paragraphs, `${link.text}:\n${link.url}`, ...(stop ? [`-- \n${stop.text}:\n${stop.url}`] : [])].join('\n\n');

/** References nothing external: no image, no stylesheet, no script. */
const renderHtml = (subject: string, { paragraphs, link, stop }: Parts): string =>
  [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(subject)}</title></head><body>`,
    ...paragraphs.map((text) => `<p>${escapeMarkup(text)}</p>`),
    `<p><a href="${escapeMarkup(link.url)}">${escapeMarkup(link.text)}</a></p>`,
    stop ? `<hr><p><small><a href="${escapeMarkup(stop.url)}">${escapeMarkup(stop.text)}</a></small></p>` : '',
    '</body></html>',
  ].join('\n');

function renderMessage(
  mail: ClaimedMail,
  from: MailSettings['from'],
  shopName: string,
  origin: string,
  now: Date,
): Promise<Buffer> {
  const { id, kind, aboutId, address, content, stopToken } = mail;
  const host = new URL(origin).hostname;
  const stop = stopToken === null ? null : origin + paths.stopMails(stopToken);
  const parts: Parts = {
    paragraphs: content.paragraphs,
    link: { text: content.link.text, url: origin + getPath(content.link.to) },
    stop: stop === null ? null : { text: `No more mails about ${kindTexts[kind]}`, url: stop },
  };
  const composer = new MailComposer({
    from,
    to: { name: '', address },
    subject: `${content.subject} - ${shopName}`,
    text: renderPlainText(parts),
    html: renderHtml(content.subject, parts),
    date: now,
    // The same for every attempt, so that mail servers can detect duplicates.
    messageId: `<${id}@${host}>`,
    ...(aboutId !== null && { references: `<${aboutId}.${kind}@${host}>` }),
    headers: {
      // Suppresses automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      // One-click unsubscribe (RFC 8058).
      ...(stop !== null && { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

const defaultPollMilliseconds = 2_000;
const pauses = { first: 5_000, longest: 300_000 };
const stopTimeoutMilliseconds = 3_000;

type SendingTimes = { timeouts: SmtpTimeouts; pollMilliseconds: number; pause: number };

/** Each in its own SMTP session (docs/operations.md, "Mail"). */
export function sendMails(
  { db, log, clock, settings, metrics }: Runtime,
  { server, from }: MailSettings,
  {
    timeouts = defaultTimeouts,
    pollMilliseconds = defaultPollMilliseconds,
    pause: firstPause = pauses.first,
  }: Partial<SendingTimes> = {},
): () => Promise<void> {
  const origin = settings.origin ?? '';
  let session: SmtpSession | null = null;
  let working: Promise<void> | null = null;
  let isStopped = false;
  let pause = 0;
  let pausedUntil = 0;

  /** @throws while the database cannot be written; the lease then expires */
  async function write<Value>(change: () => Value): Promise<Value> {
    const written = await commitInGroup(db, () => ok(change()));
    if (!written.ok) throw new Error(written.error.code);
    return written.value;
  }

  async function settleSafely(mail: ClaimedMail, result: AttemptResult): Promise<void> {
    const state = await write(() => settleMail(db, mail, result, clock()));
    metrics.countMail(result.kind);
    const facts = { event: 'mail', kind: mail.kind, result: result.kind, state };
    if (result.kind === 'sent') log.info(facts, 'mail sent');
    // The server's reply may contain the recipient, so it is not logged; operators see it on the desk.
    else log.warn(facts, 'mail not sent');
  }

  async function send(mail: ClaimedMail): Promise<void> {
    const message = await renderMessage(mail, from, readShop(db).name, origin, clock()).catch((error) => {
      log.error({ err: error }, 'a mail could not be written');
      return null;
    });
    if (!message) return settleSafely(mail, { kind: 'failed', reason: 'It could not be written.' });
    session = new SmtpSession(server, new URL(origin).hostname, timeouts);
    const beforeContent = () => write(() => beginSending(db, mail, clock()));
    const delivered = await deliver(session, { from: from.address, to: mail.address, message, beforeContent });
    session = null;
    if (!delivered) return;
    pause = delivered.isReached ? 0 : Math.min(pauses.longest, pause * 2 || firstPause);
    pausedUntil = performance.now() + pause;
    await settleSafely(mail, delivered.result);
  }

  async function sendDueMails(): Promise<void> {
    try {
      if (getDatabaseStatus(db).isInPlace() && hasNewLeads(db, clock())) await write(() => queueLeadMails(db, clock()));
      while (
        !isStopped &&
        performance.now() >= pausedUntil &&
        getDatabaseStatus(db).isInPlace() &&
        isMailDue(db, clock())
      ) {
        const mail = await write(() => claimMail(db, clock()));
        if (mail) await send(mail);
      }
    } catch (error) {
      pausedUntil = performance.now() + firstPause;
      log.error({ err: error }, 'mails could not be sent');
    }
  }

  const timer = setInterval(() => {
    working ??= sendDueMails().finally(() => {
      working = null;
    });
  }, pollMilliseconds).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    // A mail that is cut off is sent after the next start.
    const cut = setTimeout(() => session?.close(), stopTimeoutMilliseconds);
    await working;
    clearTimeout(cut);
  };
}
