import { beforeEach, describe, expect, it } from 'vitest';
import { deskPaths, paths } from '~/paths';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { checkPlans } from '../support/checked-plans';
import { hiddenField, sendForm } from '../support/form-client';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

checkPlans();

type Headers = Record<string, string>;

const now = new Date('2026-07-01T06:30:00.000Z');
let site: SiteInProcess;
let user: Headers;
let operator: Headers;
let asUser: Headers;
let asOther: Headers;
let asOperator: Headers;

shareSite(async () => {
  site = await openSite({}, () => now);
  user = signIn(site, 'Uma');
  operator = signIn(site, 'Opal', 'owner');
  asUser = getCookie(user);
  asOther = getCookie(signIn(site, 'Other'));
  asOperator = getCookie(operator);
  return site;
});
beforeEach(() => {
  site.runtime.db.$client.exec(
    'DELETE FROM contact_messages; DELETE FROM service_requests; DELETE FROM feedback; DELETE FROM saved_replies',
  );
});

const message = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+91 98765 43210',
  subject: 'Is the iQube in stock?',
  message: 'I would come on Saturday morning.',
};
const booking = {
  serviceType: 'quick-service',
  contactInfo: { name: 'Uma', phone: '9876543210', email: 'uma@example.com' },
  serviceDetails: { description: 'The brake squeals.' },
};
const feedback = { type: 'website', subject: 'Quick pages', message: 'At once.', rating: 5 };

const store = async (path: string, body: object, headers: Headers = {}): Promise<string> =>
  getData<{ id: string }>(await callApi(site, 'POST', path, { body, headers })).id;
const see = (path: string, headers: Headers = {}) => site.request(path, { headers });
const words = async (path: string, headers: Headers = {}) => getPageText((await see(path, headers)).body);
const post = (path: string, fields: Record<string, string>, headers: Headers = {}) =>
  sendForm(site, path, fields, headers);
const reply = (id: string, text: string, fields: Record<string, string> = {}) =>
  post(deskPaths.customer(id), { intent: 'keep', text, ...fields }, asOperator);
const getStatus = (table: string, id: string) =>
  site.runtime.db.$client.prepare<[string], string>(`SELECT status FROM ${table} WHERE id = ?`).pluck().get(id);
const waitingSince = (id: string) =>
  site.runtime.db.$client.prepare('SELECT waiting_since FROM desk_requests WHERE id = ?').pluck().get(id);

/** Sends the contact form as a visitor. @returns the id, and the path of the private link */
async function writeAsVisitor(fields: object = {}): Promise<{ id: string; link: string }> {
  const { headers } = await post('/contact', { ...message, ...fields });
  const { searchParams } = new URL(String(headers.location), site.origin);
  const key = searchParams.get('key') ?? '';
  return { id: searchParams.get('sent') ?? '', link: paths.conversation({ key }) };
}

describe('a visitor who writes to the business', () => {
  it('reads and replies at the private link, without a script', async () => {
    const { id, link } = await writeAsVisitor();
    const sent = await words(paths.contact({ sent: id, key: new URL(link, site.origin).searchParams.get('key') }));
    expect(sent).toContain('You read the answer, and write again, at your private link');
    expect(sent).toContain('WhatsApp SMS Mail');

    const first = await words(link);
    expect(first).toContain('Is the iQube in stock? New With Dopahiya');
    expect(first).toContain('I would come on Saturday morning.');
    expect(first).toMatch(/Reference number [0-9A-F]{4}-[0-9A-F]{4}/);
    expect(first).not.toContain('Report this conversation');

    expect((await reply(id, 'Two are here. Come at ten.', { seen: '0' })).status).toBe(303);
    expect(getStatus('contact_messages', id)).toBe('in-progress');
    expect(waitingSince(id)).toBeNull();
    const shown = await words(link);
    expect(shown).toContain('Dopahiya 12:00 pm');
    expect(shown).toContain('Two are here. Come at ten.');
    expect(shown).not.toContain('Opal');

    expect((await post(link, { text: 'At ten, then.' })).headers.location).toBe(`${link}#newest`);
    expect(waitingSince(id)).toBe(now.toISOString());
    expect(await words(deskPaths.customer(id), asOperator)).toContain('Asha Rao 12:00 pm At ten, then.');
  });

  it('cannot open it by its id, and neither can other actors', async () => {
    const { id } = await writeAsVisitor();
    const path = paths.conversation({ id });
    expect((await see(path)).headers.location).toContain('/login?');
    for (const headers of [asUser, asOperator]) expect((await see(path, headers)).status).toBe(404);
    expect((await post(path, { text: 'Let me in.' }, asUser)).status).toBe(404);
    expect((await see(paths.reportConversation({ key: 'no-such-key' }))).status).toBe(404);
  });
});

describe('a signed-in customer', () => {
  it('reads the replies to every kind of request on the profile', async () => {
    const requests = [
      ['message', await store('/api/contacts', message, user)],
      ['service', await store('/api/services/request', booking, user)],
      ['feedback', await store('/api/feedback', feedback, user)],
    ] as const;
    for (const [kind, id] of requests) {
      expect((await reply(id, `An answer about the ${kind}.`)).status).toBe(303);
    }
    const list = await words(paths.messages(), asUser);
    expect(list.match(/Dopahiya 12:00 pm/g)).toHaveLength(3);
    expect(list).toContain('3 unread messages');
    for (const [kind, id] of requests) {
      expect(list).toContain(`An answer about the ${kind}. 1 new`);
      const path = paths.conversation({ id });
      expect(await words(path, asUser)).toContain(`An answer about the ${kind}.`);
      expect((await see(path, asOther)).status).toBe(404);
      expect((await post(path, { text: `More about the ${kind}.` }, asUser)).status).toBe(303);
      expect(await words(deskPaths.customer(id), asOperator)).toContain(`More about the ${kind}.`);
    }
    expect(await words(paths.messages(), asUser)).not.toContain('1 new');
    expect([getStatus('service_requests', requests[1][1]), getStatus('feedback', requests[2][1])]).toEqual([
      'pending',
      'in-review',
    ]);
    for (const [path, id] of [
      ['/service', requests[1][1]],
      ['/feedback', requests[2][1]],
    ]) {
      expect((await see(path ?? '', asUser)).body).toContain(`href="/conversation?id=${id}"`);
    }
  });

  it('finds the conversation of a booking beside it', async () => {
    await post('/bookings', { vehicle: '6' }, asUser);
    const id = site.runtime.db.$client.prepare<[], string>('SELECT id FROM contact_messages').pluck().get() ?? '';
    expect((await see(paths.profileView('bookings'), asUser)).body).toContain(`href="/conversation?id=${id}"`);
    await reply(id, 'It is yours on Friday.', { seen: '0' });
    expect(await words(paths.conversation({ id }), asUser)).toContain('It is yours on Friday.');
  });

  it('is not named at the desk for anonymous feedback, and still gets replies', async () => {
    const id = await store('/api/feedback', { ...feedback, isAnonymous: true }, user);
    const open = await words(deskPaths.customer(id), asOperator);
    expect(open).toContain('The customer 12:00 pm');
    expect(open).not.toContain('Uma');
    await reply(id, 'Thank you, stranger.');
    expect(await words(paths.conversation({ id }), asUser)).toContain('Thank you, stranger.');
  });
});

describe('the page of a request at the desk', () => {
  it('has links to call the customer and to write on WhatsApp', async () => {
    const { id } = await writeAsVisitor();
    const { body } = await see(deskPaths.customer(id), asOperator);
    expect(body).toContain('href="tel:+919876543210"');
    expect(body).toContain('href="https://wa.me/919876543210"');
    const service = await see(deskPaths.customer(await store('/api/services/request', booking, user)), asOperator);
    expect(service.body).toContain('href="https://wa.me/919876543210"');
  });

  it('resolves with a reply, which is logged without its text', async () => {
    const { id } = await writeAsVisitor();
    await reply(id, 'It is in stock.', { intent: 'next', seen: '0' });
    expect(getStatus('contact_messages', id)).toBe('resolved');
    const log = await words(deskPaths.teamLog(), asOperator);
    expect(log).toMatch(/Opal Message [\dA-F]{4}-[\dA-F]{4}: answered/);
    expect(log).not.toContain('It is in stock.');
  });

  it('rejects a reply when there is a newer message, and keeps its text', async () => {
    const { id, link } = await writeAsVisitor();
    const page = await see(deskPaths.customer(id), asOperator);
    await post(link, { text: 'I cannot come on Saturday.' });
    const refused = await reply(id, 'Until Saturday.', { seen: hiddenField(page, 'seen') });
    expect(refused.status).toBe(409);
    expect(getPageText(refused.body)).toContain('Something was written here in the meantime.');
    expect(getPageText(refused.body)).toContain('I cannot come on Saturday.');
    expect(refused.body).toContain('Until Saturday.</textarea>');
    const again = await reply(id, 'On Sunday, then?', { seen: hiddenField(refused, 'seen') });
    expect(again.status).toBe(303);
    expect(await words(link)).not.toContain('Until Saturday.');
  });

  it.each([
    ['', 'Reply is required'],
    ['x'.repeat(2001), 'Reply is 1 character too long: at most 2,000'],
  ])('rejects %#: an empty reply, and one that is too long', async (text, sentence) => {
    const { id } = await writeAsVisitor();
    const refused = await reply(id, text, { seen: '0' });
    expect([refused.status, refused.body.includes(`<a href="#text">${sentence}</a>`)]).toEqual([422, true]);
  });

  it('sends a reply once, however often the form is sent', async () => {
    const { id, link } = await writeAsVisitor();
    const page = await see(deskPaths.customer(id), asOperator);
    const fields = { idempotencyKey: hiddenField(page, 'idempotencyKey'), seen: hiddenField(page, 'seen') };
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await reply(id, 'Two are here.', fields)).status).toBe(303);
    }
    expect((await words(link)).match(/Two are here\./g)).toHaveLength(1);
  });

  it('is assigned to an operator, and to no other user', async () => {
    const { id } = await writeAsVisitor();
    const path = deskPaths.customer(id);
    const assign = (assignee: string) => post(path, { form: 'handling', assignee }, asOperator);
    expect((await assign('user-opal')).status).toBe(303);
    expect((await see(path, asOperator)).body).toContain('<option value="user-opal" selected="">');
    expect((await assign('user-uma')).status).toBe(422);
    expect((await assign('')).status).toBe(303);
    expect((await see(path, asOperator)).body).not.toContain('<option value="user-opal" selected="">');
    expect(await words(path, asOperator)).toContain('unassigned');
  });
});

describe('an internal note', () => {
  const secret = 'Rude on the phone, call the manager';

  it('is visible to operators, and never to the customer', async () => {
    const id = await store('/api/contacts', message, user);
    expect((await post(deskPaths.customer(id), { form: 'note', note: ' ' }, asOperator)).status).toBe(422);
    expect((await post(deskPaths.customer(id), { form: 'note', note: secret }, asOperator)).status).toBe(303);
    await reply(id, 'We call you back.', { seen: '0' });
    expect(await words(deskPaths.customer(id), asOperator)).toContain(`${secret} Opal ·`);
    for (const path of [
      paths.conversation({ id }),
      paths.messages(),
      paths.profileView('bookings'),
      paths.contact({ sent: id }),
      paths.ownData(),
      '/api/contacts/stats',
    ]) {
      const { status, body } = await see(path, asUser);
      expect([path, status, body.includes('Rude on')]).toEqual([path, 200, false]);
    }
    expect((await see(paths.ownData(), asUser)).body).toContain('I would come on Saturday morning.');
    expect(await words(deskPaths.teamLog(), asOperator)).not.toContain('Rude on');
  });

  it('does not count as a reply, and is deleted with its message', async () => {
    const { id } = await writeAsVisitor();
    await post(deskPaths.customer(id), { form: 'note', note: secret }, asOperator);
    expect(waitingSince(id)).toBe(now.toISOString());
    site.runtime.db.$client.prepare('DELETE FROM contact_messages WHERE id = ?').run(id);
    for (const table of ['desk_notes', 'desk_requests', 'conversations WHERE desk_request_id IS NOT NULL']) {
      expect([table, site.runtime.db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]).toEqual([
        table,
        0,
      ]);
    }
  });
});

describe('saved replies', () => {
  const all = deskPaths.savedReplies();
  const save = (title: string, text: string) => post(all, { intent: 'save', title, text }, asOperator);
  const stored = () =>
    site.runtime.db.$client.prepare<[], { id: string }>('SELECT * FROM saved_replies ORDER BY title').all();

  it('are written, changed and deleted by operators', async () => {
    expect((await save('Opening hours', 'From nine to seven.')).headers.location).toBe(all);
    expect((await save('Opening hours', 'From ten to six.')).status).toBe(422);
    expect((await save('', '')).status).toBe(422);
    const id = stored()[0]?.id ?? '';
    const open = deskPaths.savedReplies(id);
    const change = (version: string, text: string) =>
      post(open, { intent: 'save', version, title: 'Opening hours', text }, asOperator);
    expect((await change('1', 'From ten to six.')).status).toBe(303);
    const stale = await change('1', 'Never.');
    expect(stale.status).toBe(409);
    expect(getPageText(stale.body)).toContain('As it stands now Reply From ten to six.');
    expect((await post(open, { intent: 'delete' }, asOperator)).status).toBe(303);
    expect(stored()).toEqual([]);
    expect((await see(open, asOperator)).status).toBe(404);
  });

  it('are appended to the typed text, by a plain GET', async () => {
    await save('Opening hours', 'We are open from nine to seven.');
    const { id } = await writeAsVisitor();
    const page = await see(deskPaths.customer(id), asOperator);
    expect(page.body).toMatch(/<button[^>]* name="saved" value="[^"]+" formMethod="get"/i);
    const query = { text: 'Dear Asha,', saved: stored()[0]?.id ?? '', position: 'x', seen: '0' };
    const filled = await see(`${deskPaths.customer(id)}?${new URLSearchParams(query)}`, asOperator);
    expect(filled.body).toContain('Dear Asha,\n\nWe are open from nine to seven.</textarea>');
    // A draft of the full length in Hindi fits into the address.
    const longest = new URLSearchParams({ ...query, text: 'ह'.repeat(2000) });
    expect((await see(`${deskPaths.customer(id)}?${longest}`, asOperator)).status).toBe(200);
  });
});

describe('the list of requests', () => {
  const find = (q: string) => words(deskPaths.find(q), asOperator);

  it('is searched by reference, name, phone, email and subject, over all kinds', async () => {
    const { id } = await writeAsVisitor();
    await store('/api/services/request', booking, user);
    await store('/api/feedback', feedback, user);
    const reference = `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();
    for (const q of [reference, 'asha rao', 'ASHA@EXAMPLE', '98765-43210 ', '+91 98765', 'iqube stock']) {
      expect([q, (await find(q)).includes('Is the iQube in stock?')]).toEqual([q, true]);
    }
    expect(await find('9876543210')).toContain('2 found');
    expect(await find('quick')).toContain('Quick pages');
    expect(await find('quick service')).toContain('1 found');
    expect(await find('uma@example.com')).toContain('2 found');
    expect(await find('no such thing')).toContain('Nothing found');
    expect(await find('ab')).toContain('Search for at least three letters or digits.');
    expect((await see(deskPaths.find('" OR *'), asOperator)).status).toBe(200);
    await callApi(site, 'PATCH', `/api/contacts/${id}/status`, { headers: operator, body: { status: 'resolved' } });
    expect(await find('asha')).toContain('Is the iQube in stock?');
  });

  it('does not find anonymous feedback by its author', async () => {
    const id = await store('/api/feedback', { ...feedback, isAnonymous: true }, user);
    expect(await find('quick pages')).toContain('1 found');
    for (const q of ['Uma', 'uma@example.com']) expect(await find(q)).not.toMatch(/\d found/);
    const change = { isAnonymous: false };
    await callApi(site, 'PUT', `/api/feedback/${id}`, { headers: user, body: change });
    expect(await find('uma@example.com')).toContain('Customers 1 found');
  });

  it('is answered one after the other, the oldest first, with what was skipped left for later', async () => {
    const answerFirst = await store('/api/contacts', { ...message, subject: 'Written first' });
    const skipped = await store('/api/feedback', { ...feedback, rating: 1, subject: 'Nothing works' }, user);
    const last = await store('/api/contacts', { ...message, subject: 'Written last', priority: 'urgent' });
    const follow = async (location: string | undefined) =>
      String((await see(location ?? '', asOperator)).headers.location);
    const today = await words(deskPaths.today(), asOperator);
    expect(today).toContain('3 wait Answer, oldest first');
    expect(today.indexOf('Asha Rao')).toBeLessThan(today.indexOf('1 of 5: At once.'));
    expect(await follow(deskPaths.nextCustomer())).toBe(deskPaths.customer(answerFirst));
    const send = async (id: string, intent: string) => {
      const page = await see(deskPaths.customer(id), asOperator);
      const position = hiddenField(page, 'position');
      const { headers } = await reply(id, 'We call you.', { intent, position, seen: hiddenField(page, 'seen') });
      return follow(String(headers.location));
    };
    expect(await send(answerFirst, 'next')).toBe(deskPaths.customer(skipped));
    expect(await send(skipped, 'skip')).toBe(deskPaths.customer(last));
    expect(await send(last, 'next')).toBe(deskPaths.customers());
    expect(await words(deskPaths.customers(), asOperator)).toContain('Waiting 1');
    const narrowed = deskPaths.nextCustomer({ kind: 'message' });
    expect(await follow(narrowed)).toBe(deskPaths.customers({ kind: 'message' }));
  });

  it('shows a message when everything has a reply', async () => {
    expect(await words(deskPaths.today(), asOperator)).toContain('All answered');
  });

  it('reports when nothing is selected or no action is chosen', async () => {
    const id = await store('/api/contacts', message);
    const none = await post(deskPaths.customers(), { what: 'done' }, asOperator);
    expect([none.status, getPageText(none.body).includes('Tick at least one request')]).toEqual([422, true]);
    expect([none.body.includes('id="chosen"'), none.body.includes('id="chosen-error"')]).toEqual([true, true]);
    const nothing = await post(deskPaths.customers(), { what: 'fly', chosen: id }, asOperator);
    expect(nothing.status).toBe(422);
    expect(nothing.body).toMatch(new RegExp(`name="chosen" checked="" value="${id}"|value="${id}"[^>]* checked=""`));
  });

  it('changes all selected requests or none', async () => {
    const ids = [await store('/api/contacts', message), await store('/api/services/request', booking, user)];
    const apply = (body: object) => callApi(site, 'PATCH', '/api/desk/requests', { headers: operator, body });
    const refused = await apply({ chosen: ids, status: 'resolved' });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatch(/Service request [0-9A-F]{4}-[0-9A-F]{4} has no status “resolved”/);
    expect(getStatus('contact_messages', ids[0] ?? '')).toBe('new');
    const early = await apply({ chosen: ids.slice(1), status: 'completed' });
    const sentence = 'A service request that is pending cannot become completed.';
    expect([early.status, early.body.includes(sentence)]).toEqual([409, true]);
  });
});

describe('the API of requests', () => {
  const desk = (method: string, path: string, body?: object, headers = operator) =>
    callApi(site, method, `/api/desk${path}`, { body, headers });

  it('has a conversation between a visitor and the desk, without the notes for the visitor', async () => {
    const sent = getData<{ id: string; messagesKey: string }>(
      await callApi(site, 'POST', '/api/contacts', { body: message }),
    );
    const headers = { 'X-Messages-Key': sent.messagesKey };
    const own = `/api/conversations/${sent.id}`;
    expect((await desk('POST', `/requests/${sent.id}/notes`, { note: 'Rude on the phone' })).status).toBe(201);
    const once = { ...operator, 'Idempotency-Key': 'one reply' };
    for (let times = 0; times < 2; times += 1) {
      const replied = await desk('POST', `/requests/${sent.id}/replies`, { text: 'Come at ten.', seen: 0 }, once);
      expect([replied.status, getData<object>(replied)]).toMatchObject([
        201,
        { status: 'in-progress', waitingSince: null },
      ]);
    }
    const thread = await callApi(site, 'GET', own, { headers });
    expect(getData<object>(thread)).toMatchObject({
      otherName: 'Dopahiya',
      request: { kind: 'message', status: 'in-progress' },
      text: message.message,
      messages: [{ isOwn: false, text: 'Come at ten.' }],
    });
    expect(thread.body).not.toContain('Rude on');
    expect(thread.body).not.toContain('Opal');
    const stranger = { 'X-Messages-Key': 'of-another-visitor-entirely' };
    expect((await callApi(site, 'GET', own, { headers: stranger })).status).toBe(404);
    const written = await callApi(site, 'POST', `${own}/messages`, { headers, body: { text: 'At ten, then.' } });
    expect(written.status).toBe(201);
    const late = await desk('POST', `/requests/${sent.id}/replies`, { text: 'Or at nine?', seen: 1 });
    expect(late.status).toBe(409);
    expect(getData<object>(await desk('GET', `/requests/${sent.id}`))).toMatchObject({
      name: 'Asha Rao',
      waitingSince: now.toISOString(),
      messages: [{ author: 'Opal' }, { from: 'customer', text: 'At ten, then.' }],
      notes: [{ author: 'Opal', text: 'Rude on the phone' }],
    });
  });

  it('lists and searches requests, changes their status and assigns them', async () => {
    const id = await store('/api/contacts', message);
    const found = await desk('GET', '/requests?q=iqube&kind=message');
    expect(getData<object>(found)).toMatchObject({
      requests: [{ id, subject: message.subject }],
      pagination: { total: 1 },
    });
    expect(getData<object>(await desk('GET', '/requests?status=resolved'))).toMatchObject({ requests: [] });
    const moved = await desk('PATCH', `/requests/${id}`, { status: 'pending', assignee: 'user-opal' });
    expect(getData<object>(moved)).toMatchObject({ status: 'pending', assignee: { name: 'Opal' }, waitingSince: null });
    expect((await desk('PATCH', `/requests/${id}`, { status: 'completed' })).status).toBe(422);
    expect((await desk('PATCH', '/requests', { chosen: [], status: 'resolved' })).status).toBe(422);
    expect(getData(await desk('PATCH', '/requests', { chosen: [id], status: 'resolved' }))).toEqual({ requests: 1 });
  });
});
