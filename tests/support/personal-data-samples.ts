import { requestOver } from './site-in-process';
import { FormBrowser } from './account-client';

type Origin = { origin: string };

/** Personal data of a user and a visitor, each in words that occur nowhere else. */
export type PersonalData = {
  /** The user's, all of which the user's own data contain. */
  ofUser: string[];
  /** A visitor's, and secrets: passwords, tokens, codes and links. */
  ofAnonymous: string[];
  user: FormBrowser;
};

const account = { name: 'Public Rider', email: 'canary-email@example.com', password: 'canary!password' };
const secondPassword = 'canary!second';

const createContact = (form: string, phone: string) => ({
  name: `Canaryname ${form}`,
  email: `canary-${form}@example.com`,
  phone,
});

const nested = ({ name, email, phone }: ReturnType<typeof createContact>) => ({
  'contactInfo.name': name,
  'contactInfo.email': email,
  'contactInfo.phone': phone,
});

/**
 * Submits unique text in every personal field of every form and endpoint of the site.
 *
 * @param items ids of a visitor's `bike`, whose code is `key`, and of a user's `ownBike`
 * @throws when a form or request is rejected
 */
export async function submitPersonalData(
  site: Origin,
  { bike, ownBike, key }: Readonly<Record<string, string>>,
): Promise<PersonalData> {
  const user = await new FormBrowser(site).enter(account);
  const visitor = new FormBrowser(site);
  const secrets = [account.password, secondPassword, user.cookie('authToken') ?? ''];
  const send = async (path: string, fields: Record<string, string>, sender = user) => {
    const response = await sender.send(path, fields, { 'User-Agent': 'canary-browser' });
    if (response.status !== 303 && response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return response;
  };
  const bearer = { Authorization: `Bearer ${user.cookie('authToken')}`, 'Content-Type': 'application/json' };
  const request = async (method: string, path: string, body: object, headers: Record<string, string> = bearer) => {
    const response = await requestOver(site.origin, `/api${path}`, { method, headers, body: JSON.stringify(body) });
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.body}`);
    return response;
  };

  const profile = { name: account.name, gender: 'other', version: '1' };
  await send('/profile/edit', { ...profile, intent: 'save', phone: '+91 90000 00001', location: 'canary-town' });
  const form = createContact('booked', '+91 90000 00002');
  const vehicle = { 'vehicleDetails.registrationNumber': 'KA 01 CA 0003', 'vehicleDetails.model': 'canary-model' };
  const wish = { 'serviceDetails.description': 'canary-wish', 'serviceDetails.urgency': 'low' };
  await send('/service', { ...nested(form), ...vehicle, ...wish, serviceType: 'quick-service' });
  const called = createContact('called', '+91 90000 00004');
  await request('POST', '/services/request', { contactInfo: called, serviceType: 'quick-service' });
  const opinion = { type: 'website', rating: '5', subject: 'canary-opinion', message: 'canary-praise of it all' };
  await send('/feedback', opinion);
  await send('/feedback', { ...opinion, subject: 'canary-unnamed', isAnonymous: 'on' });
  await request('POST', '/feedback', { ...opinion, rating: 5, subject: 'canary-said' });
  const letters = ['written', 'helped', 'asked', 'dictated'] as const;
  const createMessage = (index: number) => ({
    ...createContact(letters[index] ?? '', `+91 90000 0001${index}`),
    subject: `canary-subject-${letters[index]}`,
    message: `canary-message-${letters[index]}`,
  });
  await send('/contact', createMessage(0));
  await send('/support', createMessage(1));
  await request('POST', '/contacts', createMessage(3));
  // A message about a listing is read by its seller: its text and the name, until more is shared.
  await send(`/contact?about=${ownBike}`, {
    ...createMessage(2),
    about: ownBike ?? '',
    message: 'May I see it, please?',
  });
  const sale = { name: 'A bike', brand: 'Hero', year: 2020, type: 'Petrol', daysUsed: 3, condition: 'Good' };
  const figures = { mileage: 60, topSpeed: 90, presentPrice: 40_000, pastPrice: 60_000 };
  await request('POST', '/bikes', { ...sale, ...figures, license: 'KA 01 CB 4321', hideLicenseDigits: true });

  const token = { intent: 'make-token', name: 'canary-token', scope: 'read', days: '30', password: account.password };
  secrets.push(/dph_[\w-]{43}/.exec((await send('/profile/tokens', token)).body)?.[0] ?? '');
  const change = { intent: 'change-password', currentPassword: account.password, newPassword: secondPassword };
  await send('/profile/security', change);
  secrets.push(user.cookie('authToken') ?? '');

  const stranger = createContact('stranger', '+91 90000 00005');
  const requested = await send(
    `/contact?about=${bike}`,
    { ...stranger, subject: 'A ride', message: 'On Sunday, then?', about: bike ?? '' },
    visitor,
  );
  secrets.push(new URL(requested.headers.location ?? '', site.origin).searchParams.get('key') ?? '');
  await send(`/report?listing=${bike}`, { reason: 'fraud', words: 'canary-accusation' }, visitor);
  await send('/manage', { code: key ?? '' }, visitor);
  await visitor.send('/login', { email: 'canary-nobody@example.com', password: 'canary!wrong' });
  await visitor.open('/browse?q=canary-search');
  await visitor.open('/login?redirectTo=/service%3Fx=canary-way');

  const messageTraces = [0, 1, 3].flatMap((index) => Object.values(createMessage(index)));
  return {
    ofUser: [
      ...[account.email, '+91 90000 00001', 'canary-town', 'KA 01 CA 0003', 'canary-model', 'canary-wish'],
      ...[
        ...Object.values(form),
        ...Object.values(called),
        ...messageTraces,
        createMessage(2).email,
        createMessage(2).phone,
      ],
      ...['canary-opinion', 'canary-praise', 'canary-unnamed', 'canary-said', 'KA 01 CB 4321'],
    ],
    ofAnonymous: [
      ...secrets,
      'canary-token',
      stranger.email,
      stranger.phone,
      'canary-accusation',
      'canary-nobody',
      'canary-browser',
    ],
    user,
  };
}
