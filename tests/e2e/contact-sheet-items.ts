import { Secret, TOTP } from 'otpauth';
import { type APIRequestContext, request } from 'playwright/test';
import { z } from 'zod';
import { addDays, toDay } from '~/domain/shared/dates';
import { deskPaths, paths } from '~/paths';
import { samplePhoto } from '../support/photo-samples';
import type { RunningSite } from '../support/running-site';
import { message, opinion, shine, usedShine } from '../support/sample-content';
import { ownItems, storedItems } from '../support/screens';
import { beginSetup, expect, holdReplies, makeOperator, type Operator } from './site-test';

type Cookies = Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'];
type Form = Readonly<Record<string, string>>;
type Account = { name: string; email: string; password: string };

const made = z.object({
  data: z.object({ id: z.string(), conversation: z.string().nullish(), manageKey: z.string().nullish() }),
});
type Made = z.infer<typeof made>['data'];

const keptCookies = new Set(['authToken', 'manageKeys', 'signInTicket', 'recoveryCode', 'messages']);

/** An actor with a separate browser, which sends forms and API requests. */
class Person {
  private constructor(readonly browser: APIRequestContext) {}

  /** @param account signs up with it; absent: a visitor */
  static async arrive(origin: string, account?: Account): Promise<Person> {
    const person = new Person(await request.newContext({ baseURL: origin }));
    if (account) await person.signUp(account);
    return person;
  }

  signUp(account: Account): Promise<void> {
    return this.send(paths.login({ mode: 'signup' }), { ...account, mode: 'signup', idempotencyKey: account.email });
  }

  async send(path: string, form: Form): Promise<void> {
    expect((await this.browser.post(path, { form, maxRedirects: 0 })).status(), path).toBe(303);
  }

  async make(path: string, data: object): Promise<Made> {
    const response = await this.browser.post(path, { data });
    expect(response.status(), `${path}: ${await response.text()}`).toBe(201);
    return made.parse(await response.json()).data;
  }

  /** Turns two-step sign-in on, with an authenticator app. */
  async turnTwoStepOn(password: string): Promise<void> {
    const secret = new Secret();
    const form = { intent: 'two-step-on', secret: secret.base32, code: new TOTP({ secret }).generate(), password };
    const response = await this.browser.post(paths.profileView('two-step'), { form });
    expect(response.status(), await response.text()).toBe(200);
  }

  /** The actor's cookies at the end. */
  async leave(): Promise<Cookies> {
    const { cookies } = await this.browser.storageState();
    await this.browser.dispose();
    // They end with the session: the browser's clock is not that of the site in `npm run screens`.
    return cookies.filter(({ name }) => keptCookies.has(name)).map((cookie) => ({ ...cookie, expires: -1 }));
  }
}

/** Photos in common aspect ratios of phones. */
const photos = (...colours: readonly string[]): Promise<string[]> =>
  Promise.all(
    colours.map(async (colour, index) => {
      const size = index === 1 ? { width: 900, height: 1200 } : { width: 1200, height: 900 };
      return `data:image/jpeg;base64,${(await samplePhoto('jpeg', size, colour)).toString('base64')}`;
    }),
  );

/** The URL of a conversation, by its id or its secret. */
const nameIn = (made: Made, name: 'id' | 'key'): string =>
  new URL(made.conversation ?? '', 'http://localhost').searchParams.get(name) ?? '';

/** The actors, and the URL of each screen of `screens.ts` on this site, whose ids differ. */
export type ContactSheetItems = Record<'rider' | 'keyOwner' | 'operator' | 'guardedOperator' | 'newOwner', Cookies> & {
  /** Signs the guarded operator in up to the second step, which expires after a few minutes. */
  beginSignIn: () => Promise<Cookies>;
  placeOf: (path: string) => string;
};

/**
 * Stores at least one item of each kind, so that no screen is empty: a user with much content, another user to interact
 * with, and an operator.
 */
export async function storeItems(site: RunningSite, operatorAccount: Operator): Promise<ContactSheetItems> {
  const { origin } = site;
  const password = 'open!sesame';
  const account = { name: 'Ashalata Venkataraman-Bhattacharya', email: 'ashalata@example.com', password };
  const rider = await Person.arrive(origin);
  // Written before signing up: listed separately from the account's messages.
  await rider.send(paths.contact(), message);
  await rider.signUp(account);
  const seller = await Person.arrive(origin, { name: 'Farhan Qureshi', email: 'farhan@example.com', password });
  const visitor = await Person.arrive(origin);

  const used = {
    ...usedShine,
    condition: 'Good',
    originalPrice: 86_000,
    usedKms: 23_450,
    yearsUsed: 3,
    mileage: 55,
    engine: 124,
    registration: 'Approved',
    numberPlate: 'KA 05 LZ 4711',
    description: 'One owner, serviced every 3,000 km.\nNew chain and rear tyre this spring.',
  };
  const vehicle = await seller.make('/api/vehicles', {
    ...used,
    images: await photos('#35627a', '#7a5a35', '#4d7a35'),
  });
  const ownVehicle = await rider.make('/api/vehicles', {
    ...used,
    name: 'TVS Ntorq 125',
    brand: 'TVS',
    type: 'Scooter',
  });
  const events = ['listing.created', 'listing.sold', 'message.created'];
  const webhook = await rider.make('/api/webhooks', { url: 'https://hooks.bikes-of-kothrud.example/dopahiya', events });
  const test = await rider.browser.post(`/api/webhooks/${webhook.id}/test`);
  expect(test.status(), await test.text()).toBe(200);
  const listing = await visitor.make('/api/bikes', { ...shine, images: await photos('#7a3535', '#35407a') });
  await visitor.send(paths.manage(), { code: listing.manageKey ?? '' });
  const ownListing = await rider.make('/api/scooters', {
    ...shine,
    name: 'Honda Activa 6G',
    images: await photos('#5b357a'),
  });

  for (const save of ['1', '8', '105', 'sample-bike-1', vehicle.id]) await rider.send(paths.favourites(), { save });
  for (const booked of ['3', '16']) await rider.send(paths.bookings(), { vehicle: booked });
  await rider.send(paths.vehicle('105'), { rating: '4', title: 'Calm', comment: 'It never hurries.' });
  const review = await seller.make('/api/reviews', {
    vehicleId: '1',
    rating: 3,
    title: 'Two monsoons in',
    comment: 'After 12,400 km the seat still suits my back, but spares took three weeks. '.repeat(14),
  });
  const sent = await rider.make('/api/contacts', { ...message, about: '1', phone: '+91 98200 12345' });
  const service = await rider.make('/api/services/request', {
    serviceType: 'quick-service',
    contactInfo: { name: 'Ashalata', phone: '98765 43210', email: account.email },
    vehicleDetails: { brand: 'Royal Enfield', model: 'Classic 350', registrationNumber: 'MH 12 AB 0000' },
    serviceDetails: { urgency: 'medium', description: 'It pulls to the left when I brake.' },
  });
  const feedback = await rider.make('/api/feedback', opinion);
  const day = (ahead: number) => addDays(toDay(new Date()), ahead);
  const visit = await rider.make('/api/appointments', {
    ...{ kind: 'test-ride', branch: 'showroom', vehicle: '1', day: day(3), slot: '11:00' },
    ...{ name: 'Ashalata', phone: '+91 98200 12345' },
  });
  await rider.send(paths.appointment({ id: visit.id }), { intent: 'move', slot: `${day(4)}T11:00` });

  const buyer = { name: account.name, email: account.email, phone: '98765 43210', subject: 'Enquiry: Honda Shine 125' };
  const requested = await rider.make('/api/contacts', {
    ...buyer,
    message: 'May I see it on Saturday?',
    about: vehicle.id,
  });
  const conversation = nameIn(requested, 'id');
  await seller.send(paths.conversation({ id: conversation }), { text: 'Yes, at ten, near the station in Aundh.' });
  await rider.send(paths.conversation({ id: conversation }), {
    text: 'Is the insurance still running, and until when?',
  });
  await rider.send(paths.conversation({ id: conversation }), { intent: 'share-phone' });
  const written = await visitor.make('/api/contacts', { ...message, about: ownListing.id, phone: '+91 98200 12345' });
  const key = nameIn(written, 'key');
  await visitor.send(paths.conversation({ key }), { text: 'I could also come on Sunday.' });
  await seller.make('/api/contacts', { ...message, about: listing.id });
  const asked = await rider.make('/api/contacts', { ...buyer, message: 'Is the chain new?', about: listing.id });
  const held = nameIn(asked, 'id');
  await rider.send(paths.conversation({ id: held }), { quick: 'Can I see it this week?' });
  holdReplies(site);

  const report = { reason: 'fraud', words: 'Asks for money in advance.' };
  for (const [kind, id] of [
    ['listing', listing.id],
    ['vehicle', vehicle.id],
    ['review', review.id],
  ] as const) {
    await rider.send(paths.report(kind, id), { ...report, idempotencyKey: `report-${kind}` });
  }
  await rider.send(paths.reportConversation({ id: conversation }), {
    ...report,
    idempotencyKey: 'report-conversation',
  });

  const operator = await Person.arrive(origin);
  await operator.send(paths.login(), operatorAccount);
  const desk = deskPaths.report(conversation);
  await operator.send(desk, {
    intent: 'read',
    reason: 'A report of fraud',
    reports: '1',
    password: operatorAccount.password,
  });
  await operator.send(deskPaths.savedReplies(), {
    intent: 'save',
    title: 'Opening hours',
    text: 'We are open from nine to seven.',
  });
  const open = deskPaths.customer(sent.id);
  await operator.send(open, { intent: 'keep', text: 'It is here: come any day from nine to seven.' });
  await operator.send(open, { form: 'note', note: 'Wants to see it twice before buying.' });
  await rider.send(paths.conversation({ id: sent.id }), { text: 'Then I come on Saturday.' });
  const ofVisit = deskPaths.customer(visit.id);
  await operator.send(ofVisit, { intent: 'keep', text: 'Please bring your driving licence.' });
  const [front, side, missing] = await Promise.all(
    ['#35627a', '#7a5a35', '#4d7a35'].map((colour) => samplePhoto('jpeg', { width: 640, height: 480 }, colour)),
  );
  await operator.make('/api/vehicles', { ...usedShine, externalId: 'STK-17' });
  const files = new FormData();
  for (const [name, bytes] of Object.entries({ 'STK-17-front': front, 'STK-17-side': side, IMG_2041: missing }))
    files.append('files', new File([new Uint8Array(bytes ?? [])], `${name}.jpg`, { type: 'image/jpeg' }));
  const uploaded = await operator.browser.post(deskPaths.stockPhotos(), { multipart: files, maxRedirects: 0 });
  const upload = uploaded.headers().location?.split('/').at(-1) ?? '';
  const invitation = { intent: 'invite', role: 'manager', email: 'shraddha.venkataraman@bikes-of-kothrud.example' };
  const invited = await operator.browser.post(deskPaths.team(), { form: invitation });
  const [, invite = ''] = /\/invite\?token=([\w-]+)/.exec(await invited.text()) ?? [];
  const guardedAccount = { email: 'guarded@example.com', password: 'guard!guard!guard' };
  await makeOperator(site, guardedAccount);
  const guardedOperator = await Person.arrive(origin);
  await guardedOperator.send(paths.login(), guardedAccount);
  await guardedOperator.turnTwoStepOn(guardedAccount.password);
  const newOwnerAccount = { email: 'new-owner@example.com', password: 'first!day!here' };
  await makeOperator(site, newOwnerAccount);
  beginSetup(site, newOwnerAccount.email);
  const newOwner = await Person.arrive(origin);
  await newOwner.send(paths.login(), newOwnerAccount);
  const ids = {
    [storedItems.message]: sent.id,
    [storedItems.service]: service.id,
    [storedItems.feedback]: feedback.id,
    [storedItems.listing]: listing.id,
    [storedItems.vehicle]: vehicle.id,
    [storedItems.review]: review.id,
    [storedItems.conversation]: conversation,
    [storedItems.appointment]: visit.id,
    [storedItems.held]: held,
    [storedItems.upload]: upload,
    [ownItems.vehicle]: ownVehicle.id,
    [ownItems.webhook]: webhook.id,
    [ownItems.secret]: key,
    [ownItems.invite]: invite,
  };
  await seller.leave();
  return {
    rider: await rider.leave(),
    keyOwner: await visitor.leave(),
    operator: await operator.leave(),
    guardedOperator: await guardedOperator.leave(),
    newOwner: await newOwner.leave(),
    beginSignIn: async () => {
      const person = await Person.arrive(origin);
      await person.send(paths.login(), guardedAccount);
      return person.leave();
    },
    placeOf: (path) => path.replace(/(?<=[=/])an?-[a-z-]+/, (id) => ids[id] ?? id),
  };
}
