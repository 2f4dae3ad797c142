import { z } from 'zod';
import { isEmailAddress } from '~/domain/shared/email';
import { defaultDatabasePath, getDefaultBackupFolder } from '~db/files.mjs';
import type { AddressLimit, LimitName } from './address-limits.server';
import { listPublicAddresses } from './private-addresses.server';

const defaultLimits = {
  /** Includes cached pages. High, because in India many phones share one address. */
  LIMIT_PAGES: '300/1m',
  LIMIT_API_READS: '600/1m',
  LIMIT_WRITES: '60/1m',
  LIMIT_LISTINGS: '10/1h',
  /** Per user. */
  LIMIT_BATCH_LINES: '1000/1h',
  LIMIT_CONTACTS: '5/10m',
  LIMIT_SIGN_INS: '10/3m',
  LIMIT_SIGN_UPS: '5/1h',
} as const;

export type MailSettings = {
  server: {
    host: string;
    port: number;
    /** Otherwise STARTTLS is used if the server offers it. */
    isSecure: boolean;
    auth: { user: string; pass: string } | null;
  };
  from: { name: string; address: string };
};

/** docs/product.md, "Settings". */
export type Settings = {
  port: number;
  /** Null: all network interfaces. */
  host: string | null;
  databasePath: string;
  workers: number;
  replicaUrl: string | null;
  isStandby: boolean;
  primaryUrl: string | null;
  isProxyingWrites: boolean;
  /** Without a trailing slash; null to use the `Host` of each request. */
  origin: string | null;
  trustProxy: boolean;
  /** `name@bank`; null to accept none. */
  upiAddress: string | null;
  securityContact: string | null;
  /** Null disables rate limits, for load tests only. */
  limits: Record<LimitName, AddressLimit> | null;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  slowQueryMilliseconds: number;
  /** Retention of messages, conversations and service requests in milliseconds; null: unlimited. */
  keepMessages: number | null;
  mail: MailSettings | null;
  /** Milliseconds; null: unlimited. */
  keepMail: number | null;
  /** Whether webhooks may reach private addresses, and without TLS. */
  hasPrivateWebhooks: boolean;
  backups: {
    folder: string;
    /** Milliseconds; null if the server makes none. */
    every: number | null;
    keep: number;
  };
};

/** The message is a sentence for the operator that names the setting. */
export class SettingError extends Error {}

const onOrOff = (byDefault: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default(byDefault)
    .transform((value) => value === 'on');

const secondsPer = { s: 1, m: 60, h: 3600 } as const;
const limit = (byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .transform((text, context): AddressLimit => {
      const [, max, length, unit] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
      if (max && length && (unit === 's' || unit === 'm' || unit === 'h')) {
        return { max: Number(max), windowSeconds: Number(length) * secondsPer[unit] };
      }
      context.addIssue({ code: 'custom', message: 'must be a number and a time such as 300/1m, 5/10m or 10/1h' });
      return z.NEVER;
    });

const millisecondsPer = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const everySoOften = z.string().transform((text, context): number | null => {
  if (text === 'off') return null;
  const [, length, unit] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? [];
  if (length && (unit === 's' || unit === 'm' || unit === 'h' || unit === 'd')) {
    return Number(length) * millisecondsPer[unit];
  }
  context.addIssue({ code: 'custom', message: 'must be off, or a time such as 24h, 90m or 7d' });
  return z.NEVER;
});

/** An origin as browsers send it: in lower case, a domain in any script as Punycode, without the default port. */
const origin = (message: string) =>
  z.string().transform((text, context): string => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isPlain =
      url !== null && /^https?:$/.test(url.protocol) && /^[a-z]+:\/\/[^/?#@\s]+\/?$/i.test(text) && url.hostname !== '';
    if (isPlain) return url.origin;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

function findPathMistake(path: string): string | null {
  if (/^~(?:[/\\]|$)/.test(path)) return 'must be a path without ~, which only a shell replaces by the home folder';
  if (/^file:/i.test(path)) return 'must be a path such as /var/lib/dopahiya/site.sqlite, without file:';
  if (path === ':memory:') return 'must be the path of a file: a database in memory would be lost at each stop';
  return path.includes('\0') ? 'must be a path' : null;
}

const filePath = z.string().superRefine((path, context) => {
  const message = findPathMistake(path);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

const defaultPorts = { 'smtp:': 587, 'smtps:': 465 } as const;
const mailServer = z.string().transform((text, context): MailSettings['server'] => {
  try {
    const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
    const isPlain = (pathname === '' || pathname === '/') && search === '' && hash === '';
    if ((protocol === 'smtp:' || protocol === 'smtps:') && hostname !== '' && isPlain) {
      return {
        host: hostname.replace(/^\[(.+)\]$/, '$1'),
        port: port === '' ? defaultPorts[protocol] : Number(port),
        isSecure: protocol === 'smtps:',
        auth: username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      };
    }
  } catch {
    // Not a URL, or its password is not percent-encoded.
  }
  context.addIssue({
    code: 'custom',
    message: 'must be a mail server such as smtp://user:password@mail.example:587 or smtps://mail.example',
  });
  return z.NEVER;
});

const mailSender = z.string().transform((text, context): MailSettings['from'] => {
  const [, name = '', inBrackets, alone] = /^(?:([^<>"\p{Cc}]*)<([^<>\s]+)>|([^<>\s]+))$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? alone ?? '';
  if (isEmailAddress(address)) return { name: name.trim(), address };
  context.addIssue({ code: 'custom', message: 'must be an address such as Dopahiya <mail@bikes.example>' });
  return z.NEVER;
});

const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z
    .string()
    .default('3000')
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be a port number from 0 to 65535')
    .transform(Number),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an address to listen on')
    .optional(),
  DATABASE_PATH: filePath.default(defaultDatabasePath),
  WORKERS: z
    .string()
    .default('1')
    .refine((text) => /^[1-9]\d?$/.test(text), 'must be a number of processes from 1 to 99')
    .transform(Number),
  REPLICA_URL: z
    .string()
    .regex(
      /^(?!\w+:\/\/)|^(?:s3|sftp):\/\/./,
      'must be the path of a folder, s3://bucket/path or sftp://user@host/path',
    )
    .pipe(filePath)
    .optional(),
  STANDBY: onOrOff('off'),
  PRIMARY_URL: origin('must be the address of the primary without a path, such as http://10.0.0.5:3000').optional(),
  PASS_ON: onOrOff('on'),
  ORIGIN: origin('must be the public address without a path, such as https://bikes.example').optional(),
  TRUST_PROXY: onOrOff('off'),
  UPI_ADDRESS: z
    .string()
    .regex(/^[\w.-]{2,256}@[A-Za-z][\w.-]{1,63}$/, 'must be a UPI address such as name@bank')
    .optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(
      /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/,
      'must be mailto:name@host, an https address or tel:+number',
    )
    .optional(),
  RATE_LIMIT: onOrOff('on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  SLOW_QUERY_MS: z
    .string()
    .default('100')
    .refine((text) => /^\d{1,5}$/.test(text), 'must be a number of milliseconds such as 100')
    .transform(Number),
  KEEP_MESSAGES: everySoOften.default(3 * 365 * millisecondsPer.d),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: mailSender.optional(),
  KEEP_MAIL: everySoOften.default(90 * millisecondsPer.d),
  PRIVATE_WEBHOOKS: onOrOff('off'),
  BACKUP_EVERY: everySoOften.optional(),
  BACKUP_KEEP: z
    .string()
    .default('7')
    .refine((text) => /^[1-9]\d{0,3}$/.test(text), 'must be a number of backups from 1 to 9999')
    .transform(Number),
  BACKUP_FOLDER: filePath.optional(),
  LIMIT_PAGES: limit(defaultLimits.LIMIT_PAGES),
  LIMIT_API_READS: limit(defaultLimits.LIMIT_API_READS),
  LIMIT_WRITES: limit(defaultLimits.LIMIT_WRITES),
  LIMIT_LISTINGS: limit(defaultLimits.LIMIT_LISTINGS),
  LIMIT_BATCH_LINES: limit(defaultLimits.LIMIT_BATCH_LINES),
  LIMIT_CONTACTS: limit(defaultLimits.LIMIT_CONTACTS),
  LIMIT_SIGN_INS: limit(defaultLimits.LIMIT_SIGN_INS),
  LIMIT_SIGN_UPS: limit(defaultLimits.LIMIT_SIGN_UPS),
});

/** No backups of a development checkout. */
const getDefaultInterval = (nodeEnv: string | undefined): number | null =>
  nodeEnv === 'production' ? 24 * millisecondsPer.h : null;

export function getSettingWarnings(
  { origin, trustProxy, host }: Settings,
  publicAddresses: readonly string[] = listPublicAddresses(),
): string[] {
  const isOpen = host === null || host === '0.0.0.0' || host === '::' || publicAddresses.includes(host);
  if (trustProxy) {
    return isOpen && publicAddresses.length > 0
      ? [
          `TRUST_PROXY is on, and HOST lets clients connect past the proxy at ${publicAddresses.join(', ')}. Leave HOST out if the proxy runs on this machine, or set it to an address that only the proxy reaches.`,
        ]
      : [];
  }
  return origin?.startsWith('https:')
    ? [
        'ORIGIN is https, but TRUST_PROXY is off: all visitors share the address of the proxy, also in rate limits. Behind a proxy set TRUST_PROXY=on.',
      ]
    : [];
}

/** @throws SettingError with one sentence that names the first invalid setting */
export function readSettings(variables: Record<string, string | undefined>): Settings {
  const entries = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(entries);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SettingError(`The setting ${issue?.path.join('.')} ${issue?.message}.`);
  }
  const env = parsed.data;
  const { SMTP_URL: server, MAIL_FROM: from } = env;
  if (server && !from) throw new SettingError('The setting SMTP_URL needs MAIL_FROM, the sender of mails.');
  if (server && !env.ORIGIN) throw new SettingError('The setting SMTP_URL needs ORIGIN, for links in mails.');
  if (env.STANDBY && env.REPLICA_URL === undefined) {
    throw new SettingError('The setting STANDBY needs REPLICA_URL, the replica to follow.');
  }
  return {
    port: env.PORT,
    // A client that reaches the port past the proxy can send its headers.
    host: env.HOST ?? (env.NODE_ENV === 'production' && !env.TRUST_PROXY ? null : '127.0.0.1'),
    databasePath: env.DATABASE_PATH,
    workers: env.WORKERS,
    replicaUrl: env.REPLICA_URL ?? null,
    isStandby: env.STANDBY,
    primaryUrl: env.PRIMARY_URL ?? null,
    isProxyingWrites: env.PASS_ON,
    origin: env.ORIGIN ?? null,
    trustProxy: env.TRUST_PROXY,
    upiAddress: env.UPI_ADDRESS ?? null,
    securityContact: env.SECURITY_CONTACT ?? null,
    limits: env.RATE_LIMIT
      ? {
          page: env.LIMIT_PAGES,
          'api-read': env.LIMIT_API_READS,
          write: env.LIMIT_WRITES,
          listing: env.LIMIT_LISTINGS,
          batch: env.LIMIT_BATCH_LINES,
          contact: env.LIMIT_CONTACTS,
          'sign-in': env.LIMIT_SIGN_INS,
          'sign-up': env.LIMIT_SIGN_UPS,
        }
      : null,
    logLevel: env.LOG_LEVEL,
    slowQueryMilliseconds: env.SLOW_QUERY_MS,
    keepMessages: env.KEEP_MESSAGES,
    mail: server && from ? { server, from } : null,
    keepMail: env.KEEP_MAIL,
    hasPrivateWebhooks: env.PRIVATE_WEBHOOKS,
    backups: {
      folder: env.BACKUP_FOLDER ?? getDefaultBackupFolder(env.DATABASE_PATH),
      every: env.BACKUP_EVERY === undefined ? getDefaultInterval(env.NODE_ENV) : env.BACKUP_EVERY,
      keep: env.BACKUP_KEEP,
    },
  };
}
