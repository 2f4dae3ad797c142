import { beforeEach, describe, expect, it } from 'vitest';
import { formatAppointmentTitle } from '~/domain/appointments/appointment';
import { appointmentKinds } from '~db/enums';
import { deskPaths, paths } from '~/paths';
import { FormBrowser } from '../support/account-client';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

type Headers = Record<string, string>;
type Requested = { id: string; reference: string; key: string; messagesKey: string; version: number };

/** Monday, 15 June 2026, 12:00 in India. */
let now = new Date('2026-06-15T06:30:00.000Z');
let site: SiteInProcess;
let uma: Headers;
let operator: Headers;
shareSite(async () => {
  site = await openSite({}, () => now);
  uma = signIn(site, 'Uma');
  operator = signIn(site, 'Opal', 'owner');
  return site;
});
beforeEach(() => {
  now = new Date('2026-06-15T06:30:00.000Z');
  site.runtime.db.$client.exec('DELETE FROM appointments; DELETE FROM idempotency_keys');
});

const person = { name: 'Meera Iyer', phone: '+91 98200 12345' };
const ride = { kind: 'test-ride', branch: 'showroom', vehicle: '1', ...person };
const ask = async (body: object = {}, headers: Headers = {}) =>
  getData<Requested>(
    await callApi(site, 'POST', '/api/appointments', {
      body: { ...ride, day: '2026-06-20', slot: '11:00', ...body },
      headers,
    }),
  );
const open = async (path: string, headers: Headers = {}) => getPageText((await site.request(path, { headers })).body);
const atDesk = (path: string) => open(path, getCookie(operator));
const getDesk = (id: string) => deskPaths.customer(id);
const post = (path: string, fields: Record<string, string>, headers: Headers = getCookie(operator)) =>
  sendForm(site, path, fields, headers);
const reply = (id: string, text: string) => post(getDesk(id), { intent: 'keep', text });
const getRequest = (id: string) =>
  site.runtime.db.$client
    .prepare<[string], Record<string, unknown>>('SELECT * FROM desk_requests WHERE id = ?')
    .get(id);
const waitingSince = (id: string) => getRequest(id)?.waiting_since;

describe('a visit', () => {
  it('is a conversation with the desk, in which its customer reads and replies at the private link', async () => {
    const { id, key } = await ask();
    const link = paths.conversation({ key });
    expect(await open(link)).toContain(
      'Test ride: Royal Enfield Classic 350. Saturday, 20 June, 11 am to 1 pm, Showroom and workshop.',
    );
    expect((await reply(id, 'Please bring your licence.')).status).toBe(303);
    const visit = await site.request(paths.appointment({ key }));
    expect(getPageText(visit.body)).toContain('We wrote: “Please bring your licence.” Read and answer');
    expect(visit.body).toContain(`href="${link}"`);
    expect((await sendForm(site, link, { text: 'May my brother come too?' })).status).toBe(303);
    expect(await atDesk(getDesk(id))).toContain('May my brother come too?');
    // The latest message is the customer's.
    expect(await open(paths.appointment({ key }))).not.toContain('We wrote:');
    expect((await site.request(link)).body).toContain(`href="${paths.appointment({ key })}"`);
  });

  it('is in the inbox of its user, and of a visitor’s browser among other messages', async () => {
    const { id } = await ask({}, uma);
    await reply(id, 'See you on Saturday.');
    const inbox = await open(paths.messages(), getCookie(uma));
    expect(inbox).toContain('Test ride: Royal Enfield Classic 350 · requested See you on Saturday.');

    const browser = new FormBrowser(site);
    const fields = { ...ride, slot: '2026-06-19T11:00' };
    expect((await browser.send(paths.newAppointment(), fields)).status).toBe(303);
    const message = { ...person, email: 'meera@example.com', subject: 'Loans', message: 'Do you offer loans here?' };
    expect((await browser.send(paths.contact(), message)).status).toBe(303);
    const rows = getPageText((await browser.open(paths.messages())).body);
    expect(rows).toContain('Loans');
    expect(rows).toContain('Test ride: Royal Enfield Classic 350 · requested');
  });

  it('is waiting at the desk until it is confirmed, regardless of messages, and then until replies', async () => {
    const { id, key } = await ask();
    const requestedAt = now.toISOString();
    expect([waitingSince(id), getRequest(id)?.status]).toEqual([requestedAt, 'requested']);
    now = new Date(now.getTime() + 60_000);
    await reply(id, 'We look whether it is there.');
    expect(waitingSince(id)).toBe(requestedAt);
    expect(await atDesk(deskPaths.customers({ kind: 'appointment' }))).toContain(
      'Test ride: Royal Enfield Classic 350',
    );

    const confirm = { form: 'visit', version: '1', status: 'confirmed' };
    expect((await post(getDesk(id), confirm)).status).toBe(303);
    expect([waitingSince(id), getRequest(id)?.status]).toEqual([null, 'confirmed']);
    await sendForm(site, paths.conversation({ key }), { text: 'Thank you. Is there parking?' });
    expect(waitingSince(id)).toBe(now.toISOString());
    await reply(id, 'Yes, at the back.');
    expect(waitingSince(id)).toBeNull();

    const move = { day: '2026-06-19', slot: '11:00', key, version: 2 };
    expect((await callApi(site, 'PATCH', `/api/appointments/${id}/time`, { body: move })).status).toBe(200);
    expect([waitingSince(id), getRequest(id)?.status]).toEqual([now.toISOString(), 'requested']);
    // The original request stays.
    expect(await open(paths.conversation({ key }))).toContain('Saturday, 20 June, 11 am to 1 pm');
  });

  it('is found by reference, name, phone, vehicle and registration number, assigned and annotated', async () => {
    const { id, reference } = await ask();
    const service = {
      kind: 'service',
      vehicle: null,
      ownVehicle: 'Hero Splendor',
      registrationNumber: 'KA 05 AB 1234',
    };
    await ask(service, uma);
    for (const q of [reference, 'Meera', '98200 12345', 'classic 350']) {
      expect(await atDesk(deskPaths.find(q)), q).toContain('Test ride: Royal Enfield Classic 350');
    }
    expect(await atDesk(deskPaths.find('KA05AB1234'))).toContain('Service: Hero Splendor');
    expect((await post(getDesk(id), { form: 'note', note: 'A regular.' })).status).toBe(303);
    expect((await post(getDesk(id), { form: 'handling', assignee: 'user-opal' })).status).toBe(303);
    const shown = await atDesk(getDesk(id));
    for (const text of ['A regular.', 'assigned to Opal', 'Saturday, 20 June, 11 am to 1 pm', 'Send and next']) {
      expect(shown).toContain(text);
    }
    const cancelled = { form: 'visit', version: '1', status: 'cancelled' };
    expect((await post(getDesk(id), cancelled)).status).toBe(303);
    expect(getRequest(id)?.status).toBe('cancelled');
    // Only on or after the day of the visit.
    const { id: other } = await ask();
    const done = await post(getDesk(other), { form: 'visit', version: '1', status: 'done' });
    expect([done.status, getRequest(other)?.status]).toEqual([409, 'requested']);
  });

  it.each(appointmentKinds)('has its title as the subject, as %s', async (kind) => {
    for (const named of [true, false]) {
      const vehicle = kind === 'service' ? { vehicle: null, ownVehicle: 'Honda Shine' } : { vehicle: '1' };
      const { id } = await ask({ kind, slot: '09:00', ...(named ? vehicle : { vehicle: null }) }, uma);
      const vehicleName = named ? (kind === 'service' ? 'Honda Shine' : 'Royal Enfield Classic 350') : null;
      expect(getRequest(id)).toMatchObject({
        subject: formatAppointmentTitle({ kind, vehicleName }),
        priority: null,
        kind: 'appointment',
      });
    }
  });

  it('is moved to an account with the messages of its browser, and belongs to it from then on', async () => {
    const { id, key, messagesKey } = await ask();
    const headers = { ...uma, 'X-Messages-Key': messagesKey };
    const joined = await callApi(site, 'POST', '/api/conversations/join', { headers });
    expect(getData(joined)).toEqual({ joined: 1 });
    expect((await callApi(site, 'GET', `/api/appointments/${id}`, { headers: uma })).status).toBe(200);
    expect((await site.request(paths.appointment({ key }))).status).toBe(404);
    expect((await site.request(paths.conversation({ key }))).status).toBe(404);
  });

  it('is deleted with its conversation and its row at the desk', async () => {
    const { id, key } = await ask();
    await reply(id, 'See you.');
    site.runtime.db.$client.prepare('DELETE FROM appointments WHERE id = ?').run(id);
    expect(getRequest(id)).toBeUndefined();
    expect((await site.request(paths.conversation({ key }))).status).toBe(404);
    expect(await atDesk(deskPaths.find('classic 350'))).not.toContain('Test ride');
  });
});
