// A typical client, with types that a public generator made from the API's document. It calls every endpoint once and
// prints which; `tests/process/typed-client.test.ts` compiles and runs it.
import type { paths } from 'api-types';
import createClient, { type Middleware } from 'openapi-fetch';

const [, , baseUrl = '', operatorToken = ''] = process.argv;
const called: string[] = [];
const noted: Middleware = {
  onResponse({ request, schemaPath, response }) {
    called.push(`${request.method} ${schemaPath} ${response.status}`);
  },
};

const connect = (headers: Record<string, string> = {}) => {
  const client = createClient<paths>({ baseUrl, headers });
  client.use(noted);
  return client;
};

/**
 * The data of a response; lists may be text too, if requested.
 *
 * @throws with its message when the request was rejected
 */
async function carried<Data>(call: Promise<{ data?: { data: Data } | string; error?: unknown }>): Promise<Data> {
  const { data, error } = await call;
  if (!data || typeof data === 'string') throw new Error(`${called.at(-1)}: ${JSON.stringify(error)}`);
  return data.data;
}

const at = (id: string) => ({ params: { path: { id } } });

const visitor = connect();
const account = { email: 'asha@example.com', password: 'open!sesame' };
await carried(visitor.POST('/auth/signup', { body: { name: 'Asha Rao', ...account, gender: 'female' } }));
const { token, user: asha } = await carried(visitor.POST('/auth/login', { body: account }));
const user = connect({ Authorization: `Bearer ${token}` });
const operator = connect({ Authorization: `Bearer ${operatorToken}` });

await carried(user.GET('/auth/profile'));
const { user: moved } = await carried(user.PUT('/auth/profile', { body: { location: 'Pune', version: asha.version } }));
if (moved.version !== asha.version + 1) throw new Error('The profile did not change.');
await carried(visitor.GET('/health'));
await carried(visitor.GET('/snapshots'));
const newToken = { name: 'Stock', scopes: ['read' as const], days: 30 as const, password: account.password };
const program = await carried(user.POST('/auth/tokens', { body: newToken }));
const { tokens } = await carried(connect({ Authorization: `Bearer ${program.token}` }).GET('/auth/tokens'));
if (tokens[0]?.expiresAt !== program.expiresAt) throw new Error('The token is not listed.');
await carried(user.DELETE('/auth/tokens/{id}', at(program.id)));

const chosen = { limit: 2, type: ['Bike' as const], fields: 'name,price' };
const { vehicles } = await carried(visitor.GET('/vehicles', { params: { query: chosen } }));
const [vehicle] = vehicles;
if (!vehicle?.name || vehicle.id !== undefined) throw new Error('There are no vehicles with their names alone.');
await carried(visitor.GET('/vehicles/featured'));
const { brands } = await carried(visitor.GET('/vehicles/meta/brands'));
await carried(visitor.GET('/vehicles/meta/models/{brand}', { params: { path: { brand: brands[0] ?? '' } } }));
const offered = await carried(
  user.POST('/vehicles', {
    body: { name: 'Classic 350', brand: 'Royal Enfield', type: 'Bike', price: 138_000, fuelType: 'Petrol' },
  }),
);
await carried(visitor.GET('/vehicles/{id}', at(offered.id)));
const stock = { name: 'Shine', brand: 'Honda', type: 'Bike', price: 61_000, fuelType: 'Petrol', externalId: 'A-17' };
const { data: results = '' } = await user.POST('/vehicles/batch', {
  body: JSON.stringify(stock),
  bodySerializer: (lines) => lines,
  headers: { 'Content-Type': 'application/x-ndjson' },
  parseAs: 'text',
});
if (JSON.parse(results).status !== 201) throw new Error(results);
for (const [path, model] of [
  ['/bikes/stats/market/{model}', 'Hero Splendor Plus'],
  ['/scooters/stats/market/{model}', 'Honda Activa 6G'],
] as const)
  await carried(visitor.GET(path, { params: { path: { model } } }));
await carried(visitor.GET('/vehicles/{id}/on-road', { params: { path: { id: '1' }, query: { state: 'MH' } } }));
await carried(visitor.GET('/vehicles/{id}/seat-height', { params: { path: { id: '1' }, query: { height: 170 } } }));
await carried(visitor.GET('/trips'));
await carried(visitor.GET('/trips/{route}', { params: { path: { route: 'pune-goa' }, query: { vehicles: '1,8' } } }));
await carried(user.GET('/vehicles/user/my-listings'));
await carried(user.PUT('/vehicles/{id}', { ...at(offered.id), body: { price: 135_000 } }));
await carried(user.PATCH('/vehicles/{id}/sold', at(offered.id)));
await carried(user.DELETE('/vehicles/{id}/sold', at(offered.id)));
await carried(user.DELETE('/vehicles/{id}', at(offered.id)));

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

const bike = await carried(visitor.POST('/bikes', { body: shine }));
const keyholder = connect({ 'X-Manage-Key': bike.manageKey ?? '' });
await carried(visitor.GET('/bikes', { params: { query: { brand: ['Honda'], sort: 'price' } } }));
await carried(visitor.GET('/bikes/type/{type}', petrol));
await carried(visitor.GET('/bikes/price-range/{minPrice}/{maxPrice}', range));
const { changes } = await carried(visitor.GET('/bikes/changes'));
if (!changes.some((change) => change.change !== 'removed' && change.id === bike.id)) throw new Error('No change.');
await carried(visitor.GET('/bikes/stats/overview'));
await carried(visitor.GET('/bikes/{id}', at(bike.id)));
await carried(visitor.GET('/bikes/{id}/price-verdict', at(bike.id)));
await carried(visitor.GET('/bikes/meta/models'));
await carried(keyholder.PUT('/bikes/{id}', { ...at(bike.id), body: { presentPrice: 50_000, version: bike.version } }));

const scooter = await carried(user.POST('/scooters', { body: shine }));
await carried(visitor.GET('/scooters'));
await carried(visitor.GET('/scooters/type/{type}', petrol));
await carried(visitor.GET('/scooters/price-range/{minPrice}/{maxPrice}', range));
await carried(visitor.GET('/scooters/changes', { params: { query: { since: 'now' } } }));
await carried(visitor.GET('/scooters/stats/overview'));
await carried(visitor.GET('/scooters/{id}', at(scooter.id)));
await carried(visitor.GET('/scooters/{id}/price-verdict', at(scooter.id)));
await carried(visitor.GET('/scooters/meta/models'));
await carried(user.PUT('/scooters/{id}', { ...at(scooter.id), body: { presentPrice: 50_000 } }));
await carried(user.POST('/scooters/{id}/confirm', at(scooter.id)));
await carried(user.PATCH('/scooters/{id}/sold', at(scooter.id)));
await carried(user.DELETE('/scooters/{id}/sold', at(scooter.id)));
await carried(user.DELETE('/scooters/{id}', at(scooter.id)));

const words = { rating: 5, title: 'Best in traffic', comment: 'It has never asked for more than oil in a year.' };
const review = await carried(user.POST('/reviews', { body: { vehicleId: bike.id, ...words } }));
const { summary } = await carried(visitor.GET('/reviews/vehicle/{id}', at(bike.id)));
if (summary.average !== 5) throw new Error('The average is wrong.');
await carried(user.GET('/reviews/user/my-reviews'));
await carried(visitor.GET('/reviews/{id}', at(review.id)));
await carried(user.PUT('/reviews/{id}', { ...at(review.id), body: { rating: 4 } }));
await carried(operator.POST('/reviews/{id}/helpful', at(review.id)));
await carried(user.DELETE('/reviews/{id}', at(review.id)));
await carried(keyholder.POST('/bikes/{id}/confirm', at(bike.id)));
await carried(keyholder.PATCH('/bikes/{id}/sold', at(bike.id)));
await carried(keyholder.DELETE('/bikes/{id}/sold', at(bike.id)));
const lost = { listing: bike.id, reason: 'Knows the plate' };
await carried(operator.POST('/account/manage-code/issue', { body: lost }));
await carried(operator.DELETE('/bikes/{id}', at(bike.id)));

await carried(visitor.GET('/services/types'));
await carried(visitor.POST('/services/emi-calculator', { body: { principal: 80_000, rate: 9.5, tenure: 24 } }));
const booking = await carried(
  user.POST('/services/request', {
    body: {
      serviceType: 'quick-service',
      contactInfo: { name: 'Asha Rao', phone: '+91 98200 12345', email: account.email },
    },
  }),
);
await carried(user.GET('/services/my-requests'));
await carried(operator.GET('/services/requests', { params: { query: { status: 'pending' } } }));
await carried(user.GET('/services/request/{id}', at(booking.id)));
const evening = { serviceDetails: { preferredTime: 'Evening' } };
await carried(user.PUT('/services/request/{id}', { ...at(booking.id), body: evening }));
await carried(user.DELETE('/services/request/{id}', at(booking.id)));

const { branches } = await carried(visitor.GET('/appointments/slots', { params: { query: { kind: 'test-ride' } } }));
const [free, later] = branches.flatMap(({ id, days }) =>
  days.flatMap(({ day, slots }) =>
    slots.flatMap(({ starts, state }) => (state === 'free' ? [{ branch: id, day, slot: starts }] : [])),
  ),
);
if (!free || !later) throw new Error('No place is free.');
const ride = { ...free, kind: 'test-ride', name: 'Asha Rao', phone: '+91 98200 12345' } as const;
const visit = await carried(visitor.POST('/appointments', { body: ride }));
if (!('branch' in visit)) throw new Error('The visit is not at a branch.');
await carried(user.GET('/appointments/my-appointments'));
await carried(operator.GET('/appointments', { params: { query: { day: visit.day } } }));
await carried(operator.GET('/appointments/{id}', at(visit.id)));
await carried(
  operator.PATCH('/appointments/{id}/time', { ...at(visit.id), body: { day: later.day, slot: later.slot } }),
);
await carried(operator.PATCH('/appointments/{id}/status', { ...at(visit.id), body: { status: 'confirmed' } }));

const message = await carried(
  visitor.POST('/contacts', {
    body: { name: 'Asha Rao', email: account.email, subject: 'Test ride', message: 'May I ride it on Saturday?' },
  }),
);
await carried(operator.GET('/contacts', { params: { query: { status: 'new' } } }));
await carried(visitor.GET('/contacts/stats'));
await carried(operator.GET('/contacts/category/{category}', { params: { path: { category: 'general' } } }));
await carried(operator.GET('/contacts/priority/{priority}', { params: { path: { priority: 'medium' } } }));
await carried(operator.GET('/contacts/{id}', at(message.id)));
await carried(operator.PUT('/contacts/{id}', { ...at(message.id), body: { priority: 'high' } }));
await carried(operator.PATCH('/contacts/{id}/status', { ...at(message.id), body: { status: 'in-progress' } }));
await carried(operator.PATCH('/contacts/{id}/tags', { ...at(message.id), body: { action: 'add', tag: 'call back' } }));
await carried(operator.GET('/desk/requests', { params: { query: { q: 'test ride' } } }));
await carried(operator.GET('/desk/requests/{id}', at(message.id)));
await carried(operator.PATCH('/desk/requests', { body: { chosen: [message.id], status: 'in-progress' } }));
await carried(operator.PATCH('/desk/requests/{id}', { ...at(message.id), body: { assignee: null } }));
await carried(operator.POST('/desk/requests/{id}/notes', { ...at(message.id), body: { note: 'Called back.' } }));
await carried(operator.POST('/desk/requests/{id}/replies', { ...at(message.id), body: { text: 'Come at ten.' } }));
const hours = { title: 'Opening hours', text: 'From nine to seven.' };
const reply = await carried(operator.POST('/desk/saved-replies', { body: hours }));
await carried(operator.GET('/desk/mails'));
await carried(operator.GET('/desk/shop'));
await carried(operator.GET('/desk/shop/{id}', at('safety')));
await carried(operator.PUT('/desk/shop/{id}', { ...at('safety'), body: { value: { advice: ['Meet by day.'] } } }));
await carried(operator.GET('/desk/saved-replies'));
await carried(operator.GET('/desk/saved-replies/{id}', at(reply.id)));
await carried(operator.PUT('/desk/saved-replies/{id}', { ...at(reply.id), body: { ...hours, version: 1 } }));
await carried(operator.DELETE('/desk/saved-replies/{id}', at(reply.id)));
await carried(visitor.POST('/status', { body: { reference: message.id, contact: account.email } }));
await carried(operator.DELETE('/contacts/{id}', at(message.id)));

const wanted = await carried(visitor.POST('/bikes', { body: shine }));
await carried(
  user.POST('/contacts', {
    body: {
      name: 'Asha Rao',
      email: account.email,
      subject: 'Your bike',
      message: 'Is it still for sale?',
      about: wanted.id,
    },
  }),
);
const { conversations } = await carried(user.GET('/conversations'));
const conversation = conversations.find(({ listing }) => listing.id === wanted.id);
if (!conversation) throw new Error('The message to the seller is in no conversation.');
const inConversation = at(conversation.id);
await carried(user.GET('/conversations/{id}', inConversation));
await carried(user.POST('/conversations/{id}/messages', { ...inConversation, body: { text: 'I could come at ten.' } }));
await carried(user.PATCH('/conversations/{id}/read', inConversation));
await carried(
  user.PATCH('/conversations/{id}/shared', { ...inConversation, body: { contact: 'email', isShared: true } }),
);
await carried(user.PUT('/conversations/{id}/block', inConversation));
await carried(user.DELETE('/conversations/{id}/block', inConversation));
await carried(user.PUT('/conversations/{id}/block', inConversation));
await carried(user.POST('/conversations/join'));
const { senders } = await carried(user.GET('/conversations/blocked-senders'));
for (const { id } of senders) await carried(user.DELETE('/conversations/blocked-senders/{id}', at(id)));
await carried(user.PUT('/favourites/{id}', at('1')));
await carried(user.GET('/favourites'));
await carried(user.DELETE('/favourites/{id}', at('1')));

await carried(visitor.GET('/suggestions', { params: { query: { q: 'act' } } }));
const search = await carried(user.POST('/searches', { body: { query: 'q=activa' } }));
await carried(user.GET('/searches'));
await carried(user.DELETE('/searches/{id}', at(search.id)));
const hook = { url: 'https://shop.example/hooks', events: ['listing.sold' as const] };
const webhook = await carried(user.POST('/webhooks', { body: hook }));
const { secret } = await carried(user.POST('/webhooks/{id}/secret', at(webhook.id)));
if (secret === webhook.secret) throw new Error('The secret is the former one.');
await carried(user.GET('/webhooks'));
await carried(user.GET('/webhooks/{id}', at(webhook.id)));
await carried(user.POST('/webhooks/{id}/test', at(webhook.id)));
await carried(user.POST('/webhooks/{id}/replay', { ...at(webhook.id), body: {} }));
const { deliveries } = await carried(user.GET('/webhooks/{id}/deliveries', at(webhook.id)));
if (deliveries[0]?.event !== 'webhook.test') throw new Error('The test is not listed.');
await carried(user.DELETE('/webhooks/{id}', at(webhook.id)));
await carried(visitor.GET('/feedback/meta/types'));
const feedback = await carried(
  user.POST('/feedback', {
    body: {
      type: 'general',
      subject: 'Filters on a phone',
      message: 'The filters are easy to reach with one hand.',
      rating: 4,
    },
  }),
);
await carried(operator.GET('/feedback'));
await carried(user.GET('/feedback/my-feedback'));
await carried(user.GET('/feedback/{id}', at(feedback.id)));
await carried(user.PUT('/feedback/{id}', { ...at(feedback.id), body: { rating: 5 } }));
await carried(user.DELETE('/feedback/{id}', at(feedback.id)));

const known = { email: account.email, reason: 'Called back' };
const issued = await carried(operator.POST('/account/recovery-code/issue', { body: known }));
const { recoveryCode } = await carried(user.POST('/account/recovery-code', { body: { password: account.password } }));
const { error: notMailed } = await visitor.POST('/account/recovery-link', { body: { email: account.email } });
if (notMailed) throw new Error(notMailed.message);
if (recoveryCode === issued.code) throw new Error('One code was made twice.');
await carried(user.POST('/account/email', { body: { email: account.email, currentPassword: account.password } }));

const { error } = await user.POST('/auth/logout');
if (error) throw new Error(error.message);
await carried(
  visitor.POST('/account/recover', { body: { email: account.email, code: issued.code, password: 'another!kite' } }),
);
console.info(JSON.stringify(called));
