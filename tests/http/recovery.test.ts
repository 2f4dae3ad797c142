import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deskPaths, paths } from '~/paths';
import { FormBrowser } from '../support/account-client';
import { callApi, getData } from '../support/api-client';
import { hiddenField } from '../support/form-client';
import { shine } from '../support/sample-content';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { getVisibleText } from '../support/page-text';

let now = new Date('2026-06-15T06:30:00.000Z');
const clock = (): Date => {
  now = new Date(now.getTime() + 1);
  return now;
};
const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};
let site: SiteInProcess;
let people = 0;
beforeAll(async () => {
  site = await openSite({}, clock);
});
afterAll(() => site.close());
// Each test has the limits of its address to itself.
beforeEach(() => later(61));

const newPassword = 'another!kite';
const person = () => {
  people += 1;
  return { name: 'Asha Rao', email: `asha-${people}@example.com`, password: 'open!sesame' };
};
type Person = ReturnType<typeof person>;

const codePattern = /(?:[0-9A-HJKMNP-TV-Z]{4} ){7}[0-9A-HJKMNP-TV-Z]{4}/;
const codeOn = (body: string): string => codePattern.exec(getVisibleText(body))?.[0].replaceAll(' ', '-') ?? '';

/** Signs up in a browser. @returns it with the recovery code that the site shows */
async function enter(account: Person): Promise<{ browser: FormBrowser; code: string }> {
  const browser = await new FormBrowser(site).enter(account);
  return { browser, code: codeOn((await browser.open(paths.recoveryCode())).body) };
}

async function recover(fields: { email: string; code: string; password?: string }, browser = new FormBrowser(site)) {
  const idempotencyKey = hiddenField(await browser.open(paths.recover()), 'idempotencyKey');
  const response = await browser.send(paths.recover(), { idempotencyKey, password: newPassword, ...fields });
  return { browser, response };
}

const canSignIn = async ({ email }: Person, password: string): Promise<boolean> =>
  (await callApi(site, 'POST', '/api/auth/login', { body: { email, password } })).status === 200;

describe('the recovery code of a new account', () => {
  it('is shown until the user confirms it, along with the redirect and message of sign-up', async () => {
    const account = person();
    const browser = new FormBrowser(site);
    const up = await browser.send('/login?mode=signup', { mode: 'signup', ...account });
    expect([up.status, up.headers.location]).toEqual([303, '/main']);
    const home = getVisibleText((await browser.open('/main')).body);
    expect(home).toContain('Your account is ready, and you are signed in. Keep your recovery code');
    const saved = { intent: 'save', version: '1', name: 'Asha Kulkarni', gender: 'other' };
    const { headers } = await browser.send('/profile/edit', saved);
    const profile = getVisibleText((await browser.open(headers.location ?? '')).body);
    expect(profile).toContain('Your profile has been saved.');
    expect(profile).not.toContain('Keep your recovery code');
    const shown = await browser.open(paths.recoveryCode());
    expect(shown.headers['cache-control']).toContain('no-store');
    const code = codeOn(shown.body);
    expect(code).toHaveLength(39);
    expect(getVisibleText(shown.body)).toContain('This page shows it again in this browser for an hour');
    expect(codeOn((await browser.open(paths.recoveryCode())).body)).toBe(code);
    expect(getVisibleText((await browser.open(paths.profile())).body)).toContain('Have you saved your recovery code?');
    await browser.send(paths.recoveryCode(), { intent: 'kept' });
    const gone = await browser.open(paths.recoveryCode());
    expect([gone.status, gone.headers.location]).toEqual([302, `${paths.profileView('security')}#recovery`]);
    expect(getVisibleText((await browser.open(paths.profile())).body)).not.toContain('ecovery code?');
    const file = site.runtime.db.$client.serialize().toString('latin1');
    for (const secret of [code, code.replaceAll('-', '')]) expect(file).not.toContain(secret);
  });

  it('is not shown to another user of the browser, and ends with the session', async () => {
    const { browser } = await enter(person());
    const other = person();
    await browser.send('/login?mode=signup', { mode: 'signup', ...other });
    expect(codeOn((await browser.open(paths.recoveryCode())).body)).toHaveLength(39);
    await browser.send('/logout', {});
    expect(browser.cookie('recoveryCode')).toBeUndefined();
  });

  it('is missing for an account of an older version, and can be created with the password', async () => {
    const account = person();
    const { browser } = await enter(account);
    site.runtime.db.$client.exec('DELETE FROM account_recovery_codes');
    expect(getVisibleText((await browser.open(paths.profile())).body)).toContain('You have no recovery code yet.');
    const renew = (codePassword: string) =>
      browser.send(paths.profileView('security'), { intent: 'recovery-code', codePassword });
    const wrong = await renew('wrong!!');
    expect([wrong.status, wrong.body.includes('id="codePassword-error"')]).toEqual([422, true]);
    expect((await renew(account.password)).headers.location).toBe(paths.recoveryCode());
    const code = codeOn((await browser.open(paths.recoveryCode())).body);
    expect((await recover({ email: account.email, code })).response.status).toBe(303);
  });
});

describe('a recovery', () => {
  it('sets the password once, ends all sessions, signs in, and shows a new code', async () => {
    const account = person();
    const { browser: old, code } = await enter(account);
    const token = getData<{ token: string }>(await callApi(site, 'POST', '/api/auth/login', { body: account })).token;
    const { browser, response } = await recover({ email: account.email.toUpperCase(), code: code.toLowerCase() });
    expect([response.status, response.headers.location]).toEqual([303, paths.recoveryCode()]);
    const page = await browser.open(paths.recoveryCode());
    expect(getVisibleText(page.body)).toContain('Your new password is set, and you are signed in.');
    expect(codeOn(page.body)).not.toBe(code);
    expect((await old.open(paths.profile())).status).toBe(302);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await callApi(site, 'GET', '/api/auth/profile', { headers })).status).toBe(401);
    expect([await canSignIn(account, account.password), await canSignIn(account, newPassword)]).toEqual([false, true]);
    expect((await recover({ email: account.email, code })).response.status).toBe(422);
  });

  it('gets the same response again when the form is sent twice', async () => {
    const account = person();
    const { code } = await enter(account);
    const fields = { idempotencyKey: 'a-key-of-the-form', email: account.email, code, password: newPassword };
    const browser = new FormBrowser(site);
    for (const _ of [1, 2]) expect((await browser.send(paths.recover(), fields)).status).toBe(303);
    expect((await browser.open(paths.profile())).status).toBe(200);
    expect((await browser.send(paths.recover(), { ...fields, code: '0' })).status).toBe(422);
  });

  it('rejects a wrong code as it rejects an unknown email, and keeps the email', async () => {
    const account = person();
    const { code } = await enter(account);
    const pages = [];
    for (const email of [account.email, 'nobody@example.com']) {
      const { response } = await recover({ email, code: email === account.email ? '0'.repeat(32) : code });
      expect(response.status).toBe(422);
      expect(response.body).toContain(`value="${email}"`);
      pages.push(getVisibleText(response.body).replaceAll(email, ''));
    }
    expect(pages[0]).toBe(pages[1]);
    expect(pages[0]).toContain('Email and recovery code do not match.');
  });

  it('rejects the code of another account', async () => {
    const account = person();
    const other = person();
    await enter(account);
    const { code } = await enter(other);
    expect((await recover({ email: account.email, code })).response.status).toBe(422);
    expect(await canSignIn(account, account.password)).toBe(true);
    expect((await recover({ email: other.email, code })).response.status).toBe(303);
  });

  it('reports a weak password beside its field, and keeps the code valid', async () => {
    const account = person();
    const { code } = await enter(account);
    const { response } = await recover({ email: account.email, code, password: 'password!' });
    expect([response.status, getVisibleText(response.body).includes('too easy to guess')]).toEqual([422, true]);
    expect(response.body).not.toContain(code);
    expect((await recover({ email: account.email, code })).response.status).toBe(303);
  });

  it('is throttled for an account and an address', async () => {
    const limited = await openSite({ RATE_LIMIT: 'on' }, clock);
    const attempt = (email: string) =>
      new FormBrowser(limited).send(paths.recover(), { email, code: 'x', password: newPassword });
    const statuses = [];
    for (let one = 0; one < 11; one += 1) statuses.push((await attempt('asha@example.com')).status);
    expect([statuses[9], statuses[10]]).toEqual([422, 429]);
    for (let one = 0; one < 21; one += 1) statuses.push((await attempt(`nobody-${one}@example.com`)).status);
    expect(statuses.slice(-2)).toEqual([422, 429]);
    await limited.close();
  });

  it('leaves two-step sign-in on', async () => {
    const account = person();
    const { code } = await enter(account);
    const secret = 'A'.repeat(32);
    site.runtime.db.$client.exec(
      `INSERT INTO authenticators SELECT id, '${secret}', 0, created_at FROM users WHERE email = '${account.email}'`,
    );
    const { browser, response } = await recover({ email: account.email, code });
    expect(response.headers.location).toBe(paths.login({ mode: 'code', redirectTo: paths.recoveryCode() }));
    expect((await browser.open(paths.profile())).status).toBe(302);
    const token = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
    const entered = await browser.send(paths.login({ mode: 'code' }), {
      mode: 'code',
      code: token,
      redirectTo: paths.recoveryCode(),
    });
    expect(entered.headers.location).toBe(paths.recoveryCode());
    expect(codeOn((await browser.open(paths.recoveryCode())).body)).toHaveLength(39);
  });
});

describe('the email of an account', () => {
  it('is changed with the password, unless another account has it', async () => {
    const [account, other] = [person(), person()];
    const { browser, code } = await enter(account);
    await enter(other);
    const change = (email: string, emailPassword = account.password) =>
      browser.send(paths.profileView('security'), { intent: 'change-email', email, emailPassword });
    const taken = await change(other.email);
    expect([taken.status, getVisibleText(taken.body).includes('An account with this email already exists')]).toEqual([
      409,
      true,
    ]);
    const wrong = await change('moved@example.com', 'wrong!!');
    expect([wrong.status, wrong.body.includes('id="emailPassword-error"')]).toEqual([422, true]);
    expect(wrong.body).toContain('value="moved@example.com"');
    expect((await change('moved@example.com')).status).toBe(303);
    expect(await canSignIn({ ...account, email: 'moved@example.com' }, account.password)).toBe(true);
    expect(await canSignIn(account, account.password)).toBe(false);
    expect((await recover({ email: 'moved@example.com', code })).response.status).toBe(303);
  });
});

describe('at the desk', () => {
  const operatorAccount = { name: 'Opal Desai', email: 'opal@example.com', password: 'desk!and!chair' };
  let operator: FormBrowser;
  beforeAll(async () => {
    operator = await new FormBrowser(site).enter(operatorAccount);
    site.runtime.db.$client.exec("UPDATE users SET role = 'owner' WHERE email = 'opal@example.com'");
  });
  beforeEach(async () => {
    operator = new FormBrowser(site);
    await operator.send('/login', operatorAccount);
  });
  const issue = (show: 'recovery-code' | 'manage-code', fields: Record<string, string>) =>
    operator.send(show === 'recovery-code' ? deskPaths.recoveryCode() : deskPaths.listingCode(), {
      reason: 'Called back',
      password: operatorAccount.password,
      ...fields,
    });

  it('a code is issued for an hour, with the password and a reason, which is logged', async () => {
    const account = person();
    const { code: own } = await enter(account);
    const { email } = account;
    expect((await issue('recovery-code', { email, password: '' })).status).toBe(422);
    const unreasoned = await issue('recovery-code', { email, reason: ' ' });
    expect(getVisibleText(unreasoned.body)).toContain('Reason is required');
    const issued = await issue('recovery-code', { email });
    const code = codeOn(issued.body);
    expect([issued.status, code.length]).toEqual([200, 39]);
    const log = getVisibleText((await operator.open(deskPaths.teamLog())).body);
    expect(log).toContain('Asha Rao: recovery code issued (“Called back”)');
    expect(log).not.toContain(email);
    later(61);
    expect((await recover({ email, code })).response.status).toBe(422);
    const second = codeOn((await issue('recovery-code', { email })).body);
    expect((await recover({ email, code: second })).response.status).toBe(303);
    expect((await recover({ email, code: second })).response.status).toBe(422);
    // The user's own code was replaced with it.
    expect((await recover({ email, code: own })).response.status).toBe(422);
  });

  it('no code is issued for an operator, nor for an unknown email', async () => {
    const own = await issue('recovery-code', { email: operatorAccount.email });
    expect([own.status, getVisibleText(own.body).includes('on the command line')]).toEqual([422, true]);
    expect((await issue('recovery-code', { email: 'nobody@example.com' })).status).toBe(422);
  });

  it('a lost manage code is replaced: the old one stops working', async () => {
    const { id, manageKey } = getData<{ id: string; manageKey: string }>(
      await callApi(site, 'POST', '/api/bikes', { body: shine }),
    );
    const issued = await issue('manage-code', { listing: `https://example.com/vehicle-details?vehicle=${id}` });
    const code = codeOn(issued.body);
    const change = (key: string) =>
      callApi(site, 'PUT', `/api/bikes/${id}`, { body: { presentPrice: 40_000 }, headers: { 'X-Manage-Key': key } });
    expect([(await change(manageKey)).status, (await change(code)).status]).toEqual([403, 200]);
    expect((await issue('manage-code', { listing: 'sample-bike-1' })).status).toBe(422);
    expect((await issue('manage-code', { listing: 'none' })).status).toBe(422);
  });

  it('the API does the same, once per idempotency key', async () => {
    const account = person();
    const bearer = async (body: object) => {
      const { token } = getData<{ token: string }>(await callApi(site, 'POST', '/api/auth/login', { body }));
      return { Authorization: `Bearer ${token}` };
    };
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      callApi(site, 'POST', `/api/account${path}`, { body, headers: { 'Idempotency-Key': `key ${path}`, ...headers } });
    const signUp = await callApi(site, 'POST', '/api/auth/signup', { body: account });
    expect(getData(signUp).recoveryCode).toHaveLength(39);
    const user = await bearer(account);
    const desk = await bearer(operatorAccount);
    const { id } = getData<{ id: string }>(await callApi(site, 'POST', '/api/bikes', { body: shine }));
    const email = `moved-${account.email}`;
    const calls: [string, object, Record<string, string>, object?][] = [
      ['/recovery-code', { password: account.password }, user],
      [
        '/email',
        { email, currentPassword: account.password },
        user,
        { email: 'x@example.com', currentPassword: account.password },
      ],
      ['/recovery-code/issue', { email, reason: 'Called' }, desk, { email, reason: 'Another' }],
      ['/manage-code/issue', { listing: id, reason: 'Called' }, desk, { listing: id, reason: 'Another' }],
    ];
    for (const [path, body, headers, changed] of calls) {
      const first = await post(path, body, headers);
      expect([path, first.status < 300]).toEqual([path, true]);
      expect([path, (await post(path, body, headers)).body]).toEqual([path, first.body]);
      if (changed) expect([path, (await post(path, changed, headers)).status]).toEqual([path, 409]);
    }
    const { recoveryCode: code } = getData<{ recoveryCode: string }>(
      await post('/recovery-code', { password: account.password }, user),
    );
    const body = { email, code, password: newPassword };
    const first = await post('/recover', body);
    expect(first.status).toBe(200);
    expect((await post('/recover', body)).body).toBe(first.body);
    expect((await post('/recover', { ...body, code: 'x' })).status).toBe(409);
    expect(await canSignIn({ ...account, email }, newPassword)).toBe(true);
  });

  it('an access token cannot be used to issue a code', async () => {
    const made = await operator.send(paths.profileView('tokens'), {
      intent: 'make-token',
      name: 'Sync',
      scope: 'write',
      days: '30',
      password: operatorAccount.password,
    });
    const headers = { Authorization: `Bearer ${/dph_[\w-]{43}/.exec(made.body)?.[0]}` };
    const body = { email: person().email, reason: 'Called' };
    expect((await callApi(site, 'POST', '/api/account/recovery-code/issue', { body, headers })).status).toBe(403);
  });
});
