import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { AttemptResult } from '~/domain/mail/delivery.server';
import { formatError } from '~/domain/shared/text';
import type { MailSettings } from '~/http/settings.server';

/** Milliseconds. */
export type SmtpTimeouts = { connect: number; respond: number; total: number };

/** The total is less than the lease of a mail, so that no other process can claim it before that. */
export const defaultTimeouts: SmtpTimeouts = { connect: 10_000, respond: 30_000, total: 60_000 };

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host);

export class SmtpSession {
  readonly #connection: SMTPConnection;
  readonly #auth: MailSettings['server']['auth'];
  readonly #broken: Promise<never>;

  constructor({ host, port, isSecure, auth }: MailSettings['server'], name: string, timeouts: SmtpTimeouts) {
    this.#auth = auth;
    this.#connection = new SMTPConnection({
      host,
      port,
      secure: isSecure,
      name,
      // A password is never sent unencrypted, except to this machine: traffic does not leave it, and local mail servers
      // often have a self-signed certificate.
      requireTLS: !isSecure && auth !== null && !isLoopback(host),
      ignoreTLS: isLoopback(host),
      ...(isIP(host) === 0 && { servername: host }),
      connectionTimeout: timeouts.connect,
      dnsTimeout: timeouts.connect,
      greetingTimeout: timeouts.respond,
      socketTimeout: timeouts.respond,
      socketCloseTimeout: 0,
    });
    const tooLong = new Promise<never>((_resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The mail server took too long.')), timeouts.total).unref();
      this.#connection.once('end', () => clearTimeout(timer));
    });
    const failed = new Promise<never>((_resolve, reject) => {
      this.#connection.on('error', reject);
      this.#connection.once('end', () => reject(new Error('The connection was closed.')));
    });
    this.#broken = Promise.race([tooLong, failed]);
    // Closing always rejects it, whether or not anything still waits for it.
    this.#broken.catch(() => undefined);
  }

  async open(): Promise<void> {
    const connection = this.#connection;
    const auth = this.#auth;
    await this.#rejectIfBroken((done) => connection.connect(done));
    if (auth) await this.#rejectIfBroken((done) => connection.login(auth, done));
  }

  /** @param content read only after the server has accepted sender and recipient */
  async send(from: string, to: string, content: Readable): Promise<void> {
    await this.#rejectIfBroken((done) => this.#connection.send({ from, to: [to] }, content, (error) => done(error)));
  }

  close(): void {
    this.#connection.close();
  }

  #rejectIfBroken(start: (done: (error?: Error | null) => void) => void): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      start((error) => (error ? reject(error) : resolve()));
    });
    return Promise.race([done, this.#broken]);
  }
}

export function getReason(error: unknown): string {
  const said =
    error instanceof Error && 'response' in error && typeof error.response === 'string' ? error.response : '';
  const text = said || formatError(error);
  return (
    text
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, 200) || 'No reason was given.'
  );
}

function getRejection(error: unknown): 'failed' | 'later' | null {
  if (!(error instanceof Error)) return null;
  if ('responseCode' in error && typeof error.responseCode === 'number') {
    return 'permanent' in error && error.permanent === true ? 'failed' : 'later';
  }
  // Invalid as an SMTP address, for example because of a line break.
  return 'code' in error && error.code === 'EENVELOPE' ? 'failed' : null;
}

type Delivery = { from: string; to: string; message: Buffer; beforeContent: () => Promise<boolean> };

/** @param beforeContent called before any content is sent; false cancels the mail, and null is returned */
export async function deliver(
  session: SmtpSession,
  { from, to, message, beforeContent }: Delivery,
): Promise<{ result: AttemptResult; isReached: boolean } | null> {
  const progress: { isReached: boolean; content: 'unsent' | 'started' | 'refused' } = {
    isReached: false,
    content: 'unsent',
  };
  const content = new Readable({
    read() {
      beforeContent().then(
        (mayStart) => {
          progress.content = mayStart ? 'started' : 'refused';
          if (!mayStart) {
            this.destroy(new Error('Another process has this mail.'));
            return;
          }
          this.push(message);
          this.push(null);
        },
        (error) => this.destroy(error),
      );
    },
  });
  content.on('error', () => undefined);
  try {
    await session.open();
    progress.isReached = true;
    await session.send(from, to, content);
    return { result: { kind: 'sent' }, isReached: true };
  } catch (error) {
    const { isReached, content: state } = progress;
    if (state === 'refused') return null;
    // A rejection during connection or sign-in does not depend on the mail.
    const rejection = isReached ? getRejection(error) : 'later';
    const kind = rejection ?? (state === 'started' ? 'unknown' : 'later');
    return { result: { kind, reason: getReason(error) }, isReached };
  } finally {
    content.destroy();
    session.close();
  }
}
