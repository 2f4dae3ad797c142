import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a server got it: its envelope, and its source. */
export type ReceivedMail = { from: string; to: string[]; source: string };

type MailServer = {
  /** The setting SMTP_URL for it. */
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Waits until so many mails have arrived. */
  gets: (count: number) => Promise<ReceivedMail[]>;
  close: () => Promise<void>;
};

/** Starts a real mail server in this process. @param handlers override how it responds */
export async function startMailServer(handlers: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
    ...handlers,
  });
  // A client that is killed breaks its connection.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address: AddressInfo | string | null = server.server.address();
  if (typeof address !== 'object' || !address) throw new Error('The mail server listens on no port.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    gets: async (count) => {
      const until = Date.now() + 20_000;
      while (received.length < count && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
      return received;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A header of a mail, unfolded; null without one. */
export function getHeader({ source }: ReceivedMail, name: string): string | null {
  const [head = ''] = source.split('\r\n\r\n', 1);
  const line = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .find((one) => one.startsWith(`${name}: `));
  return line?.slice(name.length + 2) ?? null;
}

const decoded = (text: string): string => {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

/** A part of a mail by its type, decoded. */
export function getPart(mail: ReceivedMail, type: 'text/plain' | 'text/html'): string {
  const boundary = /boundary="([^"]+)"/.exec(getHeader(mail, 'Content-Type') ?? '')?.[1] ?? '';
  const part = mail.source.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  return (/quoted-printable/i.test(part) ? decoded(body) : body).replaceAll('\r\n', '\n');
}
