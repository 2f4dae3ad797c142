import { describe, expect, it } from 'vitest';
import { asha, FormBrowser } from '../support/account-client';
import { profileViews } from '~/paths';
import { shareSite } from '../support/shared-site';
import { type TestResponse, openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

let made = 0;
/** A browser signed in to a new account. */
function fresh(changes: Partial<typeof asha> = {}): Promise<FormBrowser> {
  made += 1;
  return new FormBrowser(site).enter({ ...asha, email: `asha${made}@example.com`, ...changes });
}

const hidden = ({ body }: TestResponse, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';
const cardsIn = (html: string) => html.match(/class="card"/g);
const changes = { intent: 'save', name: 'Asha R', phone: '+91 98450 00000', gender: 'female', location: 'Pune' };

describe('the profile', () => {
  it('redirects visitors to sign in and back', async () => {
    const visitor = new FormBrowser(site);
    for (const path of ['/profile', '/profile/security']) {
      const { status, headers } = await visitor.open(path);
      expect([status, headers.location]).toEqual([302, `/login?redirectTo=${encodeURIComponent(path)}`]);
    }
    expect((await visitor.open('/profile/data.json')).headers.location).toBe('/login?redirectTo=%2Fprofile');
  });

  it('shows the given data, the placeholder phone as not given, and is not cacheable', async () => {
    const user = await fresh();
    await user.send('/login?mode=signup', {
      ...asha,
      mode: 'signup',
      email: 'ph@example.com',
      phone: '0000000000',
      gender: 'male',
    });
    const { body, headers } = await user.open('/profile');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(body).toMatch(/<dt>Phone Number<\/dt><dd>Not given<\/dd>/);
    expect(body).toMatch(/<dt>Gender<\/dt><dd>Not given<\/dd>/);
    expect(body).not.toContain('avatar-male');
    expect(body).toMatch(/<dt>Email Address<\/dt><dd>ph@example.com<\/dd>/);
    for (const text of [
      'My Profile',
      'Personal Information',
      'Account Settings',
      'Member Since',
      'Favorites',
      'Bookings',
    ]) {
      expect(body).toContain(text);
    }
  });

  it('redirects the addresses of its screens that were views of it, and their forms with what was sent', async () => {
    const user = await fresh();
    const moved = async (path: string, fields?: Record<string, string>) => {
      const { status, headers } = await (fields ? user.send(path, fields) : user.open(path));
      return [status, headers.location];
    };
    for (const view of profileViews) {
      expect(await moved(`/profile?show=${view}&page=2`)).toEqual([301, `/profile/${view}?page=2`]);
    }
    expect(await moved('/profile?show=security', { intent: 'end-session' })).toEqual([308, '/profile/security']);
    expect((await user.open('/profile?show=other')).status).toBe(200);
  });

  it('is edited at its former address too', async () => {
    const user = await fresh();
    const form = await user.open('/profile?edit=1');
    expect([form.status, form.body.includes('<title>Edit Profile')]).toEqual([200, true]);
    const version = hidden(form, 'version');
    const rejected = await user.send('/profile?edit=1', { ...changes, name: 'x', version });
    expect([rejected.status, rejected.body.includes('Name must be at least 2 characters long')]).toEqual([422, true]);
    expect((await user.send('/profile?edit=1', { ...changes, version })).headers.location).toBe('/profile');
  });

  it('rejects an unknown form with a message, and not as a server error', async () => {
    const { status, body } = await (await fresh()).send('/profile', { intent: 'promote' });
    expect(status).toBe(422);
    expect(body).toContain('This form is not known here.');
    expect(body).not.toContain('Something failed on our side');
  });

  it('is edited, and a repeated form is saved once', async () => {
    const user = await fresh();
    const form = await user.open('/profile/edit');
    const fields = { ...changes, version: hidden(form, 'version'), idempotencyKey: hidden(form, 'idempotencyKey') };
    for (const _ of [1, 2]) expect((await user.send('/profile/edit', fields)).headers.location).toBe('/profile');
    const { body } = await user.open('/profile');
    expect(body).toContain('Your profile has been saved.');
    expect(body).toMatch(/<dt>Location<\/dt><dd>Pune<\/dd>/);
    expect(hidden(await user.open('/profile/edit'), 'version')).toBe('2');
    // Without a pressed button, the URL selects the form.
    const { intent: _button, ...withoutButton } = fields;
    const again = { ...withoutButton, name: '', idempotencyKey: 'without-button' };
    expect((await user.send('/profile/edit', again)).body).toContain('Name must be at least 2 characters long');
  });

  it('shows the form again with its values and errors', async () => {
    const user = await fresh();
    const response = await user.send('/profile/edit', { ...changes, name: ' x ', phone: 'none', version: '1' });
    expect(response.status).toBe(422);
    for (const text of [
      'Name must be at least 2 characters long',
      'Please enter a valid phone number',
      'value="none"',
    ]) {
      expect(response.body).toContain(text);
    }
  });

  it('loses no concurrent change: 409 shows both, and the next attempt builds on the newer one', async () => {
    const user = await fresh();
    const form = await user.open('/profile/edit');
    const version = hidden(form, 'version');
    await user.send('/profile/edit', { ...changes, location: 'Goa', version, idempotencyKey: 'one' });
    const conflict = await user.send('/profile/edit', { ...changes, version, idempotencyKey: 'two' });
    expect(conflict.status).toBe(409);
    expect(conflict.body).toContain('value="Pune"');
    expect(conflict.body).toContain('Saved in the meantime: Goa');
    const again = {
      ...changes,
      version: hidden(conflict, 'version'),
      idempotencyKey: hidden(conflict, 'idempotencyKey'),
    };
    expect((await user.send('/profile/edit', again)).status).toBe(303);
    expect((await user.open('/profile')).body).toMatch(/<dt>Location<\/dt><dd>Pune<\/dd>/);
  });

  it('keeps the form values when the session has expired', async () => {
    const user = await fresh({ email: 'ended@example.com' });
    await user.send('/logout', {});
    const response = await user.send('/profile/edit', { ...changes, version: '1' });
    const [, redirectTo = ''] = /redirectTo=(.*)$/.exec(response.headers.location ?? '') ?? [];
    const account = { ...asha, email: 'ended@example.com', redirectTo: decodeURIComponent(redirectTo) };
    const back = await user.send('/login', account);
    const form = await user.open(back.headers.location ?? '');
    expect(form.body).toContain('value="+91 98450 00000"');
    expect(form.body).toContain('value="Pune"');
  });
});

describe('bookings', () => {
  it('of vehicles are on the profile, and are counted', async () => {
    const user = await fresh();
    expect((await user.open('/profile/bookings')).body).toContain('Nothing booked yet');
    await user.send('/bookings', { vehicle: '1' });
    await user.send('/bookings', { vehicle: '1' });
    expect((await user.open('/profile')).body).toContain('Bookings <b>1</b>');
    expect((await user.open('/profile/bookings')).body).toMatch(/<h3><a [^>]*vehicle=1">Booking: Royal Enfield/);
  });
});

describe('favourites', () => {
  it('are added and removed by hearts, which visitors do not have', async () => {
    const user = await fresh();
    expect((await new FormBrowser(site).open('/main')).body).not.toContain('/favourites');
    expect((await user.open('/main')).body).toMatch(/formaction="\/favourites" name="save" value="1"/);
    const saved = await user.send('/favourites', { save: '1', returnTo: '/main#bikes' });
    expect([saved.status, saved.headers.location]).toEqual([303, '/main#bikes']);
    await user.send('/favourites', { save: 'sample-bike-1' });
    await user.send('/favourites', { save: '1' });
    expect((await user.open('/main')).body).toMatch(/name="drop" value="1" aria-pressed="true"/);
    const list = await user.open('/profile/favourites');
    expect(cardsIn(list.body)).toHaveLength(2);
    expect((await user.open('/profile')).body).toContain('Favorites <b>2</b>');
    await user.send('/favourites', { drop: '1' });
    expect(cardsIn((await user.open('/profile/favourites')).body)).toHaveLength(1);
  });

  it('return the new state to a script, and reject unknown vehicles', async () => {
    const user = await fresh();
    const json = { Accept: 'application/json' };
    const saved = await user.send('/favourites', { save: '2' }, json);
    expect(JSON.parse(saved.body)).toEqual({ isSaved: true, message: null });
    expect((await user.send('/favourites', { save: 'nothing' }, json)).status).toBe(404);
    expect((await user.send('/favourites', { save: 'nothing' })).status).toBe(404);
    expect((await new FormBrowser(site).send('/favourites', { save: '2' }, json)).status).toBe(401);
    const visitor = await new FormBrowser(site).send('/favourites', { save: '2', returnTo: '/main' });
    expect(visitor.headers.location).toBe('/login?redirectTo=%2Fmain');
  });
});

describe('the security page', () => {
  const security = '/profile/security';
  const change = { intent: 'change-password', currentPassword: asha.password, newPassword: 'changed?kite' };

  it('changes the password, which ends every other session and renews this one', async () => {
    const [phone, desk] = [await fresh({ email: 'two@example.com' }), new FormBrowser(site)];
    await desk.send('/login', { ...asha, email: 'two@example.com' });
    const before = phone.cookie('authToken') ?? '';
    expect((await phone.send(security, change)).headers.location).toBe(security);
    expect(phone.cookie('authToken')).not.toBe(before);
    expect((await phone.open('/profile')).status).toBe(200);
    expect((await desk.open('/profile')).status).toBe(302);
    const thief = new FormBrowser(site);
    thief.carry('authToken', before);
    expect((await thief.open('/profile')).status).toBe(302);
  });

  it('reports a wrong password beside its field, and repeats no password', async () => {
    const user = await fresh();
    const wrong = await user.send(security, { ...change, currentPassword: 'canary!wrong' });
    expect([wrong.status, wrong.body.includes('This is not your current password.')]).toEqual([422, true]);
    const weak = await user.send(security, { ...change, newPassword: 'canary' });
    expect(weak.body).toContain('Password must be 6+ characters with at least one special character');
    for (const { body } of [wrong, weak]) expect(body).not.toContain('canary');
  });

  it('signs out other devices by name or all at once, and never those of others', async () => {
    const [phone, desk] = [await fresh({ email: 'dev@example.com' }), new FormBrowser(site)];
    const other = await fresh();
    await desk.send('/login', { ...asha, email: 'dev@example.com' }, { 'User-Agent': 'Mozilla Firefox/140.0 Linux' });
    const page = await phone.open(security);
    expect(page.body).toContain('Firefox on Linux');
    const session = hidden(page, 'session');
    await other.send(security, { intent: 'end-session', session });
    expect((await desk.open('/profile')).status).toBe(200);
    await phone.send(security, { intent: 'end-session', session });
    expect((await desk.open('/profile')).status).toBe(302);
    await desk.send('/login', { ...asha, email: 'dev@example.com' });
    await phone.send(security, { intent: 'end-session' });
    expect([(await desk.open('/profile')).status, (await phone.open('/profile')).status]).toEqual([302, 200]);
  });

  it('the own data are a file, and deletion requires the password', async () => {
    const user = await fresh({ email: 'gone@example.com' });
    const file = await user.open('/profile/data.json');
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/);
    expect(file.headers['cache-control']).toBe('private, no-store');
    expect(JSON.parse(file.body)).toMatchObject({ account: { email: 'gone@example.com' } });
    expect((await user.send(security, { intent: 'delete-account', password: 'wrong!!' })).status).toBe(422);
    const gone = await user.send(security, { intent: 'delete-account', password: asha.password });
    expect([gone.status, user.cookie('authToken')]).toEqual([303, undefined]);
    expect((await user.send('/login', { ...asha, email: 'gone@example.com' })).status).toBe(401);
  });
});

describe('a visitor who listed something', () => {
  it('finds it on the profile after signing up, and the code is revoked', async () => {
    const visitor = new FormBrowser(site);
    const listing = {
      name: 'Splendor Plus',
      brand: 'Hero',
      year: '2021',
      type: 'Petrol',
      daysUsed: '1200',
      condition: 'Good',
      mileage: '60',
      topSpeed: '90',
      presentPrice: '45000',
      pastPrice: '90000',
      license: 'MH 12 QX 0001',
    };
    await visitor.send('/sell-bikes?view=form', { ...listing, idempotencyKey: 'one' });
    const code = visitor.cookie('manageKeys') ?? '';
    expect(code).toHaveLength(39);
    await visitor.enter({ ...asha, email: 'seller@example.com' });
    expect(visitor.cookie('manageKeys')).toBeUndefined();
    expect((await visitor.open('/profile/listings')).body).toContain('Splendor Plus');
    const other = await new FormBrowser(site).send('/manage', { code });
    expect(other.status).toBe(422);
  });
});
