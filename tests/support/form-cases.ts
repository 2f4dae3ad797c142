import { contactKinds } from '~/domain/conversations/conversation';
import { conversationActions, moderations } from '~/domain/moderation/moderation';
import {
  feedbackFields,
  filledIn,
  messageFields,
  otherTime,
  ownersAccount,
  pushFields,
  testRide,
  vehicle,
} from './populated-site';
import { shine } from './sample-content';

/**
 * The result of a form: `done`, it redirected and something was stored; `same`, it redirected and nothing was stored;
 * `sign`, it redirected to sign in; else its status.
 */
export type FormActionData = 'done' | 'same' | 'sign' | `${number}`;

/** A form about an item of the populated site, and its result for each role. */
type FormCase = {
  /** With names in braces. */
  path: string;
  fields: Readonly<Record<string, string>>;
  /** In the order of `roles`, whose first letters are above the table's columns. */
  responses: string[];
};

const send = (responses: string, path: string, fields: object): FormCase => ({
  path,
  fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
  responses: responses.split(/ +/),
});

const listing = { ...shine, version: 1, intent: 'list' };
const words = { rating: 4, title: 'Calm', comment: 'It never hurries.' };
const contact = {
  'contactInfo.name': messageFields.name,
  'contactInfo.phone': messageFields.phone,
  'contactInfo.email': messageFields.email,
};
const booking = { ...contact, serviceType: 'quick-service', 'serviceDetails.urgency': 'low' };
const { day, slot, ...ride } = testRide;
const rideForm = { ...ride, day, slot: `${day}T${slot}` };
const withSeller = { ...messageFields, intent: 'ride', vehicle: '{bike}', day, part: 'evening' };
const newTime = { intent: 'move', slot: `${otherTime.day}T${otherTime.slot}` };
const branch = { version: 1, name: 'Showroom', address: 'Bengaluru', isBookable: 'on', closedDays: '2026-12-25' };
const newcomer = { mode: 'signup', name: 'New Comer', email: 'new@example.com', password: 'open!sesame' };
const newToken = { intent: 'make-token', name: 'Watcher', scope: 'read', days: 30, password: ownersAccount.password };
const newHook = { intent: 'make-webhook', url: 'https://shop.example/other', 'listing.sold': 'on' };
const renewal = { intent: 'change-password', currentPassword: ownersAccount.password, newPassword: 'another!kite' };
const newEmail = { email: 'another@example.com', emailPassword: ownersAccount.password };
const newCode = { codePassword: ownersAccount.password };
const lostPassword = { email: ownersAccount.email, reason: 'Called back' };
const lostCode = { listing: '{bike}', reason: 'Knows the plate' };
const twoStep = { secret: 'A'.repeat(32), code: 'none', password: ownersAccount.password };
const response = { version: 1, status: 'resolved', priority: 'high' };
const customer = (item: string) => `/desk/customers/{${item}}`;
const desk = (list: string, entry: string) => `/desk/${list}/${entry}`;

//           vis  key  wro  end  rea  use  own  ope
const all = 'done done done done done done done done';
/** Stored in the browser's own cookies. */
const own = 'same same same same same same same same';
const use = 'sign sign sign sign sign done done done';
const ope = 'sign sign sign sign sign 403  403  done';

/** A vehicle of the shop with its colours. */
const stockFields = {
  hasPhotos: '1',
  priceRupees: '1,83,000',
  ...Object.fromEntries(
    [0, 1, 2].flatMap((at) => [
      [`colourways.${at}.name`, `Red ${at}`],
      [`colourways.${at}.body`, '#aa2211'],
      [`colourways.${at}.accent`, '#c9ced6'],
    ]),
  ),
};

/** Every form of the site, with every button, in every case that makes a difference to access. */
export const formCases: readonly FormCase[] = [
  // The form of the home page posts to /login.
  send('405  405  405  405  405  405  405  405', '/', ownersAccount),
  send(all, '/login', ownersAccount),
  send(all, '/login?mode=signup', newcomer),
  //   vis  key  wro  end  rea  use  own  ope
  send('same same same same same done done done', '/logout', {}),
  send(all, '/contact', messageFields),
  send(all, '/contact?about={ownBike}', { ...messageFields, about: '{ownBike}' }),
  send(all, '/support', messageFields),
  send(all, '/help', messageFields),
  send('same same same same same done done done', '/bookings', { vehicle: '6' }),
  send(use, '/favourites', { save: '6' }),
  send(own, '/compare/list', { add: '6' }),
  send(own, '/city', { city: 'Pune' }),
  send(own, '/accessories/list', { add: 'helmet-1' }),
  send(own, '/draft-photos', { removePhoto: 'unknown' }),
  send(own, '/manage', { code: '{key}' }),
  send(own, '/manage', { intent: 'forget' }),
  send(own, '/messages', {}),
  send('sign sign sign sign sign same same same', '/messages', { intent: 'join' }),
  send('422  422  422  422  422  422  422  422', '/status', { reference: 'AAAA-AAAA', contact: messageFields.email }),
  send(all, '/status', { reference: '{message}', contact: messageFields.phone }),
  send(all, '/report?listing={bike}', { reason: 'fraud' }),
  send(all, '/report?review={review}', { reason: 'spam' }),
  send('sign sign sign sign sign 404  done 404', '/report?conversation={conversation}', { reason: 'spam' }),
  send(all, '/report?key={secret}', { reason: 'spam' }),

  ...(['bike', 'scooter'] as const).flatMap((kind) => {
    const mine = kind === 'bike' ? '{ownBike}' : '{ownScooter}';
    const [list, form] = [`/sell-${kind}s`, `/sell-${kind}s?view=form`];
    return [
      send(all, form, listing),
      //   vis  key  wro  end  rea  use  own  ope
      send('200  200  200  200  200  200  200  200', form, { ...listing, intent: 'add-photos' }),
      send('200  200  200  200  200  200  200  200', form, { ...listing, intent: 'fill' }),
      send('200  200  200  200  200  200  200  200', form, { ...listing, intent: 'check-price' }),
      send('404  done 404  404  404  404  404  404', `${form}&listing={${kind}}`, listing),
      send('sign sign sign sign sign 404  done 404', `${form}&listing=${mine}`, listing),
      // Listed on the same day, it is confirmed already.
      send('401  same 403  401  401  403  403  same', list, { intent: 'confirm', listing: `{${kind}}` }),
      send('401  403  403  401  401  403  same same', list, { intent: 'confirm', listing: mine }),
      send('401  done 403  401  401  403  403  done', list, { intent: 'sold', listing: `{${kind}}` }),
      send('401  403  403  401  401  403  done done', list, { intent: 'sold', listing: mine }),
      send('401  same 403  401  401  403  403  same', list, { intent: 'unsold', listing: `{${kind}}` }),
      send('401  done 403  401  401  403  403  done', list, { intent: 'delete', listing: `{${kind}}` }),
      send('401  403  403  401  401  403  done done', list, { intent: 'delete', listing: mine }),
    ];
  }),

  send(use, '/vehicle-details?vehicle=8', words),
  //   vis  key  wro  end  rea  use  own  ope
  send('sign sign sign sign sign 403  done done', '/vehicle-details?vehicle=1', {
    ...words,
    review: '{review}',
    version: 1,
  }),
  send('sign sign sign sign sign 403  done done', '/vehicle-details?vehicle=1', {
    intent: 'delete',
    review: '{review}',
  }),
  send('sign sign sign sign sign done 403  done', '/vehicle-details?vehicle=1', { helpful: '{review}' }),

  send(use, '/service', booking),
  send('sign sign sign sign sign 404  done done', '/service?request={request}', { ...booking, version: 1 }),
  send('sign sign sign sign sign 404  done done', '/service', { intent: 'cancel', id: '{request}' }),

  send(all, '/appointments/new', rideForm),
  send(use, '/appointments/new?kind=service', { ...rideForm, kind: 'service' }),
  send('done 422 done done done done done done', '/appointments/new?vehicle={bike}', withSeller),
  send('sign sign sign sign sign 404  done done', '/appointment?id={visit}', { ...newTime, version: 1 }),
  send(all, '/appointment?key={rideKey}', { ...newTime, version: 1 }),
  send('sign sign sign sign sign 404  done done', '/appointment?id={visit}', { reason: 'Ill', version: 1 }),
  send(all, '/appointment?key={rideKey}', { reason: 'Ill', version: 1 }),

  //    vis  key  wro  end  rea  use  own  ope
  send('done done done done done done done done', '/searches', { intent: 'save', query: 'q=activa' }),
  send('404 404 404 404 404 404 done 404', '/searches', { intent: 'rename', id: '{search}', name: 'Mine' }),
  send('404 404 404 404 404 404 done 404', '/searches', { intent: 'delete', id: '{search}' }),
  send(use, '/feedback', feedbackFields),
  send('sign sign sign sign sign 404  done 403', '/feedback?edit={feedback}', { ...feedbackFields, version: 1 }),
  send('sign sign sign sign sign 404  done done', '/feedback', { intent: 'delete', id: '{feedback}' }),

  //   vis  key  wro  end  rea  use  own  ope
  send('308 308 308 308 308 308 308 308', '/profile?show=blocked', { intent: 'unblock', sender: '{blocked}' }),
  send(use, '/profile/edit', { intent: 'save', version: 1, name: 'Another', gender: 'other' }),
  send(use, '/profile/security', renewal),
  send(use, '/profile/security', { ...newEmail, intent: 'change-email' }),
  send(use, '/profile/security', { ...newCode, intent: 'recovery-code' }),
  send(all, '/recover', { email: ownersAccount.email, code: '{recoveryCode}', password: 'another!kite' }),
  send(all, '/recover', { intent: 'link', linkEmail: ownersAccount.email }),
  send(all, '/unsubscribe?token={stopToken}', { intent: 'stop' }),
  send(own, '/unsubscribe?token={stopToken}', { intent: 'resume' }),
  send('sign sign sign sign sign same done same', '/recovery-code', { intent: 'kept' }),
  send('sign sign sign sign sign same same same', '/recovery-code', { intent: 'later' }),
  send('sign sign sign sign sign same done same', '/profile/security', { intent: 'end-session' }),
  send('sign sign sign sign sign same done same', '/profile/security', {
    intent: 'end-session',
    session: 'session-elsewhere',
  }),
  send('sign sign sign sign sign 403  403  422', '/profile/two-step', { ...twoStep, intent: 'two-step-on' }),
  send('sign sign sign sign sign same same same', '/profile/two-step', { ...twoStep, intent: 'two-step-off' }),
  // The operator is the last owner of the shop, who stays one.
  send('sign sign sign sign sign done done 409', '/profile/security', { ...ownersAccount, intent: 'delete-account' }),
  send('sign sign sign sign sign 200  200  200', '/profile/tokens', newToken),
  send('sign sign sign sign sign same done same', '/profile/tokens', { intent: 'revoke-token', token: 'session-read' }),

  send('sign sign sign sign sign 200  200  200', '/profile/webhooks', newHook),
  send('sign sign sign sign sign 404  200  404', '/profile/webhooks', {
    intent: 'rotate-webhook',
    webhook: '{webhook}',
  }),
  ...['test-webhook', 'delete-webhook'].map((intent) =>
    send('sign sign sign sign sign 404  done 404', '/profile/webhooks', { intent, webhook: '{webhook}' }),
  ),
  // Nothing has failed.
  send('sign sign sign sign sign 404  same 404', '/profile/webhooks', {
    intent: 'replay-webhook',
    webhook: '{webhook}',
  }),

  send(use, '/profile/vehicle', { ...vehicle, intent: 'save' }),
  send('sign sign sign sign sign 200  200  200', '/profile/vehicle', { ...vehicle, intent: 'add-photos' }),
  send('sign sign sign sign sign 404  done 404', '/profile/vehicle?vehicle={vehicle}', {
    ...vehicle,
    price: 135_000,
    version: 1,
  }),
  send('sign sign sign sign sign 403  done done', '/profile/vehicle?vehicle={vehicle}', { intent: 'delete' }),

  //   vis  key  wro  end  rea  use  own  ope
  ...[{ text: 'Yes, at ten.' }, ...contactKinds.map((kind) => ({ intent: `share-${kind}` }))].flatMap((fields) => [
    send('sign sign sign sign sign 404  done 404', '/conversation?id={conversation}', fields),
    send(all, '/conversation?key={secret}', fields),
  ]),
  send('sign sign sign sign sign 404  same 404', '/conversation?id={conversation}', { intent: 'undo', sendAt: '' }),
  send('sign sign sign sign sign 404  done 404', '/conversation?id={conversation}', { intent: 'block' }),
  send('sign sign sign sign sign 404  done 404', '/conversation?id={blockedConversation}', { intent: 'unblock' }),
  send('sign sign sign sign sign 404  done 404', '/profile/blocked', { intent: 'unblock', sender: '{blocked}' }),
  ...contactKinds.map((kind) =>
    send('sign sign sign sign sign 404  same 404', '/conversation?id={conversation}', { intent: `hide-${kind}` }),
  ),
  send('sign done sign sign sign 404  404  404', '/conversation?id={keyConversation}', { text: 'Yes, at ten.' }),

  // The tag in the form was its first change.
  send(ope, customer('message'), { form: 'message', ...response, version: 2 }),
  send(ope, customer('message'), { form: 'tag', version: 2, intent: 'add', tag: 'call back' }),
  send(ope, customer('message'), { form: 'tag', version: 2, intent: 'remove', tag: 'vip' }),
  send(ope, customer('message'), { form: 'delete', version: 2 }),
  ...(['message', 'request', 'feedback', 'visit'] as const).flatMap((item) => [
    send(ope, customer(item), { intent: 'keep', seen: 0, text: 'Come on Saturday.' }),
    send(ope, customer(item), { intent: 'next', seen: 0, text: 'Come on Saturday.' }),
    send(ope, customer(item), { form: 'note', note: 'Called back.' }),
    send(ope, customer(item), { form: 'handling', assignee: 'user-opal' }),
    send(ope, customer(item), { form: 'spam', isSpam: 'true' }),
  ]),
  send('sign sign sign sign sign 403  403  same', customer('message'), { intent: 'skip' }),
  ...['done', 'spam', 'to user-opal'].map((what) => send(ope, '/desk/customers', { what, chosen: '{message}' })),
  send(ope, '/desk/customers/done', { what: 'waiting', chosen: '{message}' }),
  // The owner of the service request writes about it; its visitor by the private link.
  send('sign sign sign sign sign 404  done 404', '/conversation?id={request}', { text: 'May I come earlier?' }),
  send('sign sign sign sign sign 404  done 404', '/conversation?id={feedback}', { text: 'And one more thing.' }),
  send('sign sign sign sign sign 404  404  404', '/conversation?id={message}', { text: 'May I come earlier?' }),
  send(all, '/conversation?key={messageSecret}', { text: 'May I come earlier?' }),
  send(ope, '/desk/customers/replies', { title: 'Opening hours', text: 'From nine to seven.' }),
  send(ope, desk('customers/replies', '{savedReply}'), { version: 1, title: 'Hours', text: 'From nine to seven.' }),
  send(ope, desk('customers/replies', '{savedReply}'), { intent: 'delete' }),
  send(ope, customer('request'), { form: 'service', version: 1, status: 'confirmed' }),
  send(ope, customer('visit'), { form: 'visit', version: 1, status: 'confirmed' }),
  send(ope, customer('feedback'), { form: 'feedback', ...response }),
  ...(['listing', 'vehicle', 'review'] as const).flatMap((show) =>
    moderations
      .filter((action) => action !== 'restore')
      .map((intent) =>
        send(ope, desk(`stock/riders/${show}`, show === 'listing' ? '{bike}' : `{${show}}`), {
          intent,
          reason: 'Fraud',
        }),
      ),
  ),
  ...conversationActions
    .filter((action) => action !== 'reopen')
    .map((intent) => send(ope, desk('customers/reports', '{conversation}'), { intent, reason: 'Fraud', reports: 9 })),
  send('sign sign sign sign sign 403  403  same', desk('customers/reports', '{conversation}'), {
    intent: 'reopen',
    reports: 9,
  }),
  // It has no report, so operators may not act on it.
  send('sign sign sign sign sign 403  403  404', desk('customers/reports', '{keyConversation}'), {
    intent: 'read',
    reason: 'Fraud',
    reports: 9,
  }),
  send(ope, '/desk/stock/riders', { intent: 'check', chosen: '{bike}.1.0' }),
  send(ope, '/desk/stock/riders', { hide: '{bike}.1.0', reason: 'Fraud' }),
  send(ope, '/desk/stock/riders?of=review', { intent: 'hide', chosen: '{review}.1.0', reason: 'Fraud' }),
  send('sign sign sign sign sign 403  403  same', '/desk/stock/riders', { intent: 'restore', chosen: '{bike}.1.0' }),
  send('sign sign sign sign sign 403  403  409', '/desk/stock/riders', { intent: 'undo', at: 'never' }),
  send('sign sign sign sign sign 403  403  same', '/desk/stock/riders', { intent: 'check', all: '1' }),
  send('sign sign sign sign sign 403  403  409', '/desk/stock/riders?all=check', {
    intent: 'check',
    all: '1',
    mark: 'none',
  }),
  send('sign sign sign sign sign 403  403  200', '/desk/team/recovery-code', lostPassword),
  send('sign sign sign sign sign 403  403  200', '/desk/stock/listing-code', lostCode),
  send(ope, '/desk/stock', { intent: 'prices', 'prices.1': '1,83,000', 'was.1': 184_000 }),
  send(ope, '/desk/stock', { intent: 'by', by: '-5 %', chosen: '1' }),
  send(ope, '/desk/stock', { sold: '1' }),
  send(ope, '/desk/stock', { hide: '1' }),
  send(ope, '/desk/stock', { retire: '1' }),
  send(ope, '/desk/stock', { intent: 'retire', chosen: '1' }),
  send('sign sign sign sign sign 403  403  same', '/desk/stock', { intent: 'hide', all: '1' }),
  // Of another list.
  ...['hide', 'by'].map((intent) =>
    send('sign sign sign sign sign 403  403  409', '/desk/stock?all=hide', {
      intent,
      all: '1',
      mark: 'none',
      by: '-5',
    }),
  ),
  send(ope, '/desk/stock', { intent: 'hide-samples' }),
  send('sign sign sign sign sign 403  403  same', '/desk/stock', { intent: 'show-samples' }),
  send(ope, '/desk/stock', { duplicate: '1' }),
  send('sign sign sign sign sign 403  403  409', '/desk/stock', { intent: 'undo', batch: 'none' }),
  send(ope, '/desk/stock/1', stockFields),
  send(ope, '/desk/stock/1', { priceRupees: '1,83,000', intent: 'publish' }),
  send(ope, '/desk/stock/new', { stock: 'used', name: 'Honda Activa 6G', priceRupees: '52,000' }),
  send(ope, '/desk/stock/new', { stock: 'used', name: 'Honda Activa 6G', priceRupees: '52,000', intent: 'draft' }),
  send('sign sign sign sign sign 403  403  200', '/desk/stock/new', { name: 'Honda Shine', intent: 'add colourways' }),
  send('sign sign sign sign sign 403  403  same', '/desk/stock/1', { ...stockFields, intent: 'preview' }),
  send(ope, '/desk/stock/featured', { down: '1' }),
  send('sign sign sign sign sign 403  403  404', '/desk/stock/featured', { up: 'none' }),
  // Without a file.
  send('sign sign sign sign sign 403  403  422', '/desk/stock/photos', {}),
  send('sign sign sign sign sign 403  403  422', '/desk/stock/photos?vehicle=1', {}),
  send(ope, '/desk/stock/import', { intent: 'example' }),
  // Without a file.
  ...['listings', 'customers'].map((of) =>
    send('sign sign sign sign sign 403  403  422', `/desk/stock/import?of=${of}`, { intent: 'example' }),
  ),
  send('sign sign sign sign sign 403  403  404', '/desk/stock/import/none', { intent: 'apply' }),
  // Without any column.
  send('sign sign sign sign sign 403  403  422', '/desk/stock/import/none', { intent: 'look' }),
  send('sign sign sign sign sign 403  403  404', '/desk/stock/import/none/done', { intent: 'undo' }),
  send(ope, desk('shop/road-tax', 'KA'), { version: 1, asOf: '2026', bandsBy: 'price', 'bands.0.percent': '9' }),
  ...['confirmed', 'cancelled'].map((status) =>
    send(ope, '/desk/customers/visits', { id: '{visit}', version: 1, status }),
  ),
  send(ope, '/desk/today', { id: '{visit}', version: 1, status: 'confirmed' }),
  // Its day has not come yet.
  send('sign sign sign sign sign 403  403  409', '/desk/customers/visits', {
    id: '{visit}',
    version: 1,
    status: 'done',
  }),
  ...['save', 'preview'].map((intent) => send(ope, '/desk/shop/texts/safety', { intent, advice: 'Meet by day.' })),
  ...['', '/look', '/sections', '/texts', '/prices', '/prices/fuel'].map((part) =>
    send(ope, `/desk/shop${part}`, { intent: 'restore', version: 0 }),
  ),
  send('sign sign sign sign sign 403  403  422', '/desk/shop/prices/accessories', { intent: 'file' }),
  // Without a picture.
  ...['logo', 'preview-logo'].map((intent) =>
    send('sign sign sign sign sign 403  403  422', '/desk/shop/look', { intent }),
  ),
  send(ope, '/desk/shop/look', { intent: 'remove-logo' }),
  send(ope, '/desk/customers/visits/new', {
    kind: 'test-ride',
    branch: testRide.branch,
    ...otherTime,
    name: messageFields.name,
    phone: messageFields.phone,
  }),
  send('sign sign sign sign sign 403  403  same', '/desk/customers/people', { contact: messageFields.email }),
  send('sign sign sign sign sign 403  403  same', '/desk/customers/people', { intent: 'file' }),
  send('sign sign sign sign sign 403  403  same', '/desk/customers/people/{message}', { intent: 'copy' }),
  send(ope, '/desk/customers/people/{message}', { intent: 'forget', contact: messageFields.email }),
  send('sign sign sign sign sign 403  403  409', '/desk/team/backups', {}),
  send(ope, '/desk/team/notices', { intent: 'mails', mails: 'hourly' }),
  send(ope, '/desk/team/notices', { intent: 'push-on', ...pushFields }),
  ...['push-test', 'push-off'].map((intent) => send(ope, '/desk/team/notices', { intent, device: '{pushDevice}' })),
  send(ope, '/desk/shortcuts', { isOn: 'false' }),
  send('sign sign sign sign sign 403  403  200', '/desk/team/notices', { intent: 'make-feed' }),
  send('sign sign sign sign sign 403  403  same', '/desk/team/notices', { intent: 'end-feed' }),
  send('sign sign sign sign sign 403  403  200', '/desk/team', { intent: 'invite', role: 'clerk' }),
  send(ope, '/desk/team', { intent: 'withdraw-invite', invite: 'an-invite' }),
  send(all, '/invite?token={inviteToken}', { ...newcomer, intent: 'join', password: 'four kites and a stop.' }),
  // Their password is shorter than that of a member of the team; the operator is one.
  send('sign sign sign sign sign 422  422  409', '/invite?token={inviteToken}', {
    intent: 'accept',
    password: ownersAccount.password,
  }),
  // This site has an operator, who has set it up.
  send('404  404  404  404  404  404  404  404', '/setup', {}),
  ...['hide-samples', 'look', 'backup', 'finish'].map((intent) =>
    send('404  404  404  404  404  404  404  404', '/setup/2', { intent }),
  ),
  send(ope, '/desk/team/user-somebody', { intent: 'block', reason: 'Fraud' }),
  send(ope, desk('shop/branches', 'showroom'), branch),
  send(ope, desk('shop/branches', 'new'), branch),
  send(ope, desk('shop/brands', 'honda'), { intent: 'remove-logo' }),
  send(ope, desk('stock/riders/listing', '{hidden}'), { intent: 'restore', reason: '' }),
  // Forms of entries, sent to their lists.
  ...(
    [
      ['customers/reports', { intent: 'end', reason: 'Fraud', reports: 9 }],
      ['shop/branches', branch],
      ['shop/brands', { intent: 'remove-logo' }],
      ['shop/road-tax', { version: 1, asOf: '2026', bandsBy: 'price', 'bands.0.percent': '9' }],
    ] as const
  ).map(([list, fields]) => send('sign sign sign sign sign 403  403  404', `/desk/${list}`, fields)),
  // Sections that have moved to pages of their own.
  send('308 308 308 308 308 308 308 308', '/dashboard?tab=desk&show=log&open={message}', {}),
];

/** A form with ids filled in for its braces. */
export const filledForm = (
  { path, fields }: Pick<FormCase, 'path' | 'fields'>,
  items: Readonly<Record<string, string>>,
) => ({
  path: filledIn(path, items),
  fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, filledIn(value, items)])),
});
