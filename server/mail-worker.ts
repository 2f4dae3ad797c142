import {
  beginSending,
  type ClaimedMail,
  claimMail,
  isMailDue,
  type AttemptResult,
  settleMail,
} from '~/domain/mail/delivery.server';
import { databaseStatus } from '~/domain/shared/database-status.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { ok } from '~/domain/shared/result';
import type { Runtime } from '~/http/runtime.server';
import type { MailSettings } from '~/http/settings.server';
import { messageOf } from './mail-message';
import { deliver, type SmtpPatience, SmtpSession, usualPatience } from './smtp';

/** Milliseconds between two looks at the outbox. */
const lookMilliseconds = 2_000;
/** Milliseconds until a mail server that could not be reached is tried again; each time twice as long. */
const pauses = { first: 5_000, longest: 300_000 };
/** Milliseconds that a mail in progress may take when the site stops. */
const stopMilliseconds = 3_000;

/**
 * Sends the mails of the outbox, one after the other, each in a session of its own (docs/operations.md, "Mail"). A mail
 * server that cannot be reached is left in peace for a while; no request ever waits for it.
 *
 * @returns stops, after the mail that is being sent
 */
export function sendMails(
  { db, log, clock, settings, metrics }: Runtime,
  { server, from }: MailSettings,
  { patience = usualPatience, look = lookMilliseconds, pause: firstPause = pauses.first }: Partial<WorkerOptions> = {},
): () => Promise<void> {
  const origin = settings.origin ?? '';
  let session: SmtpSession | null = null;
  let working: Promise<void> | null = null;
  let isStopped = false;
  let pause = 0;
  /** On the monotonic clock. */
  let pausedUntil = 0;

  /** @throws while the database does not take writes; the lease then ends by itself */
  async function write<Value>(change: () => Value): Promise<Value> {
    const written = await commitWithOthers(db, () => ok(change()));
    if (!written.ok) throw new Error(written.error.message);
    return written.value;
  }

  async function settle(mail: ClaimedMail, result: AttemptResult): Promise<void> {
    const state = await write(() => settleMail(db, mail, result, clock()));
    metrics.countMail(result.kind);
    const facts = { event: 'mail', kind: mail.kind, result: result.kind, state };
    if (result.kind === 'sent') log.info(facts, 'mail sent');
    // What the server says may name the recipient, so the log has none of it; operators read it at the desk.
    else log.warn(facts, 'mail not sent');
  }

  async function send(mail: ClaimedMail): Promise<void> {
    const message = await messageOf(mail, from, origin, clock()).catch((error) => {
      log.error({ err: error }, 'a mail could not be written');
      return null;
    });
    if (!message) return settle(mail, { kind: 'failed', reason: 'It could not be written.' });
    session = new SmtpSession(server, new URL(origin).hostname, patience);
    const begin = () => write(() => beginSending(db, mail, clock()));
    const delivered = await deliver(session, { from: from.address, to: mail.address, message, begin });
    session = null;
    if (!delivered) return;
    pause = delivered.isReached ? 0 : Math.min(pauses.longest, pause * 2 || firstPause);
    pausedUntil = performance.now() + pause;
    await settle(mail, delivered.result);
  }

  async function work(): Promise<void> {
    try {
      while (
        !isStopped &&
        performance.now() >= pausedUntil &&
        databaseStatus(db).isInPlace() &&
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
    working ??= work().finally(() => {
      working = null;
    });
  }, look).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    // What the mail server has not got by then is sent after the next start.
    const cut = setTimeout(() => session?.close(), stopMilliseconds);
    await working;
    clearTimeout(cut);
  };
}

/** For tests, which wait less long. */
type WorkerOptions = { patience: SmtpPatience; look: number; pause: number };
