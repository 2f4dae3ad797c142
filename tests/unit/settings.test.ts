import { describe, expect, test } from 'vitest';
import { getSettingWarnings, readSettings, SettingError } from '~/http/settings.server';

describe('settings', () => {
  test('have working defaults', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databasePath: 'db/dopahiya.sqlite',
      workers: 1,
      origin: null,
      trustProxy: false,
      logLevel: 'info',
      limits: { page: { max: 300, windowSeconds: 60 }, listing: { max: 10, windowSeconds: 3600 } },
    });
  });

  test('an empty one counts as unset', () => {
    expect(readSettings({ PORT: '', HOST: '', ORIGIN: '', RATE_LIMIT: '' })).toEqual(readSettings({}));
  });

  test('production listens on every interface, unless HOST says otherwise', () => {
    expect(readSettings({ NODE_ENV: 'production' }).host).toBeNull();
    expect(readSettings({ NODE_ENV: 'production', HOST: '10.0.0.5' }).host).toBe('10.0.0.5');
  });

  test('behind a proxy the site listens on this machine only, unless HOST says otherwise', () => {
    const behindProxy = { NODE_ENV: 'production', TRUST_PROXY: 'on' };
    expect(readSettings(behindProxy).host).toBe('127.0.0.1');
    expect(readSettings({ ...behindProxy, HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  });

  test('backups are made in production, in a folder beside the database, unless BACKUP_EVERY says otherwise', () => {
    expect(readSettings({}).backups).toEqual({ folder: 'db/backups', every: null, keep: 7 });
    const chosen = { DATABASE_PATH: '/data/site.sqlite', NODE_ENV: 'production' };
    expect(readSettings(chosen).backups).toEqual({ folder: '/data/backups', every: 86_400_000, keep: 7 });
    expect(readSettings({ ...chosen, BACKUP_EVERY: 'off' }).backups.every).toBeNull();
    const all = { BACKUP_EVERY: '2s', BACKUP_KEEP: '3', BACKUP_FOLDER: '/mnt/backups' };
    expect(readSettings(all).backups).toEqual({ folder: '/mnt/backups', every: 2_000, keep: 3 });
  });

  test('mail is off unless SMTP_URL is set, with MAIL_FROM and ORIGIN', () => {
    expect(readSettings({ MAIL_FROM: 'mail@bikes.example' })).toMatchObject({ mail: null, keepMail: 90 * 86_400_000 });
    const all = { MAIL_FROM: 'Dopahiya <mail@bikes.example>', ORIGIN: 'https://bikes.example' };
    const of = (url: string) => readSettings({ ...all, SMTP_URL: url }).mail;
    const from = { name: 'Dopahiya', address: 'mail@bikes.example' };
    expect(of('smtp://us%40er:p%3Ass@mail.example')).toEqual({
      server: { host: 'mail.example', port: 587, isSecure: false, auth: { user: 'us@er', pass: 'p:ss' } },
      from,
    });
    expect(of('smtps://[::1]:2465/')).toEqual({
      server: { host: '::1', port: 2465, isSecure: true, auth: null },
      from,
    });
    expect(readSettings({ ...all, SMTP_URL: 'smtp://a', MAIL_FROM: 'a@b.example' }).mail?.from.name).toBe('');
    expect(() => readSettings({ SMTP_URL: 'smtp://a', ORIGIN: all.ORIGIN })).toThrow('SMTP_URL needs MAIL_FROM');
    expect(() => readSettings({ SMTP_URL: 'smtp://a', MAIL_FROM: all.MAIL_FROM })).toThrow('SMTP_URL needs ORIGIN');
    for (const SMTP_URL of ['mail.example', 'https://mail.example', 'smtp://', 'smtp://a/b', 'smtp://u:%zz@a']) {
      expect(() => readSettings({ ...all, SMTP_URL })).toThrow('The setting SMTP_URL must be a mail server such as');
    }
    for (const MAIL_FROM of ['Dopahiya', 'a@b', 'A <a@b.example>\r\nBcc: x@y.example', 'a@b.example, c@d.example']) {
      expect(() => readSettings({ ...all, MAIL_FROM })).toThrow('The setting MAIL_FROM must be an address such as');
    }
  });

  test('behind a proxy, every interface of a machine without a public address gives no warning', () => {
    expect(getSettingWarnings(readSettings({ TRUST_PROXY: 'on', HOST: '0.0.0.0' }), [])).toEqual([]);
  });

  test.each([
    ['https://दोपहिया.भारत', 'https://xn--j2bip3b0ae5f.xn--h2brj9c'],
    ['HTTPS://Bikes.Example:443', 'https://bikes.example'],
    ['https://bikes.example/', 'https://bikes.example'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('ORIGIN=%s is %s', (text, expected) => {
    expect(readSettings({ ORIGIN: text }).origin).toBe(expected);
  });

  test('limits can be turned off and set', () => {
    expect(readSettings({ RATE_LIMIT: 'off' }).limits).toBeNull();
    expect(readSettings({ LIMIT_CONTACTS: '7/2h' }).limits?.contact).toEqual({ max: 7, windowSeconds: 7200 });
  });

  test.each([
    [{ ORIGIN: 'https://bikes.example' }, 1],
    [{ ORIGIN: 'https://bikes.example', TRUST_PROXY: 'on' }, 0],
    [{ TRUST_PROXY: 'on', HOST: '0.0.0.0' }, 1],
    [{ TRUST_PROXY: 'on', HOST: '::' }, 1],
    [{ TRUST_PROXY: 'on', HOST: '203.0.113.7' }, 1],
    [{ TRUST_PROXY: 'on', HOST: '10.0.0.5' }, 0],
    [{ ORIGIN: 'http://bikes.example' }, 0],
    [{}, 0],
  ])('%o logs %i warnings', (variables, times) => {
    const warnings = getSettingWarnings(readSettings(variables), ['203.0.113.7']);
    expect(warnings).toHaveLength(times);
    expect(warnings.join()).not.toContain('Secure');
  });

  test.each([
    ['PORT', 'eighty', 'The setting PORT must be a port number from 0 to 65535.'],
    ['WORKERS', '0', 'The setting WORKERS must be a number of processes from 1 to 99.'],
    [
      'REPLICA_URL',
      'ftp://host/replica',
      'The setting REPLICA_URL must be the path of a folder, s3://bucket/path or sftp://user@host/path.',
    ],
    ['STANDBY', 'on', 'The setting STANDBY needs REPLICA_URL, the replica to follow.'],
    [
      'PRIMARY_URL',
      '10.0.0.5',
      'The setting PRIMARY_URL must be the address of the primary without a path, such as http://10.0.0.5:3000.',
    ],
    ['PORT', '65536', 'The setting PORT must be a port number from 0 to 65535.'],
    ['PORT', '-1', 'The setting PORT must be a port number from 0 to 65535.'],
    [
      'ORIGIN',
      'bikes.example',
      'The setting ORIGIN must be the public address without a path, such as https://bikes.example.',
    ],
    [
      'ORIGIN',
      'https://bikes.example/shop',
      'The setting ORIGIN must be the public address without a path, such as https://bikes.example.',
    ],
    [
      'ORIGIN',
      'https://user@bikes.example',
      'The setting ORIGIN must be the public address without a path, such as https://bikes.example.',
    ],
    [
      'DATABASE_PATH',
      '~/site.sqlite',
      'The setting DATABASE_PATH must be a path without ~, which only a shell replaces by the home folder.',
    ],
    [
      'BACKUP_FOLDER',
      '~',
      'The setting BACKUP_FOLDER must be a path without ~, which only a shell replaces by the home folder.',
    ],
    [
      'REPLICA_URL',
      '~/replica',
      'The setting REPLICA_URL must be a path without ~, which only a shell replaces by the home folder.',
    ],
    [
      'DATABASE_PATH',
      'file:/x.sqlite?mode=ro',
      'The setting DATABASE_PATH must be a path such as /var/lib/dopahiya/site.sqlite, without file:.',
    ],
    [
      'DATABASE_PATH',
      ':memory:',
      'The setting DATABASE_PATH must be the path of a file: a database in memory would be lost at each stop.',
    ],
    ['TRUST_PROXY', 'yes', 'The setting TRUST_PROXY must be on or off.'],
    ['BACKUP_EVERY', 'daily', 'The setting BACKUP_EVERY must be off, or a time such as 24h, 90m or 7d.'],
    ['SLOW_QUERY_MS', 'fast', 'The setting SLOW_QUERY_MS must be a number of milliseconds such as 100.'],
    ['BACKUP_KEEP', '0', 'The setting BACKUP_KEEP must be a number of backups from 1 to 9999.'],
    ['RATE_LIMIT', '100', 'The setting RATE_LIMIT must be on or off.'],
    ['LOG_LEVEL', 'loud', 'The setting LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    ['LIMIT_PAGES', '300', 'The setting LIMIT_PAGES must be a number and a time such as 300/1m, 5/10m or 10/1h.'],
  ])('%s=%s stops the start with one sentence that names it', (name, value, message) => {
    expect(() => readSettings({ [name]: value })).toThrow(new SettingError(message));
  });
});
