import { beforeAll, expect, it } from 'vitest';
import { deskPaths } from '~/paths';
import { messageFields, otherTime, populateSite, type PopulatedSite, testRide } from '../support/populated-site';
import { sendForm } from '../support/form-client';
import { shareSite } from '../support/shared-site';
import type { SiteInProcess } from '../support/site-in-process';

let populated: PopulatedSite;
let site: SiteInProcess;

beforeAll(async () => {
  populated = await populateSite();
});
shareSite(async () => {
  populated ??= await populateSite();
  site = await populated.open();
  return site;
});

const { day, slot } = otherTime;
const open = (path: string) => site.request(path, { headers: populated.asBrowser('operator') });

it('a free hour of the day leads to a visit for a customer, which is confirmed at once', async () => {
  const agenda = await open(deskPaths.visits({ day, branch: testRide.branch }));
  const href = deskPaths.newVisit({ branch: testRide.branch, day, slot });
  expect(agenda.body).toContain(`href="${href.replaceAll('&', '&amp;')}"`);
  expect((await open(href)).body).toMatch(new RegExp(`<option value="${slot}" selected`));
  const { name, phone } = messageFields;
  const fields = { kind: 'service', branch: testRide.branch, day, slot, ownVehicle: 'Activa', name, phone: '12' };
  const asOperator = populated.asBrowser('operator');
  const refused = await sendForm(site, href, { ...fields, name: '' }, asOperator);
  expect([
    refused.status,
    refused.body.includes('Name is required') || refused.body.includes('name is required'),
  ]).toEqual([422, true]);
  const added = await sendForm(site, href, { ...fields, phone }, asOperator);
  expect(added.status).toBe(303);
  const row = site.runtime.db.$client
    .prepare("SELECT status, user_id, vehicle_name FROM appointments WHERE kind = 'service' AND day = ?")
    .get(day);
  expect(row).toEqual({ status: 'confirmed', user_id: null, vehicle_name: 'Activa' });
});

it('the visits of a day or a week are a calendar, with names, for operators', async () => {
  const { status, headers, body } = await open(deskPaths.visitsCalendar({ day: testRide.day, days: 7 }));
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8; method=PUBLISH']);
  expect(body).toContain('BEGIN:VEVENT');
  expect(body).toMatch(/SUMMARY:\S/);
  expect(body.match(/BEGIN:VCALENDAR/g)).toHaveLength(1);
  expect((await site.request(deskPaths.visitsCalendar())).status).toBe(303);
});
