import { describe, expect, it } from 'vitest';
import { asha, FormBrowser } from '../support/account-client';
import { callApi, getData } from '../support/api-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  await new FormBrowser(site).enter();
  return site;
});

const browser = () => new FormBrowser(site);
const wrong = 'Invalid email or password';

describe('the sign-in form', () => {
  it('is the same on / and at /login', async () => {
    for (const path of ['/', '/login']) {
      const { status, body } = await browser().open(path);
      expect(status).toBe(200);
      expect(body).toMatch(/<form[^>]*method="post"[^>]*action="\/login"/);
    }
  });

  it('redirects to /main, confirms it, and signs in to the account', async () => {
    const visitor = browser();
    const response = await visitor.send('/login', { email: ' ASHA@example.com', password: asha.password });
    expect([response.status, response.headers.location]).toEqual([303, '/main']);
    expect(response.headers['set-cookie']?.join()).toMatch(
      /authToken=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    const { body } = await visitor.open('/main');
    expect(body).toContain('You are signed in.');
    expect(body).toContain('>Logout</button>');
  });

  it('creates an account when only the URL has the mode', async () => {
    const visitor = browser();
    const account = { name: 'Uma', email: 'uma-by-address@example.com', password: asha.password };
    expect((await visitor.send('/login?mode=signup', account)).headers.location).toBe('/main');
    expect((await visitor.open('/profile')).body).toContain('uma-by-address@example.com');
  });

  it('redirects to the path of the URL when no field has one', async () => {
    const send = (redirectTo: string) =>
      browser().send(`/login?redirectTo=${encodeURIComponent(redirectTo)}`, {
        email: asha.email,
        password: asha.password,
      });
    expect((await send('/browse?q=activa')).headers.location).toBe('/browse?q=activa');
    expect((await send('//example.com')).headers.location).toBe('/main');
  });

  it('is shown again with the message and the email, never the password', async () => {
    for (const email of [asha.email, 'nobody@example.com']) {
      const response = await browser().send('/login', { email, password: 'wr0ng!canary' });
      expect(response.status).toBe(401);
      expect(response.body).toContain(wrong);
      expect(response.body).toContain(`value="${email}"`);
      expect(response.body).not.toContain('wr0ng!canary');
    }
  });

  it('has the messages of the specification beside its fields', async () => {
    const response = await browser().send('/login?mode=signup', {
      mode: 'signup',
      name: ' a',
      email: 'x',
      password: 'short',
    });
    expect(response.status).toBe(422);
    for (const message of [
      'Name must be at least 2 characters long',
      'Enter a valid email',
      'Password must be 6+ characters with at least one special character',
    ]) {
      expect(response.body).toContain(message);
    }
    const [summary = ''] = /id="errors".*?<\/ul>/s.exec(response.body) ?? [];
    expect([...summary.matchAll(/href="#(\w+)"/g)].map(([, field]) => field)).toEqual(['name', 'email', 'password']);
  });

  it('of the panels is the same sign-in, with a warning', async () => {
    const { body } = await browser().open('/login?panel=google');
    expect(body).toContain('Use your password for this site, never your Google or Facebook password.');
    expect(body).toContain('Continue with Google');
    const response = await browser().send('/login?panel=google', { email: asha.email, password: asha.password });
    expect(response.status).toBe(303);
    const err = await browser().send('/login?panel=facebook', { email: asha.email, password: 'wrong!!' });
    expect(err.body).toContain('Continue with Facebook');
  });

  it.each([
    ['/service?form=x', '/service?form=x'],
    ['https://elsewhere.example/', '/main'],
    ['//elsewhere.example', '/main'],
    ['/\\elsewhere.example', '/main'],
    ['javascript:alert(1)', '/main'],
  ])('redirects within the site only: %s', async (redirectTo, location) => {
    const fields = { email: asha.email, password: asha.password, redirectTo };
    expect((await browser().send('/login', fields)).headers.location).toBe(location);
    const signedIn = await browser().enter();
    const response = await signedIn.open(`/login?redirectTo=${encodeURIComponent(redirectTo)}`);
    expect([response.status, response.headers.location]).toEqual([302, location]);
  });

  it('has a short return path, however long the URL of the screen was', async () => {
    const long = 'x'.repeat(8_000);
    for (const path of [`/profile?show=${long}`, `/service?request=${long}`, `/desk/customers?kind=${long}`]) {
      const { status, headers } = await browser().open(path);
      const back = encodeURIComponent(path.replace(/\?.*/, ''));
      expect([status < 400, headers.location]).toEqual([true, `/login?redirectTo=${back}`]);
    }
  });

  it('rejects an email that has an account, and keeps the form values', async () => {
    const response = await browser().send('/login?mode=signup', { mode: 'signup', ...asha, password: 'other!pass' });
    expect(response.status).toBe(409);
    expect(response.body).toContain('An account with this email already exists');
    expect(response.body).toContain('value="Asha Rao"');
  });

  it('is rejected from another site', async () => {
    const response = await browser().send('/login', asha, { 'Sec-Fetch-Site': 'cross-site' });
    expect(response.status).toBe(403);
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});

describe('a session', () => {
  it('from before signing in is revoked afterwards', async () => {
    const victim = browser();
    victim.carry('authToken', 'chosen-by-somebody-else');
    await victim.enter();
    expect(victim.cookie('authToken')).not.toBe('chosen-by-somebody-else');
    const first = victim.cookie('authToken') ?? '';
    await victim.send('/login', { email: asha.email, password: asha.password });
    const thief = browser();
    thief.carry('authToken', first);
    expect((await thief.open('/main')).body).not.toContain('>Logout</button>');
  });

  it('ends at logout, also for a copy of the token', async () => {
    const user = await browser().enter();
    const token = user.cookie('authToken') ?? '';
    const response = await user.send('/logout', {});
    expect([response.status, response.headers.location]).toEqual([303, '/']);
    expect(user.cookie('authToken')).toBeUndefined();
    expect((await user.open('/')).body).toContain('You are signed out.');
    const replay = await callApi(site, 'GET', '/api/auth/profile', { headers: { Authorization: `Bearer ${token}` } });
    expect(replay.status).toBe(401);
    const thief = browser();
    thief.carry('authToken', token);
    expect((await thief.open('/main')).body).not.toContain('>Logout</button>');
  });

  it('does not end by reading', async () => {
    const user = await browser().enter();
    expect((await user.open('/logout')).status).toBe(302);
    expect((await user.open('/main')).body).toContain('>Logout</button>');
  });

  it.each(['unknown', 'a'.repeat(4000), '"; DROP', '%E0%A4%A'])(
    'with a revoked token is signed out: %s',
    async (token) => {
      const user = browser();
      user.carry('authToken', encodeURIComponent(token));
      const response = await user.open('/main');
      expect(response.status).toBe(200);
      expect(response.headers['set-cookie']?.join()).toMatch(/^authToken=; Max-Age=0/);
      expect(user.cookie('authToken')).toBeUndefined();
    },
  );

  it('leaves nothing private for the back button', async () => {
    const user = await browser().enter();
    for (const path of ['/main', '/sell-bikes']) {
      expect((await user.open(path)).headers['cache-control']).toBe('private, no-store');
    }
  });
});

describe('the endpoints', () => {
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  type SignInResult = { token: string; user: Record<string, unknown> };

  it('sign up, in and out, with the fields of the specification', async () => {
    const body = {
      name: ' Ravi ',
      email: 'Ravi@Example.com',
      password: 'k1te@roof',
      phone: '0000000000',
      gender: 'male',
    };
    const up = await callApi(site, 'POST', '/api/auth/signup', { body });
    expect(up.status).toBe(201);
    expect(up.headers.location).toBe('/api/auth/profile');
    const { token, user } = getData<SignInResult>(up);
    expect(user).toMatchObject({
      _id: expect.any(String),
      name: 'Ravi',
      email: 'ravi@example.com',
      phone: '0000000000',
      gender: 'male',
      location: null,
      joinDate: expect.stringMatching(/^\d{4}-.*Z$/),
      favoriteVehicles: 0,
      totalBookings: 0,
    });
    expect(up.body).not.toContain('k1te@roof');
    const login = await callApi(site, 'POST', '/api/auth/login', { body, headers: bearer('dead') });
    expect([login.status, getData<SignInResult>(login).token === token]).toEqual([200, false]);
    expect((await callApi(site, 'POST', '/api/auth/logout', { headers: bearer(token) })).status).toBe(200);
    expect((await callApi(site, 'POST', '/api/auth/logout', { headers: bearer(token) })).status).toBe(401);
    expect((await callApi(site, 'GET', '/api/auth/profile', { headers: bearer(token) })).status).toBe(401);
    const other = bearer(getData<SignInResult>(login).token);
    expect((await callApi(site, 'GET', '/api/auth/profile', { headers: other })).status).toBe(200);
  });

  it('reject in the envelope', async () => {
    const signUp = (body: unknown) => callApi(site, 'POST', '/api/auth/signup', { body });
    const taken = await signUp(asha);
    expect([taken.status, taken.json.errors]).toEqual([409, { email: 'An account with this email already exists' }]);
    expect((await signUp({})).json.errors).toEqual({
      name: 'Name must be at least 2 characters long',
      email: 'Enter a valid email',
      password: 'Password must be 6+ characters with at least one special character',
    });
    const logIn = (body: unknown) => callApi(site, 'POST', '/api/auth/login', { body });
    expect([(await logIn({ email: 'x', password: 'y' })).status]).toEqual([422]);
    const pair = await logIn({ email: asha.email, password: 'wrong!!' });
    expect([pair.status, pair.json.message, pair.headers['www-authenticate']]).toEqual([401, wrong, 'Bearer']);
    for (const method of ['GET', 'PUT']) {
      expect((await callApi(site, method, '/api/auth/profile', method === 'PUT' ? { body: {} } : {})).status).toBe(401);
    }
  });

  it('change the profile, in part, and never over a concurrent change', async () => {
    const user = await browser().enter();
    const headers = bearer(user.cookie('authToken') ?? '');
    const put = (body: unknown) => callApi(site, 'PUT', '/api/auth/profile', { body, headers });
    const changed = await put({ phone: '+91 98450 00000', location: ' Pune ', email: 'x@y.z', role: 'operator' });
    expect(getData<SignInResult>(changed).user).toMatchObject({
      name: asha.name,
      email: asha.email,
      phone: '+91 98450 00000',
      location: 'Pune',
      role: 'user',
    });
    expect((await put({ location: 'Goa', version: 1 })).status).toBe(409);
    expect((await put({ phone: 'none' })).json.errors).toEqual({ phone: 'Please enter a valid phone number' });
    expect(getData<SignInResult>(await put({ location: null })).user.location).toBeNull();
  });

  it('take a gender as given when it was chosen, and return it as sent', async () => {
    const account = { name: 'Ira', password: 'k1te@roof' };
    let created = 0;
    const signUp = async (fields: object) => {
      created += 1;
      const body = { ...account, email: `ira${created}@example.com`, ...fields };
      const { token, user } = getData<SignInResult>(await callApi(site, 'POST', '/api/auth/signup', { body }));
      const headers = bearer(token);
      const put = async (changes: object) => {
        const changed = await callApi(site, 'PUT', '/api/auth/profile', { body: changes, headers });
        return getData<SignInResult>(changed).user;
      };
      const look = async () => {
        const { body: page } = await site.request('/profile', { headers: { Cookie: `authToken=${token}` } });
        const facts = ['Phone Number', 'Gender'].map(
          (name) => new RegExp(`<dt>${name}</dt><dd>([^<]*)`).exec(page)?.[1],
        );
        return [...facts, page.includes('avatar-male')];
      };
      return { user, put, look };
    };
    const placeholders = { phone: '0000000000', gender: 'male' };
    const none = ['Not given', 'Not given', false];
    const ira = await signUp(placeholders);
    expect(await ira.look()).toEqual(none);
    expect(await ira.put({ ...ira.user, location: 'Pune' })).toMatchObject(placeholders);
    expect(await ira.look()).toEqual(none);
    expect(await ira.put({ gender: 'male' })).toMatchObject(placeholders);
    expect(await ira.look()).toEqual(['Not given', 'Male', true]);
    const silent = await signUp({});
    expect([silent.user.phone, silent.user.gender, await silent.look()]).toEqual([null, 'other', none]);
    expect(await silent.put({ gender: 'other' })).toMatchObject({ phone: null, gender: 'other' });
    expect(await silent.look()).toEqual(['Not given', 'Other', false]);
    const chosen = await signUp({ phone: '098123 45678', gender: 'male' });
    expect(await chosen.look()).toEqual(['+91 98123 45678', 'Male', true]);
  });

  it('make one account of one Idempotency-Key, and return no token for the key alone', async () => {
    const body = { name: 'Tara', email: 'tara@example.com', password: 'twinkle*kite' };
    const send = (changes: object = {}) =>
      callApi(site, 'POST', '/api/auth/signup', { body: { ...body, ...changes }, headers: { 'Idempotency-Key': '1' } });
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(201);
    expect((await send({ password: 'guessed!' })).status).toBe(409);
    expect((await send({ email: 'other@example.com' })).status).toBe(409);
  });
});

describe('sign-in attempts', () => {
  it('are rejected after ten, by form and API together, with the time to wait', async () => {
    const limited = await openSite({ RATE_LIMIT: 'on' });
    const visitor = await new FormBrowser(limited).enter();
    await visitor.send('/logout', {});
    const body = { email: asha.email, password: 'wrong!!' };
    for (let n = 0; n < 5; n += 1) {
      expect((await visitor.send('/login', body)).status).toBe(401);
      expect((await callApi(limited, 'POST', '/api/auth/login', { body })).status).toBe(401);
    }
    const err = await visitor.send('/login', { ...body, password: asha.password });
    expect([err.status, Number(err.headers['retry-after']) > 100]).toEqual([429, true]);
    expect(err.body).toContain('Too many attempts. Please try again in 3 minutes.');
    const request = await callApi(limited, 'POST', '/api/auth/login', { body });
    expect([request.status, request.json.message]).toEqual([429, 'Too many attempts. Please try again in 3 minutes.']);
    await limited.close();
  });
});
