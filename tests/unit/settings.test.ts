import { describe, expect, test } from 'vitest';
import { readSettings, SettingError, settingWarnings } from '~/http/settings.server';

describe('settings', () => {
  test('have working defaults', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databasePath: 'db/dopahiya.sqlite',
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

  test('limits can be turned off and set', () => {
    expect(readSettings({ RATE_LIMIT: 'off' }).limits).toBeNull();
    expect(readSettings({ LIMIT_CONTACTS: '7/2h' }).limits?.contact).toEqual({ max: 7, windowSeconds: 7200 });
  });

  test.each([
    [{ ORIGIN: 'https://bikes.example' }, 1],
    [{ ORIGIN: 'https://bikes.example', TRUST_PROXY: 'on' }, 0],
    [{ ORIGIN: 'http://bikes.example' }, 0],
    [{}, 0],
  ])('%o logs %i warnings', (variables, times) => {
    expect(settingWarnings(readSettings(variables))).toHaveLength(times);
  });

  test.each([
    ['PORT', 'eighty', 'The setting PORT must be a port number from 0 to 65535.'],
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
    ['TRUST_PROXY', 'yes', 'The setting TRUST_PROXY must be on or off.'],
    ['RATE_LIMIT', '100', 'The setting RATE_LIMIT must be on or off.'],
    ['LOG_LEVEL', 'loud', 'The setting LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    ['LIMIT_PAGES', '300', 'The setting LIMIT_PAGES must be a number and a time such as 300/1m, 5/10m or 10/1h.'],
  ])('%s=%s stops the start with one sentence that names it', (name, value, message) => {
    expect(() => readSettings({ [name]: value })).toThrow(new SettingError(message));
  });
});
