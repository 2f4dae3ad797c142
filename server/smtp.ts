import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { AttemptResult } from '~/domain/mail/delivery.server';
import type { MailSettings } from '~/http/settings.server';

/** Milliseconds that a mail server has. */
export type SmtpPatience = { toConnect: number; toRespond: number; inAll: number };

/** In all less than the lease of a mail: this process has it until the end. */
export const usualPatience: SmtpPatience = { toConnect: 10_000, toRespond: 30_000, inAll: 60_000 };

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host);

/** Opens a session with a mail server, as the site does to send a mail. The caller closes it. */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  readonly #auth: MailSettings['server']['auth'];
  readonly #broken: Promise<never>;

  /** @param name of this site, for the greeting */
  constructor({ host, port, isSecure, auth }: MailSettings['server'], name: string, patience: SmtpPatience) {
    this.#auth = auth;
    this.#connection = new SMTPConnection({
      host,
      port,
      secure: isSecure,
      name,
      // A password is sent encrypted, or not at all. Within this machine there is nothing to protect it from, and mail
      // servers there often have a certificate of their own making.
      requireTLS: !isSecure && auth !== null && !isLoopback(host),
      ignoreTLS: isLoopback(host),
      ...(isIP(host) === 0 && { servername: host }),
      connectionTimeout: patience.toConnect,
      dnsTimeout: patience.toConnect,
      greetingTimeout: patience.toRespond,
      socketTimeout: patience.toRespond,
      socketCloseTimeout: 0,
    });
    const tooLong = new Promise<never>((_resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('It took too long.')), patience.inAll).unref();
      this.#connection.once('end', () => clearTimeout(timer));
    });
    const failed = new Promise<never>((_resolve, reject) => {
      this.#connection.on('error', reject);
      this.#connection.once('end', () => reject(new Error('The connection was closed.')));
    });
    this.#broken = Promise.race([tooLong, failed]);
    // It breaks at the latest when it is closed, whether or not anything still waits.
    this.#broken.catch(() => undefined);
  }

  /** Connects, encrypts and signs in. */
  async open(): Promise<void> {
    const connection = this.#connection;
    const auth = this.#auth;
    await this.#orBroken((done) => connection.connect(done));
    if (auth) await this.#orBroken((done) => connection.login(auth, done));
  }

  /** @param content read only once the server has accepted the sender and the recipient */
  async send(from: string, to: string, content: Readable): Promise<void> {
    await this.#orBroken((done) => this.#connection.send({ from, to: [to] }, content, (error) => done(error)));
  }

  /** Ends the session; what waits for it fails. */
  close(): void {
    this.#connection.close();
  }

  #orBroken(start: (done: (error?: Error | null) => void) => void): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      start((error) => (error ? reject(error) : resolve()));
    });
    return Promise.race([done, this.#broken]);
  }
}

/** What a mail server, or the way to it, said: one line without control characters. */
export function reasonOf(error: unknown): string {
  const said =
    error instanceof Error && 'response' in error && typeof error.response === 'string' ? error.response : '';
  const text = said || (error instanceof Error ? error.message : String(error));
  return (
    text
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, 200) || 'No reason was given.'
  );
}

/** Whether a mail was rejected, for good or for now; null where the mail server said nothing. */
function rejectionOf(error: unknown): 'failed' | 'later' | null {
  if (!(error instanceof Error)) return null;
  if ('responseCode' in error && typeof error.responseCode === 'number') {
    return 'permanent' in error && error.permanent === true ? 'failed' : 'later';
  }
  // An address that no mail server can be given, such as one with a line break.
  return 'code' in error && error.code === 'EENVELOPE' ? 'failed' : null;
}

type Delivery = { from: string; to: string; message: Buffer; begin: () => Promise<boolean> };

/**
 * Sends one mail.
 *
 * @param begin called once the server waits for the content, before it gets any of it; false: the mail is not to be sent
 * @returns null where `begin` returned false; `isReached` says whether the server took part at all
 */
export async function deliver(
  session: SmtpSession,
  { from, to, message, begin }: Delivery,
): Promise<{ result: AttemptResult; isReached: boolean } | null> {
  const progress: { isReached: boolean; content: 'kept' | 'begun' | 'lost' } = { isReached: false, content: 'kept' };
  const content = new Readable({
    read() {
      begin().then(
        (mayGoOn) => {
          progress.content = mayGoOn ? 'begun' : 'lost';
          if (!mayGoOn) {
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
    const { isReached, content: passed } = progress;
    if (passed === 'lost') return null;
    // A rejection before the mail itself, such as of the password, says nothing about the mail.
    const rejection = isReached ? rejectionOf(error) : 'later';
    const kind = rejection ?? (passed === 'begun' ? 'unknown' : 'later');
    return { result: { kind, reason: reasonOf(error) }, isReached };
  } finally {
    content.destroy();
    session.close();
  }
}
