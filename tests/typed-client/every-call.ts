// A typical program with the client of the site. It calls every endpoint once and prints which;
// `tests/process/typed-client.test.ts` compiles and runs it.
import { ApiError, createClient } from './client.js';

/** The member of the team has two-step sign-in. */
const [, , baseUrl = '', operatorToken = '', member = ''] = process.argv;
const called: string[] = [];
const onResponse = (method: string, path: string, { status, ok }: Response) => {
  if (ok) called.push(`${method} ${path} ${status}`);
};
const connect = (headers: Record<string, string> = {}) => createClient({ baseUrl, headers, onResponse });

const at = (id: string) => ({ params: { path: { id } } });

const visitor = connect();
/** A small picture. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAABlBMVEX////MAADNd7xaAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFklEQVQY02NgRAMMZAowQMFAC1DoFwBnEADBDoZ76AAAAABJRU5ErkJggg==';
const account = { email: 'asha@example.com', password: 'open!sesame' };
await visitor.POST('/auth/signup', { body: { name: 'Asha Rao', ...account, gender: 'female' } });
const { token, user: asha } = await visitor.POST('/auth/login', { body: account });
const user = connect({ Authorization: `Bearer ${token}` });
const operator = connect({ Authorization: `Bearer ${operatorToken}` });

await user.GET('/auth/profile');
const { user: moved } = await user.PUT('/auth/profile', { body: { location: 'Pune', version: asha.version } });
if (moved.version !== asha.version + 1) throw new Error('The profile did not change.');
await visitor.POST('/auth/login', { body: account });
const { sessions } = await user.GET('/auth/sessions');
const elsewhere = sessions.find(({ isCurrent }) => !isCurrent);
if (!elsewhere) throw new Error('The other session is not listed.');
await user.DELETE('/auth/sessions/{id}', at(elsewhere.id));
await user.DELETE('/auth/sessions');
await visitor.GET('/showroom', { params: { query: { fields: 'name,price' } } });
await visitor.GET('/accessories');
await visitor.GET('/insurance');
await visitor.GET('/health');
await visitor.GET('/snapshots');
const newToken = { name: 'Stock', scopes: ['read' as const], days: 30 as const, password: account.password };
const program = await user.POST('/auth/tokens', { body: newToken });
const { tokens } = await connect({ Authorization: `Bearer ${program.token}` }).GET('/auth/tokens');
if (tokens[0]?.expiresAt !== program.expiresAt) throw new Error('The token is not listed.');
await user.DELETE('/auth/tokens/{id}', at(program.id));

const chosen = { limit: 2, type: ['Bike' as const], fields: 'name,price' };
const { vehicles } = await visitor.GET('/vehicles', { params: { query: chosen } });
const [vehicle] = vehicles;
if (!vehicle?.name || vehicle.id !== undefined) throw new Error('There are no vehicles with their names alone.');
const ids = new Set<string | undefined>();
let total = 0;
for await (const page of visitor.pages('/vehicles', { params: { query: { limit: 10, fields: 'id' } } })) {
  for (const { id } of page.vehicles) ids.add(id);
  total = page.pagination.total;
}
if (ids.size !== total || total < 20) throw new Error(`Of ${total} vehicles, ${ids.size} are in the pages.`);
await visitor.GET('/vehicles/featured');
const { brands } = await visitor.GET('/vehicles/meta/brands');
await visitor.GET('/vehicles/meta/models/{brand}', { params: { path: { brand: brands[0] ?? '' } } });
const offered = await user.POST('/vehicles', {
  body: { name: 'Classic 350', brand: 'Royal Enfield', type: 'Bike', price: 138_000, fuelType: 'Petrol' },
});
await visitor.GET('/vehicles/{id}', at(offered.id));
const stock = { name: 'Shine', brand: 'Honda', type: 'Bike', price: 61_000, fuelType: 'Petrol', externalId: 'A-17' };
const results = await user.POST('/vehicles/batch', { body: JSON.stringify(stock) });
if (JSON.parse(results).status !== 201) throw new Error(results);
let ownPages = 0;
for await (const page of user.pages('/vehicles/user/my-listings', { params: { query: { limit: 1 } } }))
  ownPages += page.listings.length;
if (ownPages !== 2) throw new Error(`There are ${ownPages} own vehicles.`);
for (const [path, model] of [
  ['/bikes/stats/market/{model}', 'Hero Splendor Plus'],
  ['/scooters/stats/market/{model}', 'Honda Activa 6G'],
] as const)
  await visitor.GET(path, { params: { path: { model } } });
await visitor.GET('/vehicles/{id}/on-road', { params: { path: { id: '1' }, query: { state: 'MH' } } });
await visitor.GET('/vehicles/{id}/seat-height', { params: { path: { id: '1' }, query: { height: 170 } } });
await visitor.GET('/trips');
await visitor.GET('/trips/{route}', { params: { path: { route: 'pune-goa' }, query: { vehicles: '1,8' } } });
await user.GET('/vehicles/user/my-listings');
await user.PUT('/vehicles/{id}', { ...at(offered.id), body: { price: 135_000 } });
await user.PATCH('/vehicles/{id}/sold', at(offered.id));
await user.DELETE('/vehicles/{id}/sold', at(offered.id));

const shine = {
  name: 'Honda Shine 125',
  brand: 'Honda',
  year: 2021,
  type: 'Petrol',
  daysUsed: 900,
  condition: 'Good',
  mileage: 55,
  topSpeed: 100,
  presentPrice: 52_000,
  pastPrice: 80_000,
  license: 'KA 05 LZ 4711',
} as const;
const range = { params: { path: { minPrice: 0, maxPrice: 900_000 } } };
const petrol = { params: { path: { type: 'Petrol' as const } } };

const bike = await visitor.POST('/bikes', { body: shine });
const keyholder = connect({ 'X-Manage-Key': bike.manageKey ?? '' });
await visitor.GET('/bikes', { params: { query: { brand: ['Honda'], sort: 'price' } } });
await visitor.GET('/bikes/type/{type}', petrol);
await visitor.GET('/bikes/price-range/{minPrice}/{maxPrice}', range);
const { changes } = await visitor.GET('/bikes/changes');
if (!changes.some((change) => change.change !== 'removed' && change.id === bike.id)) throw new Error('No change.');
await visitor.GET('/bikes/stats/overview');
await visitor.GET('/bikes/{id}', at(bike.id));
await visitor.GET('/bikes/{id}/price-verdict', at(bike.id));
await visitor.GET('/bikes/meta/models');
await keyholder.PUT('/bikes/{id}', { ...at(bike.id), body: { presentPrice: 50_000, version: bike.version } });

const scooter = await user.POST('/scooters', { body: shine });
await visitor.GET('/scooters');
await visitor.GET('/scooters/type/{type}', petrol);
await visitor.GET('/scooters/price-range/{minPrice}/{maxPrice}', range);
await visitor.GET('/scooters/changes', { params: { query: { since: 'now' } } });
await visitor.GET('/scooters/stats/overview');
await visitor.GET('/scooters/{id}', at(scooter.id));
await visitor.GET('/scooters/{id}/price-verdict', at(scooter.id));
await visitor.GET('/scooters/meta/models');
await user.PUT('/scooters/{id}', { ...at(scooter.id), body: { presentPrice: 50_000 } });
await user.POST('/scooters/{id}/confirm', at(scooter.id));
await user.PATCH('/scooters/{id}/sold', at(scooter.id));
await user.DELETE('/scooters/{id}/sold', at(scooter.id));
await user.DELETE('/scooters/{id}', at(scooter.id));

const words = { rating: 5, title: 'Best in traffic', comment: 'It has never asked for more than oil in a year.' };
const review = await user.POST('/reviews', { body: { vehicleId: bike.id, ...words } });
const { summary } = await visitor.GET('/reviews/vehicle/{id}', at(bike.id));
if (summary.average !== 5) throw new Error('The average is wrong.');
await user.GET('/reviews/user/my-reviews');
await visitor.GET('/reviews/{id}', at(review.id));
await user.PUT('/reviews/{id}', { ...at(review.id), body: { rating: 4 } });
await operator.POST('/reviews/{id}/helpful', at(review.id));
await user.DELETE('/reviews/{id}', at(review.id));
await keyholder.POST('/bikes/{id}/confirm', at(bike.id));
await keyholder.PATCH('/bikes/{id}/sold', at(bike.id));
await keyholder.DELETE('/bikes/{id}/sold', at(bike.id));
const lost = { listing: bike.id, reason: 'Knows the plate' };
await operator.POST('/account/manage-code/issue', { body: lost });
await operator.DELETE('/bikes/{id}', at(bike.id));

await visitor.GET('/services/types');
await visitor.POST('/services/emi-calculator', { body: { principal: 80_000, rate: 9.5, tenure: 24 } });
const booking = await user.POST('/services/request', {
  body: {
    serviceType: 'quick-service',
    contactInfo: { name: 'Asha Rao', phone: '+91 98200 12345', email: account.email },
  },
});
await user.GET('/services/my-requests');
await operator.GET('/services/requests', { params: { query: { status: 'pending' } } });
await user.GET('/services/request/{id}', at(booking.id));
const evening = { serviceDetails: { preferredTime: 'Evening' } };
await user.PUT('/services/request/{id}', { ...at(booking.id), body: evening });
await user.DELETE('/services/request/{id}', at(booking.id));

const { branches } = await visitor.GET('/appointments/slots', { params: { query: { kind: 'test-ride' } } });
const [free, later] = branches.flatMap(({ id, days }) =>
  days.flatMap(({ day, slots }) =>
    slots.flatMap(({ starts, state }) => (state === 'free' ? [{ branch: id, day, slot: starts }] : [])),
  ),
);
if (!free || !later) throw new Error('No place is free.');
const ride = { ...free, kind: 'test-ride', name: 'Asha Rao', phone: '+91 98200 12345' } as const;
const visit = await visitor.POST('/appointments', { body: ride });
if (!('branch' in visit)) throw new Error('The visit is not at a branch.');
await user.GET('/appointments/my-appointments');
await operator.GET('/appointments', { params: { query: { day: visit.day } } });
await operator.GET('/appointments/{id}', at(visit.id));
await operator.PATCH('/appointments/{id}/time', { ...at(visit.id), body: { day: later.day, slot: later.slot } });
await operator.PATCH('/appointments/{id}/status', { ...at(visit.id), body: { status: 'confirmed' } });

const message = await visitor.POST('/contacts', {
  body: { name: 'Asha Rao', email: account.email, subject: 'Test ride', message: 'May I ride it on Saturday?' },
});
await operator.GET('/contacts', { params: { query: { status: 'new' } } });
await visitor.GET('/contacts/stats');
await operator.GET('/contacts/category/{category}', { params: { path: { category: 'general' } } });
await operator.GET('/contacts/priority/{priority}', { params: { path: { priority: 'medium' } } });
await operator.GET('/contacts/{id}', at(message.id));
await operator.PUT('/contacts/{id}', { ...at(message.id), body: { priority: 'high' } });
await operator.PATCH('/contacts/{id}/status', { ...at(message.id), body: { status: 'in-progress' } });
await operator.PATCH('/contacts/{id}/tags', { ...at(message.id), body: { action: 'add', tag: 'call back' } });
await operator.GET('/desk/requests', { params: { query: { q: 'test ride' } } });
await operator.GET('/desk/requests/{id}', at(message.id));
await operator.PATCH('/desk/requests', { body: { chosen: [message.id], status: 'in-progress' } });
await operator.PATCH('/desk/requests/{id}', { ...at(message.id), body: { assignee: null } });
await operator.POST('/desk/requests/{id}/notes', { ...at(message.id), body: { note: 'Called back.' } });
await operator.POST('/desk/requests/{id}/replies', { ...at(message.id), body: { text: 'Come at ten.' } });
const hours = { title: 'Opening hours', text: 'From nine to seven.' };
const reply = await operator.POST('/desk/saved-replies', { body: hours });
await operator.GET('/desk/mails');
await operator.GET('/desk/moderation', { params: { query: { of: 'review' } } });
const reported = { params: { path: { of: 'vehicle' as const, id: offered.id } } };
await operator.PATCH('/desk/moderation/{of}/{id}', { ...reported, body: { action: 'check' } });
await operator.POST('/desk/appointments', { body: { ...ride, day: later.day, slot: later.slot } });
await operator.PATCH('/desk/stock', { body: { action: 'sold', ids: ['2'] } });
await operator.GET('/desk/shop');
await operator.GET('/desk/shop/{id}', at('safety'));
await operator.PUT('/desk/shop/{id}', { ...at('safety'), body: { value: { advice: ['Meet by day.'] } } });
const { branches: shops } = await operator.GET('/desk/branches');
const [shop] = shops;
if (!shop) throw new Error('There is no branch.');
const { name: _name, ...openings } = shop;
const added = await operator.POST('/desk/branches', { body: { ...openings, name: 'Baner Road' } });
await operator.GET('/desk/branches/{id}', at(added.id));
await operator.PUT('/desk/branches/{id}', { ...at(added.id), body: { isBookable: false } });
await operator.GET('/desk/road-tax');
await operator.GET('/desk/road-tax/{id}', at('MH'));
await operator.PUT('/desk/road-tax/{id}', { ...at('MH'), body: { asOf: '2026-11' } });
await operator.GET('/desk/brands');
const logo = { images: [pixel] };
await operator.PUT('/desk/brands/{id}/logo', { ...at('honda'), body: logo });
await operator.DELETE('/desk/brands/{id}/logo', at('honda'));
await operator.PUT('/desk/logo', { body: logo });
await operator.DELETE('/desk/logo');
const { accounts } = await operator.GET('/desk/accounts', { params: { query: { who: 'accounts' } } });
const rider = accounts.find(({ email }) => email === account.email);
if (!rider) throw new Error('The account is not listed.');
await operator.GET('/desk/accounts/{id}', at(rider.id));
const rivals = { ...account, email: 'rival@example.com' };
const { user: rival } = await visitor.POST('/auth/signup', { body: { name: 'Ravi', ...rivals } });
const { sessions: devices } = await operator.GET('/desk/accounts/{id}', at(rival.id));
const device = { params: { path: { id: rival.id, session: devices?.[0]?.id ?? '' } } };
await operator.DELETE('/desk/accounts/{id}/sessions/{session}', device);
await operator.PATCH('/desk/accounts/{id}/role', { ...at(member), body: { role: 'manager' } });
await operator.DELETE('/desk/accounts/{id}/second-step', at(member));
await operator.PUT('/desk/accounts/{id}/block', { ...at(rival.id), body: { reason: 'Fraud' } });
await operator.DELETE('/desk/accounts/{id}/block', at(rival.id));
await operator.DELETE('/desk/accounts/{id}/sessions', at(rival.id));
const copy = await operator.POST('/desk/stock/{id}/duplicate', at('3'));
const { changes: log } = await operator.GET('/desk/stock/{id}/changes', at(copy.id));
if (log[0]?.batch !== copy.batch) throw new Error('The copy is not in the log.');
await operator.PATCH('/desk/stock/{id}/featured', { ...at('1'), body: { by: 1 } });
const { price: was } = await visitor.GET('/vehicles/{id}', at('4'));
if (was === undefined) throw new Error('The vehicle has no price.');
await operator.PATCH('/desk/stock/prices', { body: { prices: [{ id: '4', was, price: was - 500 }] } });
await operator.PATCH('/desk/stock/prices/percent', { body: { percent: 2.5, ids: ['4'] } });
const samples = await operator.PATCH('/desk/stock/samples', { body: { isHidden: true } });
const undone = await operator.POST('/desk/stock/undo', { body: { batch: samples.batch } });
if (undone.undone === 0) throw new Error('Nothing was undone.');
const every = { query: { of: 'vehicle', status: 'checked' } } as const;
const { items } = await operator.GET('/desk/moderation', { params: every });
const chosenItems = items.map(({ id, version, reports }) => ({ id, version: version ?? 0, reports }));
const many = { of: 'vehicle', action: 'hide', reason: 'Fraud', chosen: chosenItems } as const;
const { at: decidedAt } = await operator.PATCH('/desk/moderation', { body: many });
await operator.POST('/desk/moderation/undo', { body: { at: decidedAt } });
const { people } = await operator.POST('/desk/people/search', { body: { contact: rivals.email } });
const person = at(people[0]?.id ?? '');
await operator.GET('/desk/people/{id}', person);
await operator.POST('/desk/people/{id}/forget', { ...person, body: { contact: rivals.email } });
const { link: _link, ...invitation } = await operator.POST('/desk/invitations', { body: { role: 'clerk' } });
await operator.GET('/desk/invitations');
await operator.GET('/desk/invitations/{id}', at(invitation.id));
await operator.DELETE('/desk/invitations/{id}', at(invitation.id));
await operator.GET('/desk/log', { params: { query: { what: 'account' } } });
await operator.GET('/desk/saved-replies');
await operator.GET('/desk/saved-replies/{id}', at(reply.id));
await operator.PUT('/desk/saved-replies/{id}', { ...at(reply.id), body: { ...hours, version: 1 } });
await operator.DELETE('/desk/saved-replies/{id}', at(reply.id));
await user.DELETE('/vehicles/{id}', at(offered.id));
await visitor.POST('/status', { body: { reference: message.id, contact: account.email } });
await operator.DELETE('/contacts/{id}', at(message.id));

const wanted = await visitor.POST('/bikes', { body: shine });
await user.POST('/contacts', {
  body: {
    name: 'Asha Rao',
    email: account.email,
    subject: 'Your bike',
    message: 'Is it still for sale?',
    about: wanted.id,
  },
});
const { conversations } = await user.GET('/conversations');
const conversation = conversations.find(({ listing }) => listing.id === wanted.id);
if (!conversation) throw new Error('The message to the seller is in no conversation.');
const inConversation = at(conversation.id);
await user.GET('/conversations/{id}', inConversation);
await user.POST('/conversations/{id}/messages', { ...inConversation, body: { text: 'I could come at ten.' } });
await user.PATCH('/conversations/{id}/read', inConversation);
await user.PATCH('/conversations/{id}/shared', { ...inConversation, body: { contact: 'email', isShared: true } });
await user.PUT('/conversations/{id}/block', inConversation);
await user.DELETE('/conversations/{id}/block', inConversation);
await user.PUT('/conversations/{id}/block', inConversation);
await user.POST('/conversations/join');
const { senders } = await user.GET('/conversations/blocked-senders');
for (const { id } of senders) await user.DELETE('/conversations/blocked-senders/{id}', at(id));
await user.PUT('/favourites/{id}', at('1'));
await user.GET('/favourites');
await user.DELETE('/favourites/{id}', at('1'));

await visitor.GET('/suggestions', { params: { query: { q: 'act' } } });
const search = await user.POST('/searches', { body: { query: 'q=activa' } });
await user.GET('/searches');
await user.PATCH('/searches/{id}', { ...at(search.id), body: { name: 'For my sister' } });
await user.DELETE('/searches/{id}', at(search.id));
await user.POST('/bookings', { body: { vehicle: '1' } });
await user.GET('/bookings/my-bookings');
await visitor.POST('/reports', { body: { about: { kind: 'listing', id: wanted.id }, reason: 'wrong-facts' } });
const hook = { url: 'https://shop.example/hooks', events: ['listing.sold' as const] };
const webhook = await user.POST('/webhooks', { body: hook });
const { secret } = await user.POST('/webhooks/{id}/secret', at(webhook.id));
if (secret === webhook.secret) throw new Error('The secret is the former one.');
await user.GET('/webhooks');
await user.GET('/webhooks/{id}', at(webhook.id));
await user.POST('/webhooks/{id}/test', at(webhook.id));
await user.POST('/webhooks/{id}/replay', { ...at(webhook.id), body: {} });
const { deliveries } = await user.GET('/webhooks/{id}/deliveries', at(webhook.id));
if (deliveries[0]?.event !== 'webhook.test') throw new Error('The test is not listed.');
await user.DELETE('/webhooks/{id}', at(webhook.id));
await visitor.GET('/feedback/meta/types');
const feedback = await user.POST('/feedback', {
  body: {
    type: 'general',
    subject: 'Filters on a phone',
    message: 'The filters are easy to reach with one hand.',
    rating: 4,
  },
});
await operator.GET('/feedback');
await user.GET('/feedback/my-feedback');
await user.GET('/feedback/{id}', at(feedback.id));
await user.PUT('/feedback/{id}', { ...at(feedback.id), body: { rating: 5 } });
await user.DELETE('/feedback/{id}', at(feedback.id));

const known = { email: account.email, reason: 'Called back' };
const issued = await operator.POST('/account/recovery-code/issue', { body: known });
const { recoveryCode } = await user.POST('/account/recovery-code', { body: { password: account.password } });
await visitor.POST('/account/recovery-link', { body: { email: account.email } });
if (recoveryCode === issued.code) throw new Error('One code was made twice.');
await user.POST('/account/email', { body: { email: account.email, currentPassword: account.password } });

await user.POST('/auth/logout');
await visitor.POST('/account/recover', { body: { email: account.email, code: issued.code, password: 'another!kite' } });

// What is lost on the way is sent again with its key, and an error has a code.
const failures = [new Response('{}', { status: 503, headers: { 'Retry-After': '0' } }), null];
const unlucky = createClient({
  baseUrl,
  token: (await visitor.POST('/auth/login', { body: { email: account.email, password: 'another!kite' } })).token,
  async fetch(url, init) {
    const [failure] = failures.splice(0, 1);
    if (failure) return failure;
    const answer = await fetch(url, init);
    if (failure === null) throw new TypeError('The connection broke before the answer came.');
    return answer;
  },
});
const { id } = await unlucky.POST('/searches', { body: { query: 'q=splendor' } });
const { searches } = await unlucky.GET('/searches');
if (failures.length > 0 || searches.map((search) => search.id).join() !== id) throw new Error('It was not made once.');
const rejection: unknown = await unlucky.GET('/bikes/{id}', at('none')).catch((error: unknown) => error);
if (!(rejection instanceof ApiError) || rejection.status !== 404 || !rejection.requestId)
  throw new Error(String(rejection));

const leaver = { ...account, email: 'leaver@example.com' };
const first = await visitor.POST('/auth/signup', { body: { name: 'Leela', ...leaver } });
const change = { currentPassword: leaver.password, newPassword: 'another!kite' };
const changed = await connect({ Authorization: `Bearer ${first.token}` }).POST('/account/password', { body: change });
const leaving = connect({ Authorization: `Bearer ${changed.token}` });
await leaving.POST('/account/delete', { body: { password: change.newPassword } });

console.info(JSON.stringify(called));
