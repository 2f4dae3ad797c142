import { describe, expect, it } from 'vitest';
import { asha, FormBrowser } from '../support/account-client';
import { callApi, getData, signIn } from '../support/api-client';
import { shine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { type TestResponse, openSite, type SiteInProcess } from '../support/site-in-process';

const aDay = 86_400_000;
let now = Date.parse('2026-06-15T06:30:00.000Z');
let site: SiteInProcess;
shareSite(async () => {
  site = await openSite({}, () => new Date(now));
  return site;
});

const screen = '/profile/tokens';
const tokenIn = ({ body }: TestResponse): string => /<code class="[^"]+">(dph_[\w-]{43})<\/code>/.exec(body)?.[1] ?? '';
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const idsIn = ({ body }: TestResponse): string[] =>
  [...body.matchAll(/name="token" value="([^"]+)"/g)].flatMap(([, id]) => id ?? []);

let made = 0;
const newUser = (): Promise<FormBrowser> => {
  made += 1;
  return new FormBrowser(site).enter({ ...asha, email: `tokens${made}@example.com` });
};
const fields = { intent: 'make-token', name: 'Price watcher', scope: 'write', days: '30', password: asha.password };
async function newToken(user: FormBrowser, changes: Partial<typeof fields> = {}): Promise<string> {
  const response = await user.send(screen, { ...fields, ...changes });
  if (response.status !== 200) throw new Error(`No token: ${response.status}`);
  return tokenIn(response);
}
const profileStatus = async (token: string): Promise<number> =>
  (await callApi(site, 'GET', '/api/auth/profile', { headers: bearer(token) })).status;

describe('an access token', () => {
  it('is shown once, in the response to its form, and stored only as a hash', async () => {
    const user = await newUser();
    const response = await user.send(screen, { ...fields, idempotencyKey: 'one form' });
    const token = tokenIn(response);
    expect(token).toHaveLength(47);
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(JSON.stringify(response.headers)).not.toContain(token);
    expect(site.runtime.db.$client.serialize().toString('latin1')).not.toContain(token);
    const later = await user.open(screen);
    expect(later.body).toContain('<h3');
    expect(later.body).not.toContain('dph_');
    const again = await user.send(screen, { ...fields, idempotencyKey: 'one form' });
    expect([tokenIn(again), idsIn(again).length]).toEqual([token, 1]);
  });

  it('is refused with all errors at once', async () => {
    const empty = await (await newUser()).send(screen, { ...fields, name: '', password: '' });
    expect([empty.status, ...(empty.body.match(/(?<=id=")\w+(?=-error")/g) ?? [])]).toEqual([422, 'name', 'password']);
  });

  it('authorizes API requests as its user, with the name of its user', async () => {
    const token = await newToken(await newUser());
    const listed = await callApi(site, 'POST', '/api/bikes', { body: shine, headers: bearer(token) });
    const { id, manageKey, seller } = getData<{ id: string; manageKey?: string; seller: { name: string } }>(listed);
    expect([listed.status, manageKey, seller.name]).toEqual([201, undefined, asha.name]);
    const change = { body: { presentPrice: 41_000 }, headers: bearer(token) };
    expect((await callApi(site, 'PUT', `/api/bikes/${id}`, change)).status).toBe(200);
  });

  it('with scope read gets 403 for every write, and still reads', async () => {
    const token = await newToken(await newUser(), { scope: 'read' });
    for (const [method, path] of [
      ['POST', '/api/bikes'],
      ['PUT', '/api/auth/profile'],
      ['POST', '/api/feedback'],
      ['DELETE', '/api/reviews/1'],
      ['PATCH', '/api/bikes/1/sold'],
    ] as const) {
      const { status, json, headers } = await callApi(site, method, path, { headers: bearer(token) });
      expect([path, status, json.message]).toEqual([path, 403, 'This access token may only read.']);
      expect(headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="write"');
    }
    expect(await profileStatus(token)).toBe(200);
    const loan = { body: { principal: 100_000, rate: 9, tenure: 12 }, headers: bearer(token) };
    expect((await callApi(site, 'POST', '/api/services/emi-calculator', loan)).status).toBe(200);
    // It can always revoke itself.
    expect((await callApi(site, 'POST', '/api/auth/logout', { headers: bearer(token) })).status).toBe(200);
    expect(await profileStatus(token)).toBe(401);
  });

  it('opens no screen: it cannot manage tokens, the password or the account, by header or by cookie', async () => {
    const user = await newUser();
    const token = await newToken(user);
    const thief = new FormBrowser(site);
    thief.carry('authToken', token);
    const forms: Record<string, string>[] = [
      fields,
      { intent: 'revoke-token', token: idsIn(await user.open(screen))[0] ?? '' },
      { intent: 'change-password', currentPassword: asha.password, newPassword: 'another!kite' },
      { intent: 'delete-account', password: asha.password },
      { intent: 'end-session' },
    ];
    for (const form of forms) {
      const path = form.intent?.endsWith('-token') ? screen : '/profile/security';
      const byHeader = await new FormBrowser(site).send(path, form, bearer(token));
      const byCookie = await thief.send(path, form);
      for (const { status, headers } of [byHeader, byCookie]) {
        expect([form.intent, status, headers.location?.startsWith('/login?')]).toEqual([form.intent, 303, true]);
      }
    }
    expect((await thief.open('/profile/data.json')).headers.location).toBe('/login?redirectTo=%2Fprofile');
    expect(await profileStatus(token)).toBe(200);
    expect(idsIn(await user.open(screen))).toHaveLength(1);
  });

  it('shows when it was last used, and expires on its date', async () => {
    const user = await newUser();
    const token = await newToken(user);
    expect((await user.open(screen)).body).toContain('never used');
    now += 3 * aDay;
    expect(await profileStatus(token)).toBe(200);
    const { body } = await user.open(screen);
    expect(body).toMatch(
      /Read and write · made on 15 Jun 2026 · ends on 15 Jul 2026 · <!-- -->last used on 18 Jun 2026/,
    );
    now += 27 * aDay;
    expect(await profileStatus(token)).toBe(401);
  });

  it('is revoked by its own user only', async () => {
    const user = await newUser();
    const token = await newToken(user);
    const [id = ''] = idsIn(await user.open(screen));
    await (await newUser()).send(screen, { intent: 'revoke-token', token: id });
    expect(await profileStatus(token)).toBe(200);
    const revoked = await user.send(screen, { intent: 'revoke-token', token: id });
    expect([revoked.status, revoked.headers.location]).toEqual([303, screen]);
    expect((await user.open(screen)).body).toContain('That token is no longer valid.');
    expect(await profileStatus(token)).toBe(401);
  });

  it('survives signing out, everywhere too, and ends with the password and the account', async () => {
    const user = await newUser();
    const token = await newToken(user);
    await user.send('/profile/security', { intent: 'end-session' });
    expect((await user.open('/profile/security')).body).not.toContain('Price watcher');
    expect(await profileStatus(token)).toBe(200);
    const change = { intent: 'change-password', currentPassword: asha.password, newPassword: 'another!kite' };
    expect((await user.send('/profile/security', change)).status).toBe(303);
    expect(await profileStatus(token)).toBe(401);
    const second = await newToken(user, { password: 'another!kite' });
    await user.send('/profile/security', { intent: 'delete-account', password: 'another!kite' });
    expect(await profileStatus(second)).toBe(401);
  });

  it('of an operator has the rights of an operator', async () => {
    const user = await newUser();
    const promote = site.runtime.db.$client.prepare("UPDATE users SET role = 'owner' WHERE email = ?");
    promote.run(`tokens${made}@example.com`);
    const token = await newToken(user, { scope: 'read' });
    expect((await callApi(site, 'GET', '/api/contacts', { headers: bearer(token) })).status).toBe(200);
  });
});

it('an access token has limits of its own, beside those of its address', async () => {
  const limited = await openSite({ RATE_LIMIT: 'on', LIMIT_API_READS: '2/1h', LIMIT_WRITES: '4/1h' });
  const user = await new FormBrowser(limited).enter(asha);
  const tokens = [await user.send(screen, fields), await user.send(screen, { ...fields, name: 'Another' })].map(
    tokenIn,
  );
  const read = async (headers: Record<string, string> = {}) =>
    (await callApi(limited, 'GET', '/api/bikes', { headers })).status;
  const write = async (headers: Record<string, string> = {}) =>
    (await callApi(limited, 'POST', '/api/feedback', { headers, body: {} })).status;
  expect([await read(), await read(), await read()]).toEqual([200, 200, 429]);
  // Signing up and the two tokens were three of the writes of the address.
  expect([await write(), await write()]).toEqual([401, 429]);
  for (const token of tokens) {
    const headers = bearer(token);
    expect([await read(headers), await read(headers), await read(headers)]).toEqual([200, 200, 429]);
    const writes = [];
    for (let sent = 0; sent < 5; sent += 1) writes.push(await write(headers));
    expect(writes).toEqual([422, 422, 422, 422, 429]);
  }
  // One that is no token counts for its address.
  expect(await read(bearer('dph_unknown'))).toBe(429);
  await limited.close();
});

describe('an access token made by the API', () => {
  it('has its scopes and its date, is listed, and is revoked', async () => {
    const api = (method: string, path: string, headers: Record<string, string>, body?: object) =>
      callApi(site, method, `/api/auth${path}`, { headers, body });
    const headers = signIn(site, 'Opal', 'owner');
    const account = { ...asha, email: 'programs@example.com' };
    const session = getData<{ token: string; expiresAt: string }>(await api('POST', '/signup', {}, account));
    expect(session.expiresAt).toBe(new Date(now + 30 * aDay).toISOString());
    const user = bearer(session.token);
    const wanted = { name: 'Stock', scopes: ['read', 'write'], days: 90, password: asha.password };
    expect((await api('POST', '/tokens', user, { ...wanted, scopes: ['desk'] })).json.errors).toHaveProperty('scopes');
    const once = { ...user, 'Idempotency-Key': 'one program' };
    const { token, ...made } = getData<{ token: string; id: string }>(await api('POST', '/tokens', once, wanted));
    expect(getData(await api('POST', '/tokens', once, wanted))).toEqual({ token, ...made });
    const expiresAt = new Date(now + 90 * aDay).toISOString();
    expect(made).toMatchObject({ name: 'Stock', scopes: ['read', 'write'], expiresAt, lastUsedAt: null });
    expect(getData(await api('GET', '/tokens', user))).toEqual({ tokens: [made] });
    expect((await api('POST', '/tokens', bearer(token), wanted)).status).toBe(403);
    expect((await api('DELETE', `/tokens/${made.id}`, headers)).status).toBe(404);
    expect((await api('DELETE', `/tokens/${made.id}`, user)).status).toBe(200);
    expect(await profileStatus(token)).toBe(401);
  });

  it('of an operator opens the desk with that scope only', async () => {
    const { db } = site.runtime;
    const account = { ...asha, email: 'clerk@example.com' };
    const { token } = getData<{ token: string }>(await callApi(site, 'POST', '/api/auth/signup', { body: account }));
    db.$client.prepare("UPDATE users SET role = 'owner' WHERE email = ?").run(account.email);
    const results = [];
    for (const scopes of [['read'], ['read', 'desk']]) {
      const body = { name: 'Desk', scopes, days: 30, password: asha.password };
      const made = getData<{ token: string }>(
        await callApi(site, 'POST', '/api/auth/tokens', { body, headers: bearer(token) }),
      );
      results.push((await callApi(site, 'GET', '/api/contacts', { headers: bearer(made.token) })).status);
    }
    expect(results).toEqual([403, 200]);
  });
});

describe('the form of an access token', () => {
  it('is shown again with its values except the password, and the errors', async () => {
    const user = await newUser();
    const wrong = { ...fields, name: ' ', scope: 'all', days: '31' };
    const { status, body } = await user.send(screen, wrong);
    expect(status).toBe(422);
    for (const text of ['Name is required', 'Please choose what it may do', 'Please choose how long it lasts']) {
      expect(body).toContain(text);
    }
    const err = await user.send(screen, { ...fields, scope: 'read', password: 'wrong!!' });
    expect(err.status).toBe(422);
    expect(err.body).toContain('This is not your current password.');
    expect(err.body).toContain('value="Price watcher"');
    expect(err.body).not.toContain('wrong!!');
    expect(idsIn(err)).toHaveLength(0);
  });

  it('creates ten, and an eleventh only after one is revoked', async () => {
    const user = await newUser();
    for (let n = 0; n < 10; n += 1) await newToken(user, { name: `Token ${n}` });
    const eleventh = await user.send(screen, fields);
    expect(eleventh.status).toBe(409);
    expect(eleventh.body).toContain('You can have up to 10 tokens. Please revoke one first.');
    const [id = ''] = idsIn(await user.open(screen));
    await user.send(screen, { intent: 'revoke-token', token: id });
    expect(await newToken(user)).not.toBe('');
  });

  it('of a signed-out user is filled in after signing in, and the own data list tokens without their secrets', async () => {
    const { headers } = await new FormBrowser(site).send(screen, { ...fields, name: 'Price reader' });
    const back = new URL(String(headers.location), site.origin).searchParams.get('redirectTo') ?? '';
    const user = await newUser();
    expect((await user.open(back)).body).toContain('value="Price reader"');
    const token = await newToken(user, { scope: 'read' });
    const { body } = await user.open('/profile/data.json');
    expect(JSON.parse(body).sessions).toContainEqual(
      expect.objectContaining({ kind: 'personal', scope: 'read', label: 'Price watcher' }),
    );
    expect(body).not.toContain(token);
  });
});
