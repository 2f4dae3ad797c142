import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findMessages } from '~/domain/messages/message-queries.server';
import { callApi, dataOf, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { wordsOf } from '../support/words';

let site: SiteInProcess;
let operator: Record<string, string>;
let user: Record<string, string>;

beforeAll(async () => {
  site = await openSite();
  operator = signIn(site, 'Opal', 'operator');
  user = signIn(site, 'Uma');
});
afterAll(() => site.close());
beforeEach(() => {
  site.runtime.db.$client.exec('DELETE FROM contact_messages');
});

const typed = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+91 (98) 7654-3210',
  subject: 'A test ride',
  message: 'May I come by on Saturday?',
  category: 'sales',
  priority: 'high',
};

const stored = () => findMessages(site.runtime.db, { page: 1, limit: 100 }).items;

type Shown = { id: string; status: string; tags: string[]; reference: string; category: string; version: number };

/** Each rule of product.md section 5 with its sentence. */
const faults: [field: string, value: string, sentence: string][] = [
  ['name', '', 'Name is required'],
  ['name', ' A ', 'Name must be at least 2 characters'],
  ['email', '', 'Email is required'],
  ['email', 'asha@example', 'Please enter a valid email address'],
  ['email', 'as ha@example.com', 'Please enter a valid email address'],
  ['phone', '0123', 'Please enter a valid phone number'],
  ['phone', 'call me', 'Please enter a valid phone number'],
  ['phone', '12345678901234567', 'Please enter a valid phone number'],
  ['subject', '', 'Subject is required'],
  ['subject', 'Ride', 'Subject must be at least 5 characters'],
  ['message', ' ', 'Message is required'],
  ['message', 'Hello', 'Message must be at least 10 characters'],
];

describe('the contact screen', () => {
  it('has its cards, its five questions with their claims, and ways on', async () => {
    const { status, body } = await site.ask('/contact');
    expect(status).toBe(200);
    const words = wordsOf(body);
    for (const text of [
      'Call Us',
      'Email Us',
      'Visit Us',
      'Live Chat',
      'reviewed and published within 24 hours',
      'answered within 24 hours',
      'basic listing is free',
      'bank transfer, UPI or card, or with financing',
      '0/2000',
    ]) {
      expect(words, text).toContain(text);
    }
    expect(body.match(/<details class="faq"/g)).toHaveLength(5);
    expect(body).toMatch(/href="\/sell"[^>]*>Sell yours/);
    expect(body).toMatch(/href="\/browse"[^>]*>Browse/);
  });

  it('is filled in by its address', async () => {
    const answer = await site.ask('/contact?about=1&subject=Test+ride');
    const { body } = answer;
    expect(body).toContain('value="Test ride"');
    expect(body).toMatch(/<option value="sales" selected="">/);
    expect(hiddenField(answer, 'about')).toBe('1');
    expect(wordsOf(body)).toContain('About Royal Enfield Classic 350');
  });

  it('knows plans, loans, listings and several things at once, and leaves out what is not there', async () => {
    const { listing } = storeListing(site.runtime.db, { name: 'Honda Shine of Asha' });
    const about = `plan:basic,loan:100000-20000-8.5-24-1000,${listing.id},nothing-there,<b>`;
    const answer = await site.ask(`/contact?about=${encodeURIComponent(about)}`);
    expect(hiddenField(answer, 'about')).toBe(`plan:basic,loan:100000-20000-8.5-24-1000,${listing.id}`);
    const words = wordsOf(answer.body);
    expect(words).toContain('Loan of ₹80,000 over 24 months at 8.5%, for a price of ₹1,00,000');
    expect(words).toContain('Honda Shine of Asha');
  });

  it('knows the accessories of the enquiry list, which is empty once it was sent', async () => {
    const about = 'accessory:helmet-1,accessory:tool-kit-2';
    expect(wordsOf((await site.ask(`/contact?about=${encodeURIComponent(about)}`)).body)).toContain(
      'About Streetline Open Face',
    );
    const { headers } = await sendForm(
      site,
      '/contact',
      { ...typed, about },
      { Cookie: 'enquiry=helmet-1,tool-kit-2' },
    );
    expect(stored()[0]?.tags).toEqual(expect.arrayContaining(['accessory:helmet-1', 'accessory:tool-kit-2']));
    expect(String(headers['set-cookie'])).toMatch(/^enquiry=;.*Max-Age=0/);
  });

  it('knows who is signed in', async () => {
    const { body } = await site.ask('/contact', { headers: user });
    expect(body).toContain('value="uma@example.com"');
  });
});

describe('sending a message by the form', () => {
  it('stores it, and shows the sentence with a reference number, also when the page is loaded again', async () => {
    const page = await site.ask('/contact?about=1');
    const submissionId = hiddenField(page, 'submissionId');
    const { status, headers } = await sendForm(site, '/contact?about=1', { ...typed, submissionId, about: '1' });
    expect(status).toBe(303);
    const [message] = stored();
    expect(message).toMatchObject({
      name: 'Asha Rao',
      phone: '+91 (98) 7654-3210',
      category: 'sales',
      priority: 'high',
      source: 'website',
      status: 'new',
      tags: ['vehicle:1'],
    });
    const location = String(headers.location);
    expect(location).toBe(`/contact?sent=${message?.id}`);
    for (const _ of [1, 2]) {
      const words = wordsOf((await site.ask(location)).body);
      expect(words).toContain("Your message has been sent successfully! We'll get back to you soon.");
      expect(words).toMatch(/Your reference number is [0-9A-F]{4}-[0-9A-F]{4} /);
    }
    expect(wordsOf((await site.ask('/contact?sent=made-up')).body)).not.toContain('has been sent');
  });

  it('writes once however often the same form arrives', async () => {
    const submissionId = hiddenField(await site.ask('/contact'), 'submissionId');
    const answers = await Promise.all([1, 2, 3].map(() => sendForm(site, '/contact', { ...typed, submissionId })));
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
    expect(stored()).toHaveLength(1);
  });

  it.each(faults)('says what is wrong with %s %j, and keeps what was typed', async (field, value, sentence) => {
    const { status, body } = await sendForm(site, '/contact', { ...typed, [field]: value, submissionId: 'a' });
    expect(status).toBe(422);
    expect(wordsOf(body)).toContain('Please fix the validation errors above');
    expect(body).toContain(`<a href="#${field}">${sentence}</a>`);
    if (field !== 'name') expect(body).toContain('value="Asha Rao"');
    if (field !== 'message') expect(body).toContain('May I come by on Saturday?</textarea>');
    expect(stored()).toHaveLength(0);
  });

  it('sets apart what a machine sent, and loses nothing of it', async () => {
    const send = async (fields: Record<string, string>) =>
      sendForm(site, '/contact', {
        ...typed,
        submissionId: hiddenField(await site.ask('/contact'), 'submissionId'),
        ...fields,
      });
    await send({ message: 'Filled in by a browser at once' });
    await send({ message: 'In the trap', website: 'x.example' });
    await send({ message: 'Filled in by a browser at once', email: 'other@example.com' });
    const suspects = stored().filter(({ tags }) => tags.includes('suspected-spam'));
    expect(stored()).toHaveLength(3);
    expect(suspects.map(({ message, email }) => `${email}: ${message}`).sort()).toEqual([
      'asha@example.com: In the trap',
      'other@example.com: Filled in by a browser at once',
    ]);
  });

  it('is refused about what is gone, and goes on without it', async () => {
    const { listing } = storeListing(site.runtime.db, { name: 'Honda Shine of Asha' });
    const path = `/contact?about=${listing.id}`;
    const submissionId = hiddenField(await site.ask(path), 'submissionId');
    site.runtime.db.$client.prepare('DELETE FROM listings WHERE id = ?').run(listing.id);
    const refused = await sendForm(site, path, { ...typed, submissionId, about: listing.id });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain(
      '<a href="#about">What you write about is no longer here. You can send your message without it.</a>',
    );
    expect(refused.body).toContain('May I come by on Saturday?</textarea>');
    expect(hiddenField(refused, 'about')).toBe('');
    expect(stored()).toHaveLength(0);
    expect((await sendForm(site, path, { ...typed, submissionId, about: '' })).status).toBe(303);
    expect(stored()).toHaveLength(1);
  });

  it('refuses the sixth message of ten minutes, with what was typed', async () => {
    const limited = await openSite({ RATE_LIMIT: 'on' });
    const send = () => sendForm(limited, '/contact', { ...typed, submissionId: '' });
    for (let sent = 0; sent < 5; sent += 1) expect((await send()).status).toBe(303);
    const { status, headers, body } = await send();
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(wordsOf(body)).toContain('Too many attempts. Please try again in 10 minutes.');
    expect(body).toContain('value="Asha Rao"');
    await limited.close();
  });
});

describe('the help form of the support screen', () => {
  it('stores a message of category support with the issue type as its subject, and shows its reference number', async () => {
    const page = await site.ask('/support', { headers: user });
    for (const issue of ['Technical Problem', 'Account Issue', 'Feature Request', 'General Inquiry']) {
      expect(page.body).toContain(`<option value="${issue}">`);
    }
    expect(page.body).toContain('value="uma@example.com"');
    const { name, email, message } = typed;
    const { headers } = await sendForm(site, '/support', { name, email, message, subject: 'Account Issue' });
    expect(stored()[0]).toMatchObject({ category: 'support', subject: 'Account Issue', priority: 'medium' });
    expect(headers.location).toBe(`/support?sent=${stored()[0]?.id}`);
    expect(wordsOf((await site.ask(String(headers.location))).body)).toMatch(/Your reference number is [0-9A-F]{4}-/);
  });

  it('says what is wrong, and keeps what was typed', async () => {
    const { status, body } = await sendForm(site, '/support', { ...typed, subject: 'Feature Request', message: 'Why' });
    expect(status).toBe(422);
    expect(body).toContain('<a href="#message">Message must be at least 10 characters</a>');
    expect(body).toContain('<option value="Feature Request" selected="">');
    expect(body).toContain('value="Asha Rao"');
  });

  it('asks for an issue type by that name', async () => {
    const { status, body } = await sendForm(site, '/support', { ...typed, subject: '' });
    expect(status).toBe(422);
    expect(body).toContain('<a href="#subject">Please select an issue type</a>');
    expect(body).not.toContain('Subject is required');
  });
});

describe('/api/contacts', () => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    callApi(site, 'POST', '/api/contacts', { body, headers });

  it('takes a message with its defaults, and answers it without what operators sort it by', async () => {
    const { name, email, subject, message } = typed;
    const answer = await send({ name, email, subject, message, about: '1', isSuspect: true });
    expect(answer.status).toBe(201);
    expect(answer.json.message).toBe("Your message has been sent successfully! We'll get back to you soon.");
    const data = dataOf<Shown>(answer);
    expect(data).toMatchObject({ category: 'general', priority: 'medium', source: 'website', status: 'new' });
    expect(data.reference).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
    expect(data).not.toHaveProperty('tags');
    expect(answer.headers.location).toBe(`/api/contacts/${data.id}`);
    expect(stored()[0]?.tags).toEqual(['vehicle:1']);
  });

  it.each([
    ['1', ['vehicle:1']],
    ['vehicle:1', ['vehicle:1']],
    ['plan:basic, accessory:helmet-1', ['accessory:helmet-1', 'plan:basic']],
    ['', []],
    [null, []],
  ])('is tagged with what it is about: %j', async (about, tags) => {
    expect((await send({ ...typed, about })).status).toBe(201);
    expect([...(stored()[0]?.tags ?? [])].sort()).toEqual(tags);
  });

  it.each(faults)('gives the form’s sentence for %s %j', async (field, value, sentence) => {
    const { status, json } = await send({ ...typed, [field]: value });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      message: 'Please fix the validation errors above',
      errors: { [field]: sentence },
    });
  });

  it.each([
    ['category', 'gossip'],
    ['priority', 5],
    ['name', 7],
    ['source', ['x']],
    ['about', 'nothing-there'],
    ['about', '1,plan:none'],
    ['about', Array.from({ length: 13 }, (_, at) => at + 1).join()],
  ])('refuses %s %j', async (field, value) => {
    const { status, json } = await send({ ...typed, [field]: value });
    expect(status).toBe(422);
    expect(Object.keys(json.errors ?? {})).toEqual([field]);
  });

  it('counts for anyone, and nothing else is for anyone', async () => {
    const { id } = dataOf<Shown>(await send(typed));
    await send({ ...typed, subject: 'Another one' });
    await callApi(site, 'PATCH', `/api/contacts/${id}/status`, { body: { status: 'pending' }, headers: operator });
    expect(dataOf(await callApi(site, 'GET', '/api/contacts/stats'))).toEqual({
      total: 2,
      new: 1,
      inProgress: 0,
      resolved: 0,
      pendingContacts: 1,
    });
    for (const [method, path] of [
      ['GET', '/api/contacts'],
      ['GET', `/api/contacts/${id}`],
      ['PUT', `/api/contacts/${id}`],
      ['DELETE', `/api/contacts/${id}`],
      ['PATCH', `/api/contacts/${id}/status`],
      ['PATCH', `/api/contacts/${id}/tags`],
      ['GET', '/api/contacts/category/sales'],
      ['GET', '/api/contacts/priority/high'],
    ] as const) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      expect((await callApi(site, method, path, { body })).status, `${method} ${path}`).toBe(401);
      expect((await callApi(site, method, path, { body, headers: user })).status, `${method} ${path}`).toBe(403);
    }
    expect(stored()).toHaveLength(2);
  });

  it('lists for operators, with filters and pages', async () => {
    for (const [category, priority] of [
      ['sales', 'low'],
      ['sales', 'urgent'],
      ['support', 'urgent'],
    ]) {
      await send({ ...typed, category, priority });
    }
    const list = async (path: string) =>
      dataOf<{ contacts: Shown[]; pagination: object }>(await callApi(site, 'GET', path, { headers: operator }));
    expect((await list('/api/contacts?limit=2')).pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 });
    expect((await list('/api/contacts?limit=2&page=2')).contacts).toHaveLength(1);
    expect((await list('/api/contacts?category=sales&priority=urgent')).contacts).toHaveLength(1);
    expect((await list('/api/contacts/category/sales')).contacts).toHaveLength(2);
    expect((await list('/api/contacts/priority/urgent?category=support')).contacts).toHaveLength(1);
    for (const path of ['/api/contacts/category/gossip', '/api/contacts/priority/9', '/api/contacts?status=lost']) {
      expect((await callApi(site, 'GET', path, { headers: operator })).status, path).toBe(400);
    }
  });

  it('is changed, tagged and deleted by operators', async () => {
    const { id } = dataOf<Shown>(await send(typed));
    const call = (method: string, rest: string, body?: unknown) =>
      callApi(site, method, `/api/contacts/${id}${rest}`, { body, headers: operator });
    expect(dataOf(await call('PUT', '', { category: 'complaint', version: 1 }))).toMatchObject({
      category: 'complaint',
      name: 'Asha Rao',
      version: 2,
    });
    expect((await call('PUT', '', { category: 'sales', version: 1 })).status).toBe(409);
    expect((await call('PUT', '', { email: 'nobody' })).status).toBe(422);
    expect(dataOf(await call('PATCH', '/status', { status: 'in-progress' }))).toMatchObject({ status: 'in-progress' });
    expect((await call('PATCH', '/status', { status: 'lost' })).status).toBe(422);
    expect((await call('PATCH', '/status', {})).status).toBe(422);
    expect(dataOf<Shown>(await call('PATCH', '/tags', { action: 'add', tag: 'VIP' })).tags).toEqual(['VIP']);
    expect(dataOf<Shown>(await call('PATCH', '/tags', { action: 'add', tag: 'VIP' })).tags).toEqual(['VIP']);
    expect(dataOf<Shown>(await call('PATCH', '/tags', { action: 'remove', tag: 'VIP' })).tags).toEqual([]);
    expect((await call('PATCH', '/tags', { action: 'paint', tag: 'VIP' })).json.errors).toEqual({
      action: 'Action must be add or remove',
    });
    expect((await call('DELETE', '')).status).toBe(200);
    expect((await call('GET', '')).status).toBe(404);
    expect((await call('DELETE', '')).status).toBe(404);
  });

  it('answers the same to a repeated Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'one-message' };
    const [first, again] = [await send(typed, headers), await send(typed, headers)];
    expect(dataOf<Shown>(again).id).toBe(dataOf<Shown>(first).id);
    expect(stored()).toHaveLength(1);
    expect((await send({ ...typed, name: 'Another' }, headers)).status).toBe(409);
  });
});
