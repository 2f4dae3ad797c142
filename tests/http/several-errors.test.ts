import { expect, it } from 'vitest';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { isoFile } from '../support/photo-samples';
import { usedShine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess, type TestResponse } from '../support/site-in-process';

let site: SiteInProcess;
let user: Record<string, string>;
let vehicle: string;
shareSite(async () => {
  site = await openSite();
  user = signIn(site, 'Uma');
  const offered = await callApi(site, 'POST', '/api/vehicles', { headers: signIn(site, 'Ravi'), body: usedShine });
  vehicle = getData<{ id: string }>(offered).id;
  return site;
});

const send = async (path: string, fields: object, photo?: Buffer): Promise<TestResponse> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (photo) form.append('images', new Blob([new Uint8Array(photo)]), 'IMG_1.HEIC');
  const request = new Request(site.origin, { method: 'POST', body: form });
  const headers = {
    'Content-Type': request.headers.get('Content-Type') ?? '',
    ...(path.startsWith('/login') ? {} : getCookie(user)),
  };
  return site.request(path, { method: 'POST', headers, body: Buffer.from(await request.arrayBuffer()) });
};

const long = 'x'.repeat(3000);

/** Each form with fields that are invalid, and the message of each. */
const forms: [path: string, fields: object, errors: Record<string, string>][] = [
  [
    '/sell-bikes?view=form',
    { name: '', brand: 'Hero', year: '1999', type: '', mileage: '-4', license: '' },
    {
      name: 'Name is required',
      year: 'Year must be between 2000 and ',
      type: 'Type is required',
      daysUsed: 'Days used is required',
      mileage: 'Mileage must be 0 or more',
      license: 'License number is required',
    },
  ],
  [
    '/profile/vehicle',
    { name: '', brand: '', type: 'Bike', price: 'cheap', yearsUsed: 'two' },
    {
      name: 'Name is required',
      brand: 'Brand is required',
      fuelType: 'Fuel type is required',
      price: 'Price must be a number',
      yearsUsed: 'Years used must be a number',
    },
  ],
  [
    '/login?mode=signup',
    { mode: 'signup', name: 'U', email: 'nobody', password: 'password!' },
    {
      name: 'Name must be at least 2 characters long',
      email: 'Enter a valid email',
      password: 'This password is too easy to guess. Please choose another.',
    },
  ],
  [
    '/contact',
    { name: 'U', email: 'nobody', phone: 'none', subject: 'Hi', message: 'Short' },
    {
      name: 'Name must be at least 2 characters',
      email: 'Please enter a valid email address',
      phone: 'Please enter a valid phone number',
      subject: 'Subject must be at least 5 characters',
      message: 'Message must be at least 10 characters',
    },
  ],
  [
    '/support',
    { name: '', email: '', subject: '', message: '' },
    { name: 'Name is required', email: 'Email is required', message: 'Message is required' },
  ],
  [
    '/service',
    { 'serviceDetails.preferredDate': '2020-01-01', 'vehicleDetails.year': 'old' },
    {
      serviceType: 'Please select a service type',
      'contactInfo.name': 'Name is required',
      'contactInfo.phone': 'Phone number is required',
      'contactInfo.email': 'Email is required',
      'serviceDetails.preferredDate': 'Preferred date cannot be before today',
    },
  ],
  [
    '/feedback',
    { subject: ' ', message: '' },
    {
      type: 'Please select a feedback type',
      rating: 'Please provide a rating',
      subject: 'Subject is required',
      message: 'Message is required',
    },
  ],
  [
    '/vehicle-details?vehicle=8',
    { title: long, comment: '' },
    { rating: '', title: 'Title is 2,900 characters too long: at most 100', comment: '' },
  ],
  [
    '/report?vehicle={vehicle}',
    { words: long },
    { reason: '', words: 'Text is 2,000 characters too long: at most 1,000' },
  ],
  [
    '/profile/edit',
    { intent: 'save', version: 1, name: 'U', phone: 'none', gender: 'male', location: long },
    {
      name: 'Name must be at least 2 characters long',
      phone: '',
      location: 'Location is 2,920 characters too long: at most 80',
    },
  ],
];

it.each(forms)('%s reports all of its invalid fields at once, above and beside them', async (path, fields, errors) => {
  const { status, body } = await send(path.replace('{vehicle}', vehicle), fields);
  expect(status).toBe(422);
  expect(body.match(/<form[^>]*novalidate/i)).not.toBeNull();
  const summary = /id="errors".*?<\/ul>/s.exec(body)?.[0] ?? '';
  for (const [field, message] of Object.entries(errors)) {
    expect(summary).toContain(`<a href="#${field}">${message}`);
    expect(body).toContain(`id="${field}-error"`);
    expect(body).toContain(`id="${field}"`);
  }
  expect(body.match(/<a href="#errors">/g)).toHaveLength(1);
});

it.each(['/sell-scooters?view=form', '/profile/vehicle'])('%s reports photos and fields together', async (path) => {
  const { status, body } = await send(path, { name: '', brand: 'Hero' }, isoFile('heic', 'mif1'));
  expect(status).toBe(422);
  for (const field of ['images', 'name', 'type']) expect(body).toContain(`id="${field}-error"`);
  expect(body).toContain('Please fill in all required fields');
  expect(body).toContain('value="Hero"');
});
