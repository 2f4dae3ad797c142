import { describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { callApi, getCookie, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess, type TestResponse } from '../support/site-in-process';

/** Monday, 15 June 2026, 12:00 in India. */
const now = new Date('2026-06-15T06:30:00.000Z');
let site: SiteInProcess;
let user: Record<string, string>;
let operator: Record<string, string>;
/** Ids of the request and the message that are changed. */
let request = '';
let toChange = '';
shareSite(async () => {
  request = '';
  toChange = '';
  site = await openSite({}, () => now);
  user = signIn(site, 'Uma');
  operator = signIn(site, 'Opal', 'owner');
  return site;
});

const person = { name: 'Uma Rao', email: 'uma@example.com' };
const message = { ...person, subject: 'A question', message: 'May I see it on Saturday morning?' };
const visit = { kind: 'test-ride', branch: 'showroom', name: person.name };
const booking = { serviceType: 'quick-service', 'contactInfo.name': person.name, 'contactInfo.email': person.email };
const getBooking = (phone: string) => ({ serviceType: 'quick-service', contactInfo: { ...person, phone } });

/** What was stored last, in each table with a phone number. */
const stored = {
  message: 'SELECT phone FROM contact_messages ORDER BY rowid DESC',
  visit: 'SELECT phone FROM appointments ORDER BY rowid DESC',
  service: 'SELECT contact_phone FROM service_requests ORDER BY rowid DESC',
  profile: `SELECT phone FROM users WHERE name = 'Uma'`,
  account: `SELECT phone FROM users WHERE email LIKE 'new%' ORDER BY rowid DESC`,
  changed: `SELECT phone FROM contact_messages WHERE subject = 'To change'`,
} as const;
const read = (from: keyof typeof stored) => site.runtime.db.$client.prepare(stored[from]).pluck().get();

const getVersion = (table: string, where: string) =>
  String(site.runtime.db.$client.prepare(`SELECT version FROM ${table} WHERE ${where}`).pluck().get());
const clearVisits = () => site.runtime.db.$client.exec('DELETE FROM appointments');
let newcomers = 0;
const createNewcomer = () => {
  newcomers += 1;
  return { ...person, name: 'New Comer', email: `new${newcomers}@example.com`, password: 'open!sesame' };
};

const day = '2026-06-20';

type Target = { from: keyof typeof stored; send: (phone: string) => Promise<TestResponse> };

/** Every form and endpoint with a phone field. */
const targets: Readonly<Record<string, Target>> = {
  'the contact form': { from: 'message', send: (phone) => sendForm(site, paths.contact(), { ...message, phone }) },
  'POST /api/contacts': {
    from: 'message',
    send: (phone) => callApi(site, 'POST', '/api/contacts', { body: { ...message, phone } }),
  },
  'PUT /api/contacts': {
    from: 'changed',
    async send(phone) {
      if (toChange === '') {
        const { body } = await callApi(site, 'POST', '/api/contacts', { body: { ...message, subject: 'To change' } });
        toChange = String(JSON.parse(body).data.id);
      }
      return callApi(site, 'PUT', `/api/contacts/${toChange}`, { body: { phone }, headers: operator });
    },
  },
  'the form of a visit': {
    from: 'visit',
    send(phone) {
      clearVisits();
      return sendForm(site, paths.newAppointment(), { ...visit, phone, slot: `${day}T11:00` });
    },
  },
  'POST /api/appointments': {
    from: 'visit',
    send(phone) {
      clearVisits();
      return callApi(site, 'POST', '/api/appointments', { body: { ...visit, phone, day, slot: '11:00' } });
    },
  },
  'the form of a service': {
    from: 'service',
    send: (phone) => sendForm(site, paths.service(), { ...booking, 'contactInfo.phone': phone }, getCookie(user)),
  },
  'POST /api/services': {
    from: 'service',
    send: (phone) => callApi(site, 'POST', '/api/services/request', { body: getBooking(phone), headers: user }),
  },
  'the form that changes a service': {
    from: 'service',
    async send(phone) {
      const id = await openService();
      const version = getVersion('service_requests', `id = '${id}'`);
      const fields = { ...booking, version, 'contactInfo.phone': phone };
      return sendForm(site, paths.service({ request: id }), fields, getCookie(user));
    },
  },
  'PUT /api/services': {
    from: 'service',
    async send(phone) {
      const path = `/api/services/request/${await openService()}`;
      return callApi(site, 'PUT', path, { body: { contactInfo: { phone } }, headers: user });
    },
  },
  'the form of the profile': {
    from: 'profile',
    send(phone) {
      const fields = { intent: 'save', name: 'Uma', phone, gender: 'female', location: '' };
      const version = getVersion('users', `name = 'Uma'`);
      return sendForm(site, paths.profileView('edit'), { ...fields, version }, getCookie(user));
    },
  },
  'PUT /api/auth/profile': {
    from: 'profile',
    send: (phone) => callApi(site, 'PUT', '/api/auth/profile', { body: { phone }, headers: user }),
  },
};

/** Signing up takes long: it has the schema of the profile. */
const signUps: Readonly<Record<string, Target>> = {
  'the sign-up form': {
    from: 'account',
    send: (phone) => sendForm(site, '/login?mode=signup', { ...createNewcomer(), mode: 'signup', phone }),
  },
  'POST /api/auth/signup': {
    from: 'account',
    send: (phone) => callApi(site, 'POST', '/api/auth/signup', { body: { ...createNewcomer(), phone } }),
  },
};

/** A request of the user that can be changed, stored last. */
async function openService(): Promise<string> {
  if (request === '') {
    site.runtime.db.$client.exec('DELETE FROM service_requests');
    await callApi(site, 'POST', '/api/services/request', { body: getBooking('12'), headers: user });
    request = String(site.runtime.db.$client.prepare('SELECT id FROM service_requests').pluck().get());
  }
  return request;
}

const accepted = [
  ['098123 45678', '+91 98123 45678'],
  ['+91(0)9812345678', '+91 98123 45678'],
  ['९८१२३.४५६७८', '+91 98123 45678'],
  ['022-2345 6789', '+91 22 2345 6789'],
  ['+1 (415) 555-2671', '+1 (415) 555-2671'],
  ['12', '12'],
] as const;
const rejected = ['0000000000 ', '012', '9812345678x', 'none'];
const sentence = 'Please enter a valid phone number';
const several = ['98123 45678 / 98123 45679', '+91 98123 45678'] as const;
const taken = 'We took the first of the phone numbers: +91 98123 45678.';

const isDone = ({ status }: TestResponse) => [200, 201, 303].includes(status);

describe.each(Object.entries(targets))('%s', (_name, { send, from }) => {
  it('accepts phone numbers as people write them, and stores what can be dialled', async () => {
    for (const [typed, phone] of accepted) {
      const response = await send(typed);
      expect([typed, isDone(response), read(from)]).toEqual([typed, true, phone]);
    }
  });

  it('rejects what is none with the sentence of the rule', async () => {
    // The placeholder is the one exception of accounts.
    for (const typed of from === 'profile' ? rejected.slice(1) : rejected) {
      const { status, body } = await send(typed);
      expect([typed, status, body.includes(sentence)]).toEqual([typed, 422, true]);
    }
  });
});

describe.each(Object.entries({ ...targets, ...signUps }))('%s', (name, { send, from }) => {
  it('takes the first of two numbers, and says so', async () => {
    const [typed, phone] = several;
    const response = await send(typed);
    expect([isDone(response), read(from)]).toEqual([true, phone]);
    if (name.includes('/api/')) {
      const field = from === 'service' ? 'contactInfo.phone' : 'phone';
      return expect(JSON.parse(response.body).warnings).toEqual({ [field]: taken });
    }
    if (from === 'account') return;
    const [flash = ''] = String(response.headers['set-cookie']).match(/notice=[^;]*/) ?? [];
    const cookies = { Cookie: `${flash}; ${getCookie(user).Cookie}` };
    const { body } = await site.request(String(response.headers.location), { headers: cookies });
    expect(/id="told">.*?<\/div>/s.exec(body)?.[0]).toContain(taken);
  });
});

it('a forged cookie shows no text of its own', async () => {
  for (const flash of ['phone-taken.phone<b>1', 'phone-taken', 'phone-taken.phoneCall+91', 'profile-changed.phonex']) {
    const { body } = await site.request('/contact', { headers: { Cookie: `notice=${encodeURIComponent(flash)}` } });
    expect(body).not.toContain('We took');
  }
});
