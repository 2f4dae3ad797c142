import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '~db/connection';
import { authenticators } from '~db/schema/accounts';
import { auditEvents } from '~db/schema/desk';
import { listings } from '~db/schema/listings';
import { siteSetup } from '~db/schema/site';
import { imports, stockChanges } from '~db/schema/stock';
import { filledForm } from '../support/form-cases';
import { sendForm } from '../support/form-client';
import { boundary, multipart } from '../support/multipart-forms';
import {
  booking,
  feedbackFields,
  filledIn,
  messageFields,
  otherTime,
  ownersAccount,
  type PopulatedSite,
  populateSite,
  pushFields,
  type Role,
  testRide,
  vehicle,
} from '../support/populated-site';
import { shine } from '../support/sample-content';
import type { SiteInProcess } from '../support/site-in-process';
import { storeUser } from '../support/stored-listing';

/** A command as it is sent with one of the two clients. */
type Sent = { role: Role; method: string; path: string; fields: Record<string, unknown> };
/** The limits that a command is counted against, in this order, and how each client sends it; null if it cannot. */
type Row = { charged: string[]; form: Sent | null; api: Sent | null };

const form = (role: Role, path: string, fields: Record<string, unknown>): Sent => ({
  role,
  method: 'POST',
  path,
  fields,
});
const api = (role: Role, method: string, path: string, fields: Record<string, unknown> = {}): Sent => ({
  role,
  method,
  path: `/api${path}`,
  fields,
});
const desk = (list: string, entry: string) => `/desk/${list}/${entry}`;

const write = ['write'];
const listing = ['write', 'listing'];
const contact = ['write', 'contact'];
const words = { rating: 4, title: 'Calm', comment: 'It never hurries.' };
const bookingForm = {
  'contactInfo.name': messageFields.name,
  'contactInfo.phone': messageFields.phone,
  'contactInfo.email': messageFields.email,
  serviceType: 'quick-service',
  'serviceDetails.urgency': 'low',
};
const rideFields = { ...messageFields, intent: 'ride', vehicle: '{bike}', day: testRide.day, part: 'evening' };
const ownBike = '/sell-bikes?view=form&listing={ownBike}';
const profile = { name: 'Another', gender: 'other' };

const stockBatch = 'batch';
const decidedAt = '2026-06-30T06:30:00.000Z';

/** A member of the team with a second step, a change of the stock, and imports in the states before each step. */
function storeDesk(db: Database): void {
  const { id: userId } = storeUser(db, 'Clerk', 'clerk').user;
  const timestamp = decidedAt;
  db.insert(authenticators)
    .values({ userId, secret: 'A'.repeat(32), lastStep: 0, createdAt: timestamp })
    .run();
  db.insert(siteSetup).values({ id: 1, ownerId: 'user-opal', createdAt: timestamp }).run();
  const operator = { operatorId: 'user-opal', operatorName: 'Opal' };
  const hidden = db
    .update(listings)
    .set({ hiddenAt: decidedAt, checkedAt: decidedAt })
    .where(isNotNull(listings.hiddenAt))
    .returning({ id: listings.id })
    .all();
  for (const { id: subjectId } of hidden)
    db.insert(auditEvents)
      .values({ ...operator, subject: 'listing', subjectId, title: 'Bike', action: 'hidden', createdAt: decidedAt })
      .run();
  db.insert(stockChanges)
    .values({
      ...{ subject: 'vehicle', subjectId: '5', title: 'Bike', action: 'changed', batch: stockBatch, ...operator },
      ...{ before: { soldAt: null }, after: { soldAt: null }, createdAt: timestamp },
    })
    .run();
  const report = {
    ...{ encoding: 'UTF-8', separator: ',', header: ['Name'], example: ['Jupiter'], mapping: ['name'], lines: 1 },
    ...{ counts: { added: 0, changed: 0, unchanged: 0, refused: 1 }, problems: [], changes: [] },
  };
  for (const state of ['failed', 'checked', 'applied'] as const) {
    db.insert(imports)
      .values({
        ...{ id: state, kind: 'stock', fileName: 'stock.csv', state, report, ...operator },
        ...{ content: gzipSync('Name\nJupiter\n'), createdAt: timestamp, updatedAt: timestamp },
      })
      .run();
  }
}

/** Every command; those that delete an item that others need are last. */
const commands: Readonly<Record<string, Row>> = {
  'set-favourite': {
    charged: write,
    form: form('user', '/favourites', { save: '6' }),
    api: api('user', 'PUT', '/favourites/6'),
  },
  'request-service': {
    charged: write,
    form: form('owner', '/service', bookingForm),
    api: api('owner', 'POST', '/services/request', booking),
  },
  'change-service': {
    charged: write,
    form: form('owner', '/service?request={request}', { ...bookingForm, version: 1 }),
    api: api('owner', 'PUT', '/services/request/{request}', { serviceDetails: { preferredTime: 'Evening' } }),
  },
  'cancel-service': {
    charged: write,
    form: form('owner', '/service', { intent: 'cancel', id: '{request}' }),
    api: api('owner', 'DELETE', '/services/request/{request}'),
  },
  'request-appointment': {
    charged: contact,
    form: form('visitor', '/appointments/new', { ...testRide, slot: `${testRide.day}T${testRide.slot}` }),
    api: api('visitor', 'POST', '/appointments', testRide),
  },
  'add-appointment': {
    charged: write,
    form: form('operator', '/desk/customers/visits/new', {
      kind: 'test-ride',
      branch: testRide.branch,
      ...otherTime,
      name: messageFields.name,
      phone: messageFields.phone,
    }),
    api: api('operator', 'POST', '/desk/appointments', testRide),
  },
  'move-appointment': {
    charged: write,
    form: form('owner', '/appointment?id={visit}', {
      intent: 'move',
      version: 1,
      slot: `${otherTime.day}T${otherTime.slot}`,
    }),
    api: api('owner', 'PATCH', '/appointments/{visit}/time', otherTime),
  },
  // After that nothing else can be done with it.
  'change-appointment': {
    charged: write,
    form: form('owner', '/appointment?id={visit}', { reason: 'Ill' }),
    api: api('owner', 'PATCH', '/appointments/{visit}/status', { status: 'cancelled' }),
  },
  'change-branch': {
    charged: write,
    form: form('operator', desk('shop/branches', 'showroom'), { version: 1, name: 'Showroom', address: 'Bengaluru' }),
    api: api('operator', 'PUT', '/desk/branches/showroom', { address: 'Bengaluru' }),
  },
  'change-logo': {
    charged: write,
    form: form('operator', desk('shop/brands', 'honda'), { intent: 'remove-logo' }),
    api: api('operator', 'DELETE', '/desk/brands/honda/logo'),
  },
  'give-feedback': {
    charged: write,
    form: form('owner', '/feedback', feedbackFields),
    api: api('owner', 'POST', '/feedback', feedbackFields),
  },
  'change-road-tax': {
    charged: write,
    form: form('operator', desk('shop/road-tax', 'KA'), {
      version: 1,
      asOf: '2026',
      bandsBy: 'price',
      'bands.0.percent': '9',
    }),
    api: api('operator', 'PUT', '/desk/road-tax/KA', { asOf: '2026' }),
  },
  'change-feedback': {
    charged: write,
    form: form('owner', '/feedback?edit={feedback}', { ...feedbackFields, version: 1 }),
    api: api('owner', 'PUT', '/feedback/{feedback}', { rating: 1 }),
  },
  'delete-feedback': {
    charged: write,
    form: form('owner', '/feedback', { intent: 'delete', id: '{feedback}' }),
    api: api('owner', 'DELETE', '/feedback/{feedback}'),
  },
  'save-search': {
    charged: write,
    form: form('owner', '/searches', { intent: 'save', query: 'q=jupiter' }),
    api: api('owner', 'POST', '/searches', { query: 'q=jupiter' }),
  },
  'rename-search': {
    charged: write,
    form: form('owner', '/searches', { intent: 'rename', id: '{search}', name: 'Mine' }),
    api: api('owner', 'PATCH', '/searches/{search}', { name: 'Mine' }),
  },
  'delete-search': {
    charged: write,
    form: form('owner', '/searches', { intent: 'delete', id: '{search}' }),
    api: api('owner', 'DELETE', '/searches/{search}'),
  },
  'create-webhook': {
    charged: write,
    form: form('owner', '/profile/webhooks', {
      ...{ intent: 'make-webhook', url: 'https://shop.example/other', 'listing.sold': 'on' },
    }),
    api: api('owner', 'POST', '/webhooks', { url: 'https://shop.example/hooks', events: ['listing.sold'] }),
  },
  'rotate-webhook-secret': {
    charged: write,
    form: form('owner', '/profile/webhooks', { intent: 'rotate-webhook', webhook: '{webhook}' }),
    api: api('owner', 'POST', '/webhooks/{webhook}/secret'),
  },
  'test-webhook': {
    charged: write,
    form: form('owner', '/profile/webhooks', { intent: 'test-webhook', webhook: '{webhook}' }),
    api: api('owner', 'POST', '/webhooks/{webhook}/test'),
  },
  'replay-webhook': {
    charged: write,
    form: form('owner', '/profile/webhooks', { intent: 'replay-webhook', webhook: '{webhook}' }),
    api: api('owner', 'POST', '/webhooks/{webhook}/replay'),
  },
  'delete-webhook': {
    charged: write,
    form: form('owner', '/profile/webhooks', { intent: 'delete-webhook', webhook: '{webhook}' }),
    api: api('owner', 'DELETE', '/webhooks/{webhook}'),
  },
  'write-message': {
    charged: write,
    form: form('owner', '/conversation?id={conversation}', { text: 'Yes, at ten.' }),
    api: api('owner', 'POST', '/conversations/{conversation}/messages', { text: 'Yes, at ten.' }),
  },
  'hold-reply': {
    charged: write,
    form: form('owner', '/conversation?id={conversation}', { quick: 'The price is fixed.' }),
    api: null,
  },
  'undo-reply': {
    charged: write,
    form: form('owner', '/conversation?id={conversation}', { intent: 'undo', sendAt: '' }),
    api: null,
  },
  'find-sent-item': {
    charged: ['write', 'sign-in'],
    form: form('visitor', '/status', { reference: '{message}', contact: messageFields.email }),
    api: api('visitor', 'POST', '/status', { reference: '{message}', contact: messageFields.email }),
  },
  'join-conversations': {
    charged: write,
    form: form('owner', '/messages', { intent: 'join' }),
    api: api('owner', 'POST', '/conversations/join'),
  },
  'mark-conversation-read': {
    charged: write,
    form: null,
    api: api('owner', 'PATCH', '/conversations/{conversation}/read'),
  },
  'unblock-sender': {
    charged: write,
    form: form('owner', '/profile/blocked', { intent: 'unblock', sender: '{blocked}' }),
    api: api('owner', 'DELETE', '/conversations/blocked-senders/{blocked}'),
  },
  'share-contact': {
    charged: write,
    form: form('owner', '/conversation?id={conversation}', { intent: 'share-email' }),
    api: api('owner', 'PATCH', '/conversations/{conversation}/shared', { contact: 'email', isShared: true }),
  },
  'block-sender': {
    charged: write,
    form: form('owner', '/conversation?id={conversation}', { intent: 'block' }),
    api: api('owner', 'PUT', '/conversations/{conversation}/block'),
  },
  'write-review': {
    charged: write,
    form: form('user', '/vehicle-details?vehicle=8', words),
    api: api('user', 'POST', '/reviews', { vehicleId: '8', ...words }),
  },
  'change-review': {
    charged: write,
    form: form('owner', '/vehicle-details?vehicle=1', { ...words, review: '{review}', version: 1 }),
    api: api('owner', 'PUT', '/reviews/{review}', { rating: 1 }),
  },
  'mark-review-helpful': {
    charged: write,
    form: form('user', '/vehicle-details?vehicle=1', { helpful: '{review}' }),
    api: api('user', 'POST', '/reviews/{review}/helpful'),
  },
  'delete-review': {
    charged: write,
    form: form('owner', '/vehicle-details?vehicle=1', { intent: 'delete', review: '{review}' }),
    api: api('owner', 'DELETE', '/reviews/{review}'),
  },
  'reply-to-request': {
    charged: write,
    form: form('operator', '/desk/customers/{request}', { intent: 'keep', seen: 0, text: 'On Saturday.' }),
    api: api('operator', 'POST', '/desk/requests/{request}/replies', { text: 'On Saturday.' }),
  },
  'add-note': {
    charged: write,
    form: form('operator', '/desk/customers/{request}', { form: 'note', note: 'Called back.' }),
    api: api('operator', 'POST', '/desk/requests/{request}/notes', { note: 'Called back.' }),
  },
  'handle-request': {
    charged: write,
    form: form('operator', '/desk/customers/{request}', { form: 'handling', assignee: 'user-opal' }),
    api: api('operator', 'PATCH', '/desk/requests/{request}', { assignee: 'user-opal' }),
  },
  'handle-requests': {
    charged: write,
    form: form('operator', '/desk/customers', { what: 'to none', chosen: '{request}' }),
    api: api('operator', 'PATCH', '/desk/requests', { chosen: ['{request}'], assignee: null }),
  },
  'save-reply': {
    charged: write,
    form: form('operator', '/desk/customers/replies', { title: 'Hours', text: 'From nine.' }),
    api: api('operator', 'POST', '/desk/saved-replies', { title: 'Hours', text: 'From nine.' }),
  },
  'change-saved-reply': {
    charged: write,
    form: form('operator', desk('customers/replies', '{savedReply}'), { version: 1, title: 'Sorry', text: 'We are.' }),
    api: api('operator', 'PUT', '/desk/saved-replies/{savedReply}', { title: 'Sorry', text: 'We are.' }),
  },
  'delete-saved-reply': {
    charged: write,
    form: form('operator', desk('customers/replies', '{savedReply}'), { intent: 'delete' }),
    api: api('operator', 'DELETE', '/desk/saved-replies/{savedReply}'),
  },
  'save-prices': {
    charged: write,
    form: form('operator', '/desk/stock', { intent: 'prices', 'prices.1': '1,83,000', 'was.1': 184_000 }),
    api: api('operator', 'PATCH', '/desk/stock/prices', { prices: [{ id: '1', was: 184_000, price: 183_000 }] }),
  },
  'change-prices': {
    charged: write,
    form: form('operator', '/desk/stock', { intent: 'by', by: '-5 %', chosen: '1' }),
    api: api('operator', 'PATCH', '/desk/stock/prices/percent', { percent: -5, ids: ['1'] }),
  },
  'change-stock': {
    charged: write,
    form: form('operator', '/desk/stock', { sold: '2' }),
    api: api('operator', 'PATCH', '/desk/stock', { action: 'sold', ids: ['2'] }),
  },
  'undo-stock': {
    charged: write,
    form: form('operator', '/desk/stock', { intent: 'undo', batch: stockBatch }),
    api: api('operator', 'POST', '/desk/stock/undo', { batch: stockBatch }),
  },
  'duplicate-stock': {
    charged: write,
    form: form('operator', '/desk/stock', { duplicate: '3' }),
    api: api('operator', 'POST', '/desk/stock/3/duplicate'),
  },
  'edit-stock': { charged: write, form: form('operator', '/desk/stock/4', { priceRupees: '1,83,000' }), api: null },
  'preview-edit': {
    charged: write,
    form: form('operator', '/desk/stock/4', { priceRupees: '1,83,000', intent: 'preview' }),
    api: null,
  },
  'put-in-stock': {
    charged: write,
    form: null,
    api: api('operator', 'POST', '/vehicles', { ...vehicle, stock: 'used' }),
  },
  'change-in-stock': { charged: write, form: null, api: api('operator', 'PUT', '/vehicles/4', { price: 183_000 }) },
  'move-featured': {
    charged: write,
    form: form('operator', '/desk/stock/featured', { up: '1' }),
    api: api('operator', 'PATCH', '/desk/stock/1/featured', { by: 1 }),
  },
  'add-stock-photos': {
    charged: write,
    form: form('operator', '/desk/stock/photos', { files: Buffer.from('no picture') }),
    api: null,
  },
  'start-import': { charged: write, form: form('operator', '/desk/stock/import', { intent: 'example' }), api: null },
  'choose-import-columns': {
    charged: write,
    form: form('operator', '/desk/stock/import/failed', { intent: 'look', column: 'name' }),
    api: null,
  },
  'apply-import': {
    charged: write,
    form: form('operator', '/desk/stock/import/checked', { intent: 'apply' }),
    api: null,
  },
  'undo-import': {
    charged: write,
    form: form('operator', '/desk/stock/import/applied/done', { intent: 'undo' }),
    api: null,
  },
  'change-setting': {
    charged: write,
    form: form('operator', '/desk/shop/texts/safety', { advice: 'Meet by day.' }),
    api: api('operator', 'PUT', '/desk/shop/safety', { value: { advice: ['Meet by day.'] } }),
  },
  'preview-setting': {
    charged: write,
    form: form('operator', '/desk/shop/texts/safety', { intent: 'preview', advice: 'Meet by night.' }),
    api: null,
  },
  'restore-setting': {
    charged: write,
    form: form('operator', '/desk/shop/texts/safety', { intent: 'restore', version: 0 }),
    api: null,
  },
  'change-role': {
    charged: write,
    form: form('operator', '/desk/team/user-clerk', { intent: 'role', role: 'manager' }),
    api: api('operator', 'PATCH', '/desk/accounts/user-clerk/role', { role: 'manager' }),
  },
  'end-sessions-of-member': {
    charged: write,
    form: form('operator', '/desk/team/user-clerk', { intent: 'end-session' }),
    api: api('operator', 'DELETE', '/desk/accounts/user-clerk/sessions'),
  },
  'remove-second-step': {
    charged: write,
    form: form('operator', '/desk/team/user-clerk', { intent: 'second-step' }),
    api: api('operator', 'DELETE', '/desk/accounts/user-clerk/second-step'),
  },
  'block-account': {
    charged: write,
    form: form('operator', '/desk/team/user-clerk', { intent: 'block', reason: 'Left' }),
    api: api('operator', 'PUT', '/desk/accounts/user-clerk/block', { reason: 'Left' }),
  },
  'lift-block': {
    charged: write,
    form: form('operator', '/desk/team/user-clerk', { intent: 'lift' }),
    api: api('operator', 'DELETE', '/desk/accounts/user-clerk/block'),
  },
  moderate: {
    charged: write,
    form: form('operator', desk('stock/riders/listing', '{bike}'), { intent: 'check', reason: '' }),
    api: api('operator', 'PATCH', '/desk/moderation/listing/{bike}', { action: 'check' }),
  },
  'moderate-many': {
    charged: write,
    form: form('operator', '/desk/stock/riders', { hide: '{scooter}.1.0', reason: 'Fraud' }),
    api: api('operator', 'PATCH', '/desk/moderation', {
      ...{ of: 'listing', action: 'hide', reason: 'Fraud' },
      chosen: [{ id: '{scooter}', version: 1, reports: 0 }],
    }),
  },
  'undo-moderation': {
    charged: write,
    form: form('operator', '/desk/stock/riders', { intent: 'undo', at: decidedAt }),
    api: api('operator', 'POST', '/desk/moderation/undo', { at: decidedAt }),
  },
  'judge-conversation': {
    charged: write,
    form: form('operator', desk('customers/reports', '{conversation}'), {
      intent: 'read',
      reason: 'Fraud',
      reports: 9,
    }),
    api: api('operator', 'PATCH', '/desk/moderation/conversation/{conversation}', { action: 'dismiss' }),
  },
  'offer-vehicle': {
    charged: listing,
    form: form('owner', '/profile/vehicle', { ...vehicle, intent: 'save' }),
    api: api('owner', 'POST', '/vehicles', vehicle),
  },
  'change-vehicle': {
    charged: write,
    form: form('owner', '/profile/vehicle?vehicle={vehicle}', { ...vehicle, version: 1 }),
    api: api('owner', 'PUT', '/vehicles/{vehicle}', { price: 90_000 }),
  },
  'delete-vehicle': {
    charged: write,
    form: form('owner', '/profile/vehicle?vehicle={vehicle}', { intent: 'delete' }),
    api: api('owner', 'DELETE', '/vehicles/{vehicle}'),
  },
  'send-message': {
    charged: contact,
    form: form('visitor', '/contact', messageFields),
    api: api('visitor', 'POST', '/contacts', messageFields),
  },
  'request-ride': {
    charged: contact,
    form: form('visitor', '/appointments/new?vehicle={bike}', rideFields),
    api: api('visitor', 'POST', '/appointments', rideFields),
  },
  'change-message': {
    charged: write,
    form: form('operator', '/desk/customers/{message}', {
      form: 'message',
      version: 2,
      status: 'resolved',
      priority: 'high',
    }),
    api: api('operator', 'PUT', '/contacts/{message}', { status: 'resolved' }),
  },
  'set-message-status': {
    charged: write,
    form: null,
    api: api('operator', 'PATCH', '/contacts/{message}/status', { status: 'resolved' }),
  },
  'change-message-tags': {
    charged: write,
    form: form('operator', '/desk/customers/{message}', { form: 'tag', version: 3, intent: 'add', tag: 'call back' }),
    api: api('operator', 'PATCH', '/contacts/{message}/tags', { action: 'add', tag: 'call back' }),
  },
  'delete-message': {
    charged: write,
    form: form('operator', '/desk/customers/{message}', { form: 'delete', version: 4 }),
    api: api('operator', 'DELETE', '/contacts/{message}'),
  },
  'report-thing': {
    charged: contact,
    form: form('visitor', '/report?listing={bike}', { reason: 'fraud' }),
    api: api('visitor', 'POST', '/reports', { about: { kind: 'listing', id: '{bike}' }, reason: 'fraud' }),
  },
  'start-booking': { charged: write, form: form('visitor', '/bookings', { vehicle: '6' }), api: null },
  'request-booking': {
    charged: contact,
    form: form('user', '/bookings', { vehicle: '6' }),
    api: api('owner', 'POST', '/bookings', { vehicle: '6' }),
  },
  'create-listing': {
    charged: listing,
    form: form('visitor', '/sell-bikes?view=form', { ...shine, intent: 'list' }),
    api: api('visitor', 'POST', '/bikes', shine),
  },
  'change-listing': {
    charged: write,
    form: form('owner', ownBike, { ...shine, version: 1, intent: 'list' }),
    api: api('owner', 'PUT', '/bikes/{ownBike}', { presentPrice: 40_000 }),
  },
  'confirm-listing': {
    charged: write,
    form: form('owner', '/sell-bikes', { intent: 'confirm', listing: '{ownBike}' }),
    api: api('owner', 'POST', '/bikes/{ownBike}/confirm'),
  },
  'mark-sold': {
    charged: write,
    form: form('owner', '/sell-bikes', { intent: 'sold', listing: '{ownBike}' }),
    api: api('owner', 'PATCH', '/bikes/{ownBike}/sold'),
  },
  'undo-sale': {
    charged: write,
    form: form('owner', '/sell-bikes', { intent: 'unsold', listing: '{ownBike}' }),
    api: api('owner', 'DELETE', '/bikes/{ownBike}/sold'),
  },
  'issue-recovery-code': {
    charged: write,
    form: form('operator', '/desk/team/recovery-code', { email: ownersAccount.email, reason: 'Called' }),
    api: api('operator', 'POST', '/account/recovery-code/issue', { email: ownersAccount.email, reason: 'Called' }),
  },
  'send-recovery-link': {
    charged: ['write', 'contact'],
    form: form('visitor', '/recover', { intent: 'link', linkEmail: ownersAccount.email }),
    api: api('visitor', 'POST', '/account/recovery-link', { email: ownersAccount.email }),
  },
  'stop-mails': { charged: write, form: form('visitor', '/unsubscribe?token={stopToken}', {}), api: null },
  'replace-manage-code': {
    charged: write,
    form: form('operator', '/desk/stock/listing-code', { listing: '{bike}', reason: 'Knows the plate' }),
    api: api('operator', 'POST', '/account/manage-code/issue', { listing: '{bike}', reason: 'Knows the plate' }),
  },
  'keep-recovery-code': { charged: write, form: form('user', '/recovery-code', { intent: 'kept' }), api: null },
  'delete-listing': {
    charged: write,
    form: form('owner', '/sell-bikes', { intent: 'delete', listing: '{ownBike}' }),
    api: api('owner', 'DELETE', '/bikes/{ownBike}'),
  },
  'change-profile': {
    charged: write,
    form: form('user', '/profile/edit', { ...profile, intent: 'save', version: 1 }),
    api: api('user', 'PUT', '/auth/profile', profile),
  },
  'revoke-access-token': { charged: write, form: null, api: api('owner', 'DELETE', '/auth/tokens/session-read') },
  'end-session': {
    charged: write,
    form: form('owner', '/profile/security', { intent: 'end-session', session: 'session-elsewhere' }),
    api: api('owner', 'DELETE', '/auth/sessions/session-elsewhere'),
  },
  'end-other-sessions': {
    charged: write,
    form: form('owner', '/profile/security', { intent: 'end-session' }),
    api: api('owner', 'DELETE', '/auth/sessions'),
  },
  'sign-out': { charged: write, form: null, api: api('user', 'POST', '/auth/logout') },
  'choose-lead-mails': {
    charged: write,
    form: form('operator', '/desk/team/notices', { intent: 'mails', mails: 'hourly' }),
    api: null,
  },
  'create-lead-feed': {
    charged: write,
    form: form('operator', '/desk/team/notices', { intent: 'make-feed' }),
    api: null,
  },
  'end-lead-feed': {
    charged: write,
    form: form('operator', '/desk/team/notices', { intent: 'end-feed' }),
    api: null,
  },
  'turn-on-push': {
    charged: write,
    form: form('operator', '/desk/team/notices', { intent: 'push-on', ...pushFields }),
    api: null,
  },
  'test-push': {
    charged: write,
    form: form('operator', '/desk/team/notices', { intent: 'push-test', device: '{pushDevice}' }),
    api: null,
  },
  'turn-off-push': {
    charged: write,
    form: form('operator', '/desk/team/notices', { intent: 'push-off', device: '{pushDevice}' }),
    api: null,
  },
  'choose-shortcuts': {
    charged: write,
    form: form('operator', '/desk/shortcuts', { isOn: 'false' }),
    api: null,
  },
  'change-shop-logo': {
    charged: write,
    form: form('operator', '/desk/shop/look', { intent: 'remove-logo' }),
    api: api('operator', 'DELETE', '/desk/logo'),
  },
  'invite-member': {
    charged: write,
    form: form('operator', '/desk/team', { intent: 'invite', role: 'clerk' }),
    api: api('operator', 'POST', '/desk/invitations', { role: 'clerk' }),
  },
  'withdraw-invite': {
    charged: write,
    form: form('operator', '/desk/team', { intent: 'withdraw-invite', invite: 'an-invite' }),
    api: api('operator', 'DELETE', '/desk/invitations/an-invite'),
  },
  'hide-samples': {
    charged: write,
    form: form('operator', '/setup/2', { intent: 'hide-samples' }),
    api: api('operator', 'PATCH', '/desk/stock/samples', { isHidden: true }),
  },
  'finish-setup': { charged: write, form: form('operator', '/setup/2', { intent: 'finish' }), api: null },
};

/** Requests that run no command, but that form and API share. */
const others: Readonly<Record<string, Row>> = {
  'sign-in': {
    charged: write,
    form: form('visitor', '/login', { email: ownersAccount.email, password: ownersAccount.password }),
    api: api('visitor', 'POST', '/auth/login', { email: ownersAccount.email, password: ownersAccount.password }),
  },
  'sign-up': {
    charged: ['write', 'sign-up'],
    form: form('visitor', '/login?mode=signup', {
      mode: 'signup',
      name: 'New Comer',
      email: 'new@example.com',
      password: 'open!sesame',
    }),
    api: api('visitor', 'POST', '/auth/signup', {
      name: 'New Comer',
      email: 'new@example.com',
      password: 'open!sesame',
    }),
  },
};

let populated: PopulatedSite;
let forms: SiteInProcess;
let endpoints: SiteInProcess;
beforeAll(async () => {
  populated = await populateSite();
  forms = await populated.open();
  storeDesk(forms.runtime.db);
  endpoints = await populated.open();
  storeDesk(endpoints.runtime.db);
});
afterAll(async () => {
  await forms.close();
  await endpoints.close();
});

/** Sends a request. @returns its status and the limits that it was counted against, in order */
async function charge(site: SiteInProcess, send: () => Promise<{ status: number }>) {
  const count = vi.spyOn(site.runtime.limits, 'count');
  try {
    const { status } = await send();
    return { status, charged: count.mock.calls.map(([name]) => name) };
  } finally {
    count.mockRestore();
  }
}

const texts = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** A form with a file is sent in parts. */
const byForm = ({ role, path, fields }: Sent) =>
  charge(forms, () => {
    const files = Object.entries(fields).flatMap(([name, bytes]) =>
      Buffer.isBuffer(bytes) ? [{ name, fileName: '1.jpg', bytes }] : [],
    );
    if (files.length > 0)
      return forms.request(path, {
        method: 'POST',
        headers: {
          'Content-Type': `multipart/form-data; boundary=${boundary}`,
          'Sec-Fetch-Site': 'same-origin',
          ...populated.asBrowser(role),
        },
        body: multipart(files),
      });
    const filled = filledForm({ path, fields: texts(fields) }, populated.items);
    return sendForm(forms, filled.path, filled.fields, populated.asBrowser(role));
  });

const byApi = ({ role, method, path, fields }: Sent) =>
  charge(endpoints, () =>
    endpoints.request(filledIn(path, populated.items), {
      method,
      headers: { 'Content-Type': 'application/json', ...populated.asClient(role) },
      ...(method !== 'DELETE' && { body: filledIn(JSON.stringify(fields), populated.items) }),
    }),
  );

const commandNames = readdirSync('app/domain', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    [
      ...readFileSync(`app/domain/${file}`, 'utf8').matchAll(
        /= define(?!Setting\b)\w+(?:<[^(]*)?\((?:\{\s*(?:\.\.\.\w+,\s*)?name: )?'([\w-]+)'/g,
      ),
    ].flatMap(([, name]) => name ?? []),
  );

describe('the limits that a request is counted against', () => {
  it('are listed for every command', () => {
    expect(commandNames.length).toBeGreaterThan(30);
    expect(Object.keys(commands).sort()).toEqual(commandNames.sort());
  });

  it.each(Object.entries({ ...commands, ...others }))('of %s are the same for form and API', async (_name, row) => {
    if (row.form) {
      const { status, charged } = await byForm(row.form);
      // A code is in the response itself.
      expect([[200, 303].includes(status), charged]).toEqual([true, row.charged]);
    }
    if (row.api) {
      const { status, charged } = await byApi(row.api);
      expect([Math.floor(status / 100), charged]).toEqual([2, row.charged]);
    }
  });

  const ownLimits = Object.entries({ ...commands, ...others }).filter(([, { charged }]) => charged.length > 1);

  it.each(ownLimits)('of an invalid %s are those of any write', async (_name, { form: sent, api: called }) => {
    const { mode } = sent?.fields ?? {};
    if (sent) {
      expect(await byForm({ ...sent, fields: mode ? { mode } : {} })).toEqual({ status: 422, charged: write });
    }
    if (called) expect(await byApi({ ...called, fields: {} })).toEqual({ status: 422, charged: write });
  });

  it('do not apply to the form that signs out, which is always possible', async () => {
    expect(await byForm(form('operator', '/logout', {}))).toEqual({ status: 303, charged: [] });
  });
});
