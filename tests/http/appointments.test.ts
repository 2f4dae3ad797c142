import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeEndpoints } from '~/api/endpoint-reference.server';
import { sentToSeller } from '~/domain/conversations/conversation';
import { sha256 } from '~/domain/shared/secrets.server';
import { deskPaths, paths } from '~/paths';
import { appointments } from '~db/schema/appointments';
import { FormBrowser } from '../support/account-client';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { getPageText } from '../support/page-text';
import { shine, usedShine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

type Headers = Record<string, string>;
type Stored = { id: string; status: string; version: number };
type Requested = Stored & { key: string | null; url: string | null };

/** Monday, 15 June 2026, 12:00 in India. */
const noon = new Date('2026-06-15T06:30:00.000Z');
let now = noon;
let site: SiteInProcess;
let asha: Headers;
let operator: Headers;
shareSite(async () => {
  site = await openSite({}, () => now);
  asha = signIn(site, 'Asha');
  operator = signIn(site, 'Opal', 'owner');
  return site;
});
beforeEach(() => {
  now = noon;
  site.runtime.db.$client.exec(
    `DELETE FROM appointments; DELETE FROM closed_days; DELETE FROM idempotency_keys;
     UPDATE branches SET is_bookable = 1; UPDATE branch_slots SET test_ride_places = 2`,
  );
});

const path = paths.newAppointment();
const person = { name: 'Meera Iyer', phone: '+91 98200 12345' };
const ride = { kind: 'test-ride', branch: 'showroom', ...person, slot: '2026-06-20T11:00' };
const request = (fields: Record<string, string> = {}, headers: Headers = {}) =>
  sendForm(site, path, { ...ride, ...fields }, headers);
const ask = (body: object = {}, headers: Headers = {}) =>
  callApi(site, 'POST', '/api/appointments', {
    body: { ...ride, day: '2026-06-20', slot: '11:00', ...body },
    headers,
  });
const change = (id: string, body: object, headers: Headers) =>
  callApi(site, 'PATCH', `/api/appointments/${id}/status`, { body, headers });
const move = (id: string, body: object, headers: Headers = {}) =>
  callApi(site, 'PATCH', `/api/appointments/${id}/time`, { body, headers });
const stored = () => site.runtime.db.select().from(appointments).all();
const open = async (at: string, headers: Headers = {}) => getPageText((await site.request(at, { headers })).body);
const desk = (status: string, fields: Record<string, string> = {}) => {
  const [visit] = stored();
  const own = { id: visit?.id ?? '', version: String(visit?.version), status, ...fields };
  return sendForm(site, deskPaths.visits(), own, getCookie(operator));
};

describe('the form', () => {
  it('shows fourteen days with their times, and labels closed, full and past ones', async () => {
    site.runtime.db.$client.exec("INSERT INTO closed_days (branch_id, day) VALUES ('showroom', '2026-06-17')");
    await ask();
    await ask();
    const { body } = await site.request(path);
    const text = getPageText(body);
    expect(text).toContain('Mon to Sat 9 am to 7 pm, Sun 10 am to 5 pm');
    // The rest of today; a closed day; a full time; Sunday is shorter.
    expect(text).toMatch(/Mon 15 Jun Monday, 15 June 9 am to 11 am over 11 am to 1 pm over 2 pm to 4 pm 2 places left/);
    expect(text).toContain('Wed 17 closed Thu 18 Jun');
    expect(text).toContain('Saturday, 20 June 9 am to 11 am 2 places left 11 am to 1 pm full');
    expect(text).toMatch(/Sunday, 21 June 11 am to 1 pm 2 places left 2 pm to 4 pm 2 places left Mon 22 Jun/);
    expect(body).toMatch(/disabled="" name="day" value="2026-06-17"|name="day" disabled="" value="2026-06-17"/);
    expect(body.match(/class="[^"]*" ?><input[^>]*name="day"|name="day"/g)).toHaveLength(14);
  });

  it('requires only a name and a phone, and redirects a visitor to a private page', async () => {
    const { status, headers } = await request();
    expect(status).toBe(303);
    const [, key = ''] = /^\/appointment\?key=([\w-]{27})$/.exec(headers.location ?? '') ?? [];
    expect(stored()).toMatchObject([
      {
        kind: 'test-ride',
        status: 'requested',
        day: '2026-06-20',
        starts: '11:00',
        ends: '13:00',
        seat: 1,
        userId: null,
      },
    ]);
    expect(stored()[0]?.keyHash).toBe(sha256(key));
    const page = await site.request(paths.appointment({ key }));
    expect(page.headers['referrer-policy']).toBe('same-origin');
    const text = getPageText(page.body);
    expect(text).toContain('We have your request');
    expect(text).toContain('Saturday, 20 June, 11 am to 1 pm (India)');
    expect(text).toContain('Meera Iyer, ••••• 2345');
    expect(page.body).not.toContain('98200 12345');
  });

  it('takes an email of a visitor, and asks no account for it', async () => {
    const wrong = await request({ email: 'meera at home' });
    expect([wrong.status, getPageText(wrong.body)]).toEqual([422, expect.stringContaining('a valid email address')]);
    expect(wrong.body).toContain('value="meera at home"');
    expect((await request({ email: 'meera@example.com' })).status).toBe(303);
    expect(stored()).toMatchObject([{ email: 'meera@example.com' }]);
    expect((await site.request(path)).body).toContain('name="email"');
    expect((await site.request(path, { headers: getCookie(operator) })).body).not.toContain('name="email"');
  });

  it('keeps the input, with a message for each field', async () => {
    const { status, body } = await request({ name: '', phone: 'call me', slot: '', vehicle: '1' });
    expect(status).toBe(422);
    const text = getPageText(body);
    for (const sentence of ['Name is required', 'Please enter a valid phone number', 'Please choose a time']) {
      expect(text).toContain(sentence);
    }
    expect(body).toContain('value="call me"');
    expect(body).toMatch(/<option value="1" selected="">/);
    expect(stored()).toEqual([]);
  });

  it.each([
    ['a time that has begun', { slot: '2026-06-15T11:00' }, 'This time has begun already. Still free on that day:'],
    ['a day on which it is closed', { slot: '2026-06-18T11:00' }, 'We are closed on Thursday, 18 June.'],
    ['a time out of the opening hours', { slot: '2026-06-21T09:00' }, 'Please choose a time of that day. Still free'],
    ['a time that is none', { slot: '2026-06-20T10:30' }, 'Please choose a time of that day. Still free'],
    ['a day in the past', { slot: '2026-06-14T11:00' }, 'Please choose one of the next 14 days'],
    ['a day too far ahead', { slot: '2026-06-29T11:00' }, 'Please choose one of the next 14 days'],
    ['two days', { day: '2026-06-19' }, 'Please choose a time on the day that you chose'],
    ['a branch that is gone', { branch: 'elsewhere' }, 'Visits cannot be booked at this branch.'],
    ['a kind of its own', { kind: 'party' }, 'Please choose what your visit is for'],
    ['a vehicle that is not on sale yet', { vehicle: '9' }, 'is coming soon and'],
    ['a listing of a rider', { vehicle: 'sample-bike-1' }, 'This vehicle is with its seller.'],
    ['a vehicle that is gone', { vehicle: 'deleted' }, 'This vehicle is no longer listed.'],
  ])('rejects %s with a message', async (_what, fields, sentence) => {
    site.runtime.db.$client.exec("INSERT INTO closed_days (branch_id, day) VALUES ('showroom', '2026-06-18')");
    const { status, body } = await request(fields);
    expect([status, stored()]).toEqual([422, []]);
    expect(getPageText(body)).toContain(sentence);
    expect(body).toContain('value="Meera Iyer"');
  });

  it('counts days from midnight in India', async () => {
    now = new Date('2026-06-15T18:29:00.000Z');
    expect((await request({ slot: '2026-06-29T11:00' })).status).toBe(422);
    now = new Date('2026-06-15T18:31:00.000Z');
    expect((await request({ slot: '2026-06-29T11:00' })).status).toBe(303);
    expect((await request({ slot: '2026-06-15T16:00' })).status).toBe(422);
  });

  it('requires an account for a service only, and keeps the form during sign-in', async () => {
    const fields = { ...ride, kind: 'service', ownVehicle: 'Hero Splendor', registrationNumber: 'MH 12 AB 1234' };
    const visitor = await sendForm(site, paths.newAppointment({ kind: 'service' }), fields);
    expect(visitor.headers.location).toMatch(/^\/login\?redirectTo=/);
    expect(stored()).toEqual([]);
    const back = new URL(visitor.headers.location ?? '', site.origin).searchParams.get('redirectTo') ?? '';
    expect((await site.request(back, { headers: getCookie(asha) })).body).toContain('value="Hero Splendor"');
    const user = await request(fields, getCookie(asha));
    expect(user.headers.location).toMatch(/^\/appointment\?id=/);
    expect(stored()).toMatchObject([{ kind: 'service', vehicleName: 'Hero Splendor', keyHash: null }]);
  });

  it('runs once when it is sent twice, and shows the private link again to who has the key of the form', async () => {
    const browser = new FormBrowser(site);
    const fields = { ...ride, idempotencyKey: hiddenField(await browser.open(path), 'idempotencyKey') };
    const first = await browser.send(path, fields);
    expect((await browser.send(path, fields)).headers.location).toBe(first.headers.location);
    expect((await new FormBrowser(site).send(path, fields)).headers.location).toBe(first.headers.location);
    expect(stored()).toHaveLength(1);
  });

  it('is linked from the details of everything that can be ridden, and the message beside it', async () => {
    const { listing } = storeListing(site.runtime.db);
    const made = await callApi(site, 'POST', '/api/vehicles', { body: usedShine, headers: signIn(site, 'Vera') });
    const ids = ['1', '101', 'sample-bike-1', listing.id, getData<{ id: string }>(made).id];
    for (const id of ids) {
      const { body } = await site.request(paths.vehicle(id));
      expect(body).toMatch(new RegExp(`href="/appointments/new\\?vehicle=${id}">Schedule Test (?:Ride|Drive)</a>`));
      expect(body).toMatch(new RegExp(`href="/contact\\?[^"]*about=${id}">(?:Enquire Now|Contact Seller)</a>`));
      const form = await site.request(paths.newAppointment({ vehicle: id }));
      expect([id, form.body.includes('name="slot"')]).toEqual([id, ['1', '101'].includes(id)]);
    }
    for (const at of [paths.service(), paths.contact(), paths.showroom()]) {
      expect((await site.request(at)).body, at).toContain(path);
    }
  });

  it('shows a message when no branch offers visits', async () => {
    site.runtime.db.$client.exec('UPDATE branches SET is_bookable = 0');
    expect(await open(path)).toContain('Visits cannot be booked here at the moment');
    expect((await ask()).status).toBe(422);
  });
});

describe('places', () => {
  it('of a time are given out once each, for 50 concurrent requests', async () => {
    site.runtime.db.$client.exec("UPDATE branch_slots SET test_ride_places = 7 WHERE starts = '11:00'");
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? request({ name: `Rider ${index}` }) : ask({ name: `Rider ${index}` }),
      ),
    );
    const gotOne = sent.filter(({ status }) => status === 303 || status === 201);
    const others = sent.filter(({ status }) => status === 409);
    expect([gotOne.length, others.length]).toEqual([7, 43]);
    expect(
      stored()
        .map(({ seat }) => seat)
        .sort(),
    ).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const sentence =
      'This time has just been taken. Still free on that day: 9 am to 11 am, 2 pm to 4 pm, 4 pm to 6 pm.';
    for (const { body } of others) expect(body).toContain(sentence);
    const form = others.find(({ headers }) => headers['content-type']?.startsWith('text/html'));
    expect(form?.body).toMatch(/value="Rider \d+"/);
    expect(getPageText(form?.body ?? '')).toContain('11 am to 1 pm full');
  });

  it('of a time are given out once each to visits that are moved there at the same time', async () => {
    site.runtime.db.$client.exec('UPDATE branch_slots SET test_ride_places = 20');
    const visits = await Promise.all(Array.from({ length: 20 }, async () => getData<Requested>(await ask())));
    site.runtime.db.$client.exec("UPDATE branch_slots SET test_ride_places = 3 WHERE starts = '14:00'");
    const sent = await Promise.all(visits.map(({ id, key }) => move(id, { day: '2026-06-20', slot: '14:00', key })));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(sent.filter(({ status }) => status === 409)).toHaveLength(17);
    const moved = stored().filter(({ starts }) => starts === '14:00');
    expect(moved.map(({ seat }) => seat).sort()).toEqual([1, 2, 3]);
  });

  it('are not given out twice by the database itself', async () => {
    await ask();
    expect(() =>
      site.runtime.db.$client.exec(
        `INSERT INTO appointments (id, kind, branch_id, day, starts, ends, seat, name, phone, key_hash, created_at,
           updated_at)
         SELECT 'another', kind, branch_id, day, starts, ends, seat, name, phone, lower(hex(zeroblob(32))), created_at,
           updated_at FROM appointments`,
      ),
    ).toThrow('UNIQUE constraint failed');
  });

  it('are counted for each kind, and are free again after a cancellation', async () => {
    await ask();
    const { id, key } = getData<Requested>(await ask());
    expect((await ask()).status).toBe(409);
    expect((await ask({ kind: 'purchase' })).status).toBe(201);
    expect((await change(id, { status: 'cancelled', key }, {})).status).toBe(200);
    expect((await ask()).status).toBe(201);
    const { branches } = getData<{ branches: { days: { day: string; slots: object[] }[] }[] }>(
      await callApi(site, 'GET', '/api/appointments/slots?kind=test-ride&branch=showroom'),
    );
    expect(branches[0]?.days.find(({ day }) => day === '2026-06-20')?.slots[1]).toEqual({
      starts: '11:00',
      ends: '13:00',
      left: 0,
      state: 'full',
    });
  });

  it('has slots at the branches that exist, and rejects any other', async () => {
    const findAt = (id: string) => callApi(site, 'GET', `/api/appointments/slots?branch=${id}`);
    const { status, json } = await findAt('nowhere');
    expect([status, json.errors]).toEqual([400, { branch: 'branch must be one of showroom' }]);
    const setBookable = site.runtime.db.$client.prepare('UPDATE branches SET is_bookable = ?');
    setBookable.run(0);
    expect(getData(await findAt('showroom'))).toEqual({ branches: [] });
    setBookable.run(1);
  });
});

describe('an appointment', () => {
  const requested = async (headers: Headers = {}) => getData<Requested>(await ask({}, headers));

  it('is confirmed and marked as done by operators, which is logged', async () => {
    const { key } = await requested();
    expect((await desk('confirmed')).status).toBe(303);
    expect(await open(paths.appointment({ key: key ?? '' }))).toContain('Your visit is confirmed');
    expect((await desk('done')).status).toBe(409);
    now = new Date('2026-06-20T08:00:00.000Z');
    expect((await desk('done')).status).toBe(303);
    expect(stored()).toMatchObject([{ status: 'done', version: 3 }]);
    expect((await desk('cancelled')).status).toBe(409);
    expect(await open(deskPaths.teamLog(), getCookie(operator))).toContain(
      'Test ride, Saturday, 20 June, 11 am to 1 pm: done',
    );
  });

  it('is cancelled by its customer at the private link, until it begins', async () => {
    const at = paths.appointment({ key: (await requested()).key ?? '' });
    const cancel = () => sendForm(site, at, { version: '1', reason: 'I am ill' });
    now = new Date('2026-06-20T05:31:00.000Z');
    const late = await cancel();
    expect([late.status, late.body.includes('has begun')]).toEqual([409, true]);
    now = noon;
    expect((await cancel()).headers.location).toBe(at);
    expect(stored()).toMatchObject([{ status: 'cancelled', cancelledBy: 'customer', cancelReason: 'I am ill' }]);
    expect(await open(at)).toContain('This visit is cancelled');
    expect(await open(deskPaths.visits({ day: '2026-06-20' }), getCookie(operator))).toContain('I am ill');
  });

  it('is cancelled by the business with a reason that its customer sees', async () => {
    const { id } = await requested(asha);
    expect((await desk('cancelled', { reason: 'Our bike is at the workshop.' })).status).toBe(303);
    expect(await open(paths.appointment({ id }), getCookie(asha))).toContain(
      'Our reason: Our bike is at the workshop.',
    );
  });

  it('is not changed from an outdated version', async () => {
    const { id } = await requested(asha);
    await change(id, { status: 'confirmed' }, operator);
    const { status, body } = await sendForm(
      site,
      paths.appointment({ id }),
      { version: '1', reason: 'Ill' },
      getCookie(asha),
    );
    expect([status, body.includes('was changed in the meantime')]).toEqual([409, true]);
    expect((await change(id, { status: 'cancelled' }, { ...asha, 'If-Match': '"1"' })).status).toBe(412);
    expect((await change(id, { status: 'cancelled' }, asha)).status).toBe(200);
  });

  it('is accessible to its customer and operators only', async () => {
    const { id, key } = await requested();
    const other = await requested(asha);
    const stranger = signIn(site, 'Stranger');
    const statuses = [
      await site.request(paths.appointment({ id }), { headers: getCookie(stranger) }),
      await site.request(paths.appointment({ key: 'x'.repeat(27) })),
      await site.request(paths.appointmentCalendar({ id }), { headers: getCookie(stranger) }),
      await callApi(site, 'GET', `/api/appointments/${other.id}?key=${key}`),
      await move(other.id, { day: '2026-06-19', slot: '14:00', key }),
      await change(id, { status: 'confirmed', key }, {}),
      await change(other.id, { status: 'confirmed' }, asha),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 403, 403]);
    expect((await site.request(paths.appointment({ id }))).headers.location).toMatch(/^\/login/);
    expect((await callApi(site, 'GET', `/api/appointments/${id}?key=${key}`)).status).toBe(200);
  });

  it('is moved by its customer without a script, and must then be confirmed again', async () => {
    const at = paths.appointment({ key: (await requested()).key ?? '' });
    await desk('confirmed');
    const form = await open(at);
    expect(form).toContain('Friday, 19 June 9 am to 11 am 2 places left');
    const send = (fields: object) => sendForm(site, at, { intent: 'move', version: '2', ...fields });
    const unchosen = await send({ day: '2026-06-19' });
    expect([unchosen.status, getPageText(unchosen.body).includes('Please choose a time')]).toEqual([422, true]);
    expect(unchosen.body).toMatch(/<details open="">/);
    expect((await send({ day: '2026-06-19', slot: '2026-06-18T14:00' })).body).toContain('on the day that you chose');
    expect((await send({ slot: '2026-06-19T14:00' })).headers.location).toBe(at);
    expect(stored()).toMatchObject([
      { status: 'requested', day: '2026-06-19', starts: '14:00', ends: '16:00', version: 3 },
    ]);
    const page = await open(at);
    expect(page).toContain('Friday, 19 June, 2 pm to 4 pm (India)');
    expect(page).toMatch(/Moved by you on .+, from Saturday, 20 June, 11 am to 1 pm\./);
    // The old time is free, and the move needs no second confirmation.
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([201, 201, 409]);
  });

  it('is moved by operators, which is logged and keeps its status; a late or outdated move is rejected', async () => {
    const { id } = await requested(asha);
    await desk('confirmed');
    const to = { day: '2026-06-19', slot: '14:00' };
    expect((await move(id, { ...to, version: 1 }, operator)).status).toBe(409);
    expect((await move(id, { ...to, version: 2 }, operator)).status).toBe(200);
    expect((await move(id, to, operator)).status).toBe(200);
    expect(stored()).toMatchObject([{ status: 'confirmed', day: '2026-06-19', seat: 1, version: 3 }]);
    expect(await open(deskPaths.teamLog(), getCookie(operator))).toContain(
      'Friday, 19 June, 2 pm to 4 pm: moved from Saturday, 20 June, 11 am to 1 pm',
    );
    expect(await open(paths.appointment({ id }), getCookie(asha))).toContain('Moved by Dopahiya on');
    expect(await open(paths.appointment({ id }), getCookie(operator))).toContain('Meera Iyer Test ride');
    now = new Date('2026-06-19T08:31:00.000Z');
    const next = { day: '2026-06-20', slot: '14:00' };
    expect((await move(id, next, asha)).body).toContain('This visit has begun');
    expect((await move(id, next, operator)).status).toBe(200);
    await change(id, { status: 'cancelled' }, asha);
    expect((await move(id, to, operator)).body).toContain('A visit that is cancelled cannot be moved.');
  });

  it('is a calendar file with the same name and a higher sequence after each change', async () => {
    const { id, key } = await requested();
    const name = { key: key ?? '' };
    const file = async () => {
      const { body, headers } = await site.request(paths.appointmentCalendar(name));
      expect(headers['content-type']).toBe('text/calendar; charset=utf-8; method=PUBLISH');
      return body.replaceAll('\r\n ', '').split('\r\n');
    };
    const first = await file();
    expect(first).toEqual(
      expect.arrayContaining([`UID:${id}@dopahiya`, 'SEQUENCE:0', 'STATUS:TENTATIVE', 'METHOD:PUBLISH']),
    );
    await change(id, { status: 'confirmed' }, operator);
    const second = await file();
    expect(second).toEqual(expect.arrayContaining([`UID:${id}@dopahiya`, 'SEQUENCE:1', 'STATUS:CONFIRMED']));
    await move(id, { day: '2026-06-19', slot: '14:00' }, operator);
    const start = 'DTSTART;TZID=Asia/Kolkata:20260619T140000';
    expect(await file()).toEqual(expect.arrayContaining([`UID:${id}@dopahiya`, 'SEQUENCE:2', start]));
  });

  it('is shown on the profile until it is over, and among the bookings afterwards', async () => {
    await requested(asha);
    const browser = getCookie(asha);
    expect(await open(paths.profile(), browser)).toContain('Test ride Requested Saturday, 20 June, 11 am to 1 pm');
    now = new Date('2026-06-21T06:30:00.000Z');
    expect(await open(paths.profile(), browser)).not.toContain('Saturday, 20 June');
    expect(await open(paths.profileView('bookings'), browser)).toContain('Saturday, 20 June');
    expect(await open(paths.profile(), browser)).toContain('Bookings 1');
  });
});

describe('the desk', () => {
  const at = deskPaths.visits({ day: '2026-06-20' });

  it('shows the visits of a day by time, and counts waiting ones', async () => {
    await ask({ slot: '14:00', name: 'Vikram Salunkhe' });
    await ask({ name: 'Farhan Shaikh', vehicle: '1' });
    const text = await open(at, getCookie(operator));
    expect(text).toContain('Customers 2 waiting');
    expect(text).toMatch(/11:00 Farhan Shaikh Test ride: .+ 14:00 Vikram Salunkhe/);
    expect(text).toContain('Confirm , the visit of Farhan Shaikh');
    const page = await site.request(at, { headers: getCookie(operator) });
    expect(page.body).toContain('day=2026-06-19');
    expect(await open(deskPaths.visits({ day: 'x' }), getCookie(operator))).toContain('Today, Monday, 15 June');
  });

  it('flags visits that a bot seems to have filled in', async () => {
    await request({ website: 'https://spam.example' });
    expect(await open(at, getCookie(operator))).toContain('possible spam');
  });

  const branch = (id: string, fields: Record<string, string>) =>
    sendForm(site, deskPaths.branches(id), { version: '', ...fields }, getCookie(operator));
  const jayanagar = {
    ...{ version: '1', name: 'Jayanagar', address: '4th Block, Bengaluru', isBookable: 'on' },
    ...{ 'hours.5.opens': '9:00', 'hours.5.closes': '12:00', closedDays: '2026-06-27' },
    ...{ 'slots.0.starts': '09:00', 'slots.0.ends': '10:00', 'slots.0.testRidePlaces': '1' },
  };

  it('adds a branch with hours, times, places and closed days', async () => {
    expect((await branch('new', jayanagar)).status).toBe(303);
    const form = await open(path);
    expect(form).toContain('Jayanagar 4th Block, Bengaluru');
    const { branches } = getData<{
      branches: { id: string; name: string; days: { day: string; slots: object[] }[] }[];
    }>(await callApi(site, 'GET', '/api/appointments/slots'));
    const added = branches.find(({ name }) => name === 'Jayanagar');
    expect(added?.days.filter(({ slots }) => slots.length > 0).map(({ day }) => day)).toEqual(['2026-06-20']);
    expect((await ask({ branch: added?.id, slot: '09:00' })).status).toBe(201);
    expect((await ask({ branch: added?.id, slot: '09:00' })).status).toBe(409);
    // Requested visits stay when the branch changes.
    const changed = { ...jayanagar, version: '1', isBookable: '' };
    expect((await branch(added?.id ?? '', changed)).status).toBe(303);
    expect((await branch(added?.id ?? '', changed)).status).toBe(409);
    expect(stored()).toMatchObject([{ starts: '09:00', status: 'requested' }]);
    site.runtime.db.$client.exec("DELETE FROM appointments; DELETE FROM branches WHERE id <> 'showroom'");
  });

  it.each([
    ['hours.5.closes', '08:00', 'This must be later'],
    ['hours.5.closes', '', 'Both times are needed'],
    ['hours.5.opens', 'nine', 'Please enter a time such as 09:30'],
    ['slots.0.testRidePlaces', '1.5', 'Places must be a whole number'],
    ['slots.0.testRidePlaces', '100', 'Places must be at most 99'],
    ['slots.0.ends', '08:00', 'This must be later'],
    ['slots.1.starts', '09:30', 'It begins before the one above it ends'],
    ['closedDays', 'Christmas', '“Christmas” is not a day such as 2026-12-25'],
    ['name', ' ', 'Name is required'],
  ])('rejects %s: “%s” with a message, and keeps the form values', async (field, text, sentence) => {
    const extra: Record<string, string> = field === 'slots.1.starts' ? { 'slots.1.ends': '11:00' } : {};
    const { status, body } = await branch('new', { ...jayanagar, ...extra, [field]: text });
    expect(status).toBe(422);
    expect(getPageText(body)).toContain(sentence);
    expect(body).toContain('4th Block, Bengaluru');
  });
});

it('a visit for a service is exported with the data of its user, and deleted with the account', async () => {
  const rider = await new FormBrowser(site).enter({ name: 'Ravi', email: 'ravi@example.com', password: 'open!sesame' });
  await rider.send(path, { ...ride, kind: 'service', registrationNumber: 'MH 12 AB 1234' });
  expect((await rider.open('/profile/data.json')).body).toContain('MH 12 AB 1234');
  await rider.send('/profile/security', { intent: 'delete-account', password: 'open!sesame' });
  expect(stored()).toEqual([]);
});

describe('a test ride with a seller', () => {
  const rider = { ...person, email: 'meera@example.com', note: 'I come from Thane.' };
  const fields = { intent: 'ride', ...rider, day: '2026-06-20', part: 'morning' };
  const askSeller = (vehicle: string, changed: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    sendForm(
      site,
      paths.newAppointment({ vehicle }),
      { ...fields, vehicle, idempotencyKey: randomUUID(), ...changed },
      headers,
    );
  const countConversations = () =>
    site.runtime.db.$client
      .prepare<[], number>('SELECT count(*) FROM conversations WHERE desk_request_id IS NULL')
      .pluck()
      .get();

  /** The offers that have a seller, each with the browser of its seller. */
  const offers = {
    'a listing of a visitor': async () => {
      const { listing, manageCode } = storeListing(site.runtime.db, { name: 'Shine of a visitor' });
      return { id: listing.id, seller: { Cookie: `manageKeys=${manageCode}` } };
    },
    'a listing of a user': async () => {
      const headers = signIn(site, randomUUID());
      const made = await callApi(site, 'POST', '/api/scooters', { body: shine, headers });
      return { id: getData<{ id: string }>(made).id, seller: getCookie(headers) };
    },
    'a used vehicle of a user': async () => {
      const headers = signIn(site, randomUUID());
      const made = await callApi(site, 'POST', '/api/vehicles', { body: usedShine, headers });
      return { id: getData<{ id: string }>(made).id, seller: getCookie(headers) };
    },
  };

  it.each(Object.entries(offers))('reaches the inbox of the seller of %s once', async (_what, offer) => {
    const { id, seller } = await offer();
    const form = await site.request(paths.newAppointment({ vehicle: id }));
    expect(form.status).toBe(200);
    expect(form.body).not.toContain('name="slot"');
    for (const part of ['Morning', 'Afternoon', 'Evening']) expect(getPageText(form.body)).toContain(part);
    const sent = await askSeller(id, { idempotencyKey: `once for ${id}` });
    expect([sent.status, sent.headers.location]).toEqual([303, expect.stringMatching(/^\/conversation\?key=/)]);
    await askSeller(id, { idempotencyKey: `once for ${id}` });
    const inbox = await site.request(paths.messages(), { headers: seller });
    const links = new Set(inbox.body.match(/\/conversation\?id=[\w-]+/g));
    expect(links.size).toBe(1);
    const conversation = await open([...links][0] ?? '', seller);
    const words = 'Test ride for Meera Iyer: Saturday, 20 June, morning I come from Thane.';
    expect(conversation.split(words)).toHaveLength(2);
    expect(conversation).toContain('+91 98200 12345');
    expect(conversation).not.toContain('meera@example.com');
    expect(await open(sent.headers.location ?? '')).toContain(words);
    expect(stored()).toEqual([]);
    // Back to a form that was loaded again, with another key.
    const asVisitor = { Cookie: sent.headers['set-cookie']?.map((cookie) => cookie.split(';')[0]).join('; ') ?? '' };
    const again = await askSeller(id, {}, asVisitor);
    expect([again.status, again.body.includes('You have written this here already.')]).toEqual([422, true]);
    expect(again.body).toContain('I come from Thane.</textarea>');
  });

  it.each([
    ['no day', { day: '' }, 'Please choose a day'],
    ['a day that is none', { day: '2026-02-30' }, 'Please choose a day'],
    ['a day in the past', { day: '2026-06-14' }, 'Please choose a day from today on, within a year'],
    ['a day years ahead', { day: '2062-06-20' }, 'Please choose a day from today on, within a year'],
    ['no part of it', { part: '' }, 'Please choose a part of the day'],
    ['a part that is over', { day: '2026-06-15' }, 'This part of the day is over.'],
    ['no name', { name: '' }, 'Name is required'],
    ['no phone', { phone: '' }, 'Phone is required'],
    ['an address that is none', { email: 'meera' }, 'email'],
  ])('rejects %s beside the field, and keeps the rest', async (_what, changed, sentence) => {
    const { id } = await offers['a listing of a visitor']();
    const before = countConversations();
    const { status, body } = await askSeller(id, changed);
    expect([status, countConversations()]).toEqual([422, before]);
    expect(getPageText(body)).toContain(sentence);
    expect(body).toContain('I come from Thane.</textarea>');
  });

  it.each([
    ['sold', "UPDATE listings SET availability = 'sold', sold_at = created_at WHERE id = ?", 200, 'has been sold.'],
    ['hidden', 'UPDATE listings SET hidden_at = created_at WHERE id = ?', 410, 'This bike is no longer listed'],
    ['deleted', 'DELETE FROM listings WHERE id = ?', 410, 'no longer listed'],
  ])('says that a vehicle is %s, before and after it was written', async (_what, change, status, sentence) => {
    const { id } = await offers['a listing of a visitor']();
    site.runtime.db.$client.prepare(change).run(id);
    const page = await site.request(paths.newAppointment({ vehicle: id }));
    expect(page.status).toBe(status);
    expect(getPageText(page.body)).toContain(sentence);
    expect(page.body).not.toContain('name="part"');
    const before = countConversations();
    const late = await askSeller(id);
    expect([late.status, countConversations()]).toEqual([422, before]);
    expect(getPageText(late.body)).toMatch(/has been sold\.|This vehicle is no longer listed\./);
    expect(late.body).toContain('I come from Thane.</textarea>');
  });

  it.each(Object.entries(offers))('is requested through the API too, for %s', async (what, offer) => {
    const { id, seller } = await offer();
    const note = `I have long looked for ${what}.`;
    const body = { kind: 'test-ride', vehicle: id, ...rider, note, day: '2026-06-20', part: 'morning' };
    const send = (changed: object = {}) =>
      callApi(site, 'POST', '/api/appointments', {
        body: { ...body, ...changed },
        headers: { 'Idempotency-Key': `ride for ${id} ${randomUUID()}` },
      });
    const sent = await send();
    expect([sent.status, stored()]).toEqual([201, []]);
    expect(sent.json).toMatchObject({ message: sentToSeller, data: { phone: person.phone, category: 'sales' } });
    expect(sent.json).not.toHaveProperty('ignored');
    const { pathname, search } = new URL(getData<{ conversation: string }>(sent).conversation);
    expect([sent.headers.location, pathname]).toEqual([pathname + search, '/conversation']);
    const words = `Test ride for Meera Iyer: Saturday, 20 June, morning ${note}`;
    expect(await open(pathname + search)).toContain(words);
    const inbox = await site.request(paths.messages(), { headers: seller });
    const [link = ''] = inbox.body.match(/\/conversation\?id=[\w-]+/) ?? [];
    const conversation = await open(link, seller);
    expect(conversation).toContain(words);
    expect(conversation).toContain('+91 98200 12345');
    // A branch and its times are not for it; only a ride can be asked for.
    expect(await send({ kind: 'purchase' })).toMatchObject({
      status: 422,
      json: { errors: { kind: 'A seller can only be asked for a test ride' } },
    });
    expect(await send({ part: 'night', email: '', day: '2026-06-14' })).toMatchObject({
      status: 422,
      json: {
        errors: {
          part: 'Please choose a part of the day',
          email: 'Email is required',
          day: 'Please choose a day from today on, within a year',
        },
      },
    });
    expect(await ask({ vehicle: id })).toMatchObject({
      status: 422,
      json: { errors: { vehicle: expect.stringContaining('This vehicle is with its seller') } },
    });
  });

  it('has its fields and those of a visit to a branch in the reference of the API', () => {
    const { fields } =
      describeEndpoints('appointments', site.origin, now).find(({ method }) => method === 'POST') ?? {};
    const rules = Object.fromEntries((fields ?? []).map(({ name, rule }) => [name, rule]));
    expect(rules).toMatchObject({
      branch: expect.not.stringContaining('required'),
      part: expect.stringContaining('morning, afternoon or evening'),
      email: expect.stringContaining('email address'),
      name: expect.stringContaining('required'),
    });
  });

  it('names the fields of a ride with a seller that a visit to a branch ignores, and the other way round', async () => {
    const { id } = await offers['a listing of a visitor']();
    const both = {
      ...ride,
      ...rider,
      note: 'May it be early?',
      vehicle: id,
      day: '2026-06-20',
      slot: '11:00',
      part: 'morning',
    };
    const withSeller = await callApi(site, 'POST', '/api/appointments', { body: both });
    expect(withSeller).toMatchObject({ status: 201, json: { ignored: ['branch', 'slot'] } });
    const { part: _part, ...atBranch } = both;
    const visit = await callApi(site, 'POST', '/api/appointments', { body: { ...atBranch, vehicle: '1' } });
    expect(visit).toMatchObject({ status: 201, json: { ignored: ['note'] } });
    const message = 'This vehicle is at our branches. Please choose a branch and a time.';
    const atSeller = await callApi(site, 'POST', '/api/appointments', { body: { ...both, vehicle: '1' } });
    expect(atSeller).toMatchObject({ status: 422, json: { errors: { vehicle: message } } });
  });

  it('reaches the business about a sample, and is refused for the own vehicle', async () => {
    const about = await askSeller('sample-bike-1', { day: '20/06/2026' });
    expect(about.headers.location).toMatch(/^\/contact\?sent=/);
    const { id, seller } = await offers['a listing of a visitor']();
    const own = await site.request(paths.newAppointment({ vehicle: id }), { headers: seller });
    expect(getPageText(own.body)).toContain('This vehicle is your own.');
    expect(own.body).toContain(`href="${paths.vehicle(id)}"`);
    // One of ours is at a branch.
    expect((await askSeller('1')).status).toBe(422);
  });
});
