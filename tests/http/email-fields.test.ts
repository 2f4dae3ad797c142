import { describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { callApi, getCookie, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess, type TestResponse } from '../support/site-in-process';

let site: SiteInProcess;
let user: Record<string, string>;
let operator: Record<string, string>;
/** Id of the message that operators change. */
let toChange = '';
const message = { name: 'Uma Rao', subject: 'A question', message: 'May I see it on Saturday morning?' };
shareSite(async () => {
  site = await openSite();
  user = signIn(site, 'Uma');
  operator = signIn(site, 'Opal', 'owner');
  const { body } = await callApi(site, 'POST', '/api/contacts', { body: { ...message, email: 'first@x.in' } });
  toChange = String(JSON.parse(body).data.id);
  return site;
});

const account = { name: 'New Comer', password: 'k1te@roof' };
const booking = { serviceType: 'quick-service', 'contactInfo.name': 'Uma Rao', 'contactInfo.phone': '12' };
const newestMessage = 'SELECT email FROM contact_messages ORDER BY rowid DESC';
const newestRequest = 'SELECT contact_email FROM service_requests ORDER BY rowid DESC';
const newestAccount = 'SELECT email FROM users ORDER BY rowid DESC';
const reply = 'Please enter a valid email address';
const own = 'Enter a valid email';

type Field = [name: string, stored: string, sentence: string, send: (email: string) => Promise<TestResponse>];

/** Every form and endpoint that stores an address. */
const fields: Field[] = [
  ['the contact form', newestMessage, reply, (email) => sendForm(site, paths.contact(), { ...message, email })],
  [
    'POST /api/contacts',
    newestMessage,
    reply,
    (email) => callApi(site, 'POST', '/api/contacts', { body: { ...message, email } }),
  ],
  [
    'PUT /api/contacts',
    newestMessage,
    reply,
    (email) => callApi(site, 'PUT', `/api/contacts/${toChange}`, { body: { email }, headers: operator }),
  ],
  [
    'the form of a service',
    newestRequest,
    reply,
    (email) => sendForm(site, paths.service(), { ...booking, 'contactInfo.email': email }, getCookie(user)),
  ],
  [
    'POST /api/services',
    newestRequest,
    reply,
    (email) =>
      callApi(site, 'POST', '/api/services/request', {
        body: { serviceType: 'quick-service', contactInfo: { name: 'Uma Rao', phone: '12', email } },
        headers: user,
      }),
  ],
  [
    'the sign-up form',
    newestAccount,
    own,
    (email) => sendForm(site, '/login?mode=signup', { ...account, mode: 'signup', email }),
  ],
  [
    'POST /api/auth/signup',
    newestAccount,
    own,
    (email) => callApi(site, 'POST', '/api/auth/signup', { body: { ...account, email } }),
  ],
];

describe.each(fields)('%s', (name, stored, sentence, send) => {
  const read = () => site.runtime.db.$client.prepare(stored).pluck().get();

  it('takes an address as it is copied', async () => {
    if (name.startsWith('PUT')) site.runtime.db.$client.exec(`DELETE FROM contact_messages WHERE id <> '${toChange}'`);
    const local = name.replace(/\W/g, '').toLowerCase();
    for (const [typed, address] of [
      [`mailto:a.${local}@x.in`, `a.${local}@x.in`],
      [`Uma Rao <\u200bb.${local}@x.in>`, `b.${local}@x.in`],
    ] as const) {
      const { status } = await send(typed);
      expect([status < 400, read()]).toEqual([true, address]);
    }
  });

  it('rejects one that cannot be answered', async () => {
    for (const typed of ['a@-x.in', 'a@[127.0.0.1]', 'a@x.in <b@x.in>', 'a@x.in, b@x.in']) {
      const { status, body } = await send(typed);
      expect([typed, status, body.includes(sentence)]).toEqual([typed, 422, true]);
    }
  });
});
