import { apiEndpoints } from '~/api/endpoints.server';
import {
  booking,
  feedbackFields,
  filledIn,
  messageFields,
  otherTime,
  ownersAccount,
  type PopulatedSite,
  roles,
  testRide,
  vehicle,
} from './populated-site';
import { shine } from './sample-content';

/** A request about an item of the populated site, and its status for each role. */
export type ApiRequestCase = {
  operationId: string;
  method: string;
  /** Below `/api`; ids in braces. */
  path: string;
  /** Status for each role, in the order of `roles`, whose first letters are above the table's columns. */
  statuses: number[];
  body: object | undefined;
};

const methods = new Map(apiEndpoints.map(({ operationId, method }) => [operationId, method]));

const request = (statuses: string, operationId: string, path: string, body?: object): ApiRequestCase => ({
  operationId,
  method: methods.get(operationId) ?? '',
  path,
  statuses: statuses.split(' ').map(Number),
  body,
});

const rating = { rating: 4, comment: 'Calm on the road.' };
const newcomer = { name: 'New Comer', email: 'new@example.com', password: 'open!sesame' };
const loan = { principal: 100_000, rate: 9, tenure: 12 };
const sentMessage = { reference: '{message}', contact: messageFields.email };
const sharing = { contact: 'email', isShared: true };
const reply = { text: 'Yes, at ten.' };
const price = { price: 90_000 };
const newEmail = { email: 'another@example.com', currentPassword: ownersAccount.password };
const newPassword = { currentPassword: ownersAccount.password, newPassword: 'another!long-kite' };
const about = (kind: string, id: string) => ({ about: { kind, id }, reason: 'fraud' });
const newToken = { name: 'Watcher', scopes: ['read'], days: 30, password: ownersAccount.password };
const known = { email: ownersAccount.email };
const recovery = { ...ownersAccount, code: '{recoveryCode}', password: 'another!kite' };
const lostPassword = { email: ownersAccount.email, reason: 'Called back' };
const lostCode = { listing: '{bike}', reason: 'Knows the plate' };
const presentPrice = { presentPrice: 40_000 };
const confirmed = { status: 'confirmed' };
const { day } = testRide;
const rideWithSeller = { ...messageFields, kind: 'test-ride', vehicle: '{ownBike}', day, part: 'evening' };
const more = { text: 'May I come on Saturday morning?' };
const savedReply = { title: 'Opening hours', text: 'From nine to seven.' };
const hours = Array.from({ length: 7 }, () => ({ opens: '10:00', closes: '19:00' }));
const newBranch = { name: 'Baner Road', address: '14 Baner Road', isBookable: true, hours, slots: [], closedDays: [] };
const logo = Object(apiEndpoints.find(({ operationId }) => operationId === 'giveShopLogo')?.body.spec?.example);
const hook = { url: 'https://shop.example/hooks', events: ['listing.created'] };
const evening = { serviceDetails: { preferredTime: 'Evening' } };

//           vis key wro end rea use own ope
const all = '200 200 200 401 200 200 200 200';
const users = '401 401 401 401 200 200 200 200';
const operator = '401 401 401 401 403 403 403 200';
/** A read of a private item of the owner. */
const own = '401 401 401 401 200 404 200 200';

/** Every endpoint of the API, in every case that makes a difference to access. */
export const apiRequestCases: readonly ApiRequestCase[] = [
  request(all, 'listVehicles', '/vehicles'),
  request(all, 'listFeaturedVehicles', '/vehicles/featured'),
  request(all, 'listBrands', '/vehicles/meta/brands'),
  request(all, 'listModels', '/vehicles/meta/models/Hero'),
  request(all, 'getVehicle', '/vehicles/{vehicle}'),
  request(all, 'getOnRoadPrice', '/vehicles/1/on-road?state=MH'),
  request(all, 'getSeatFit', '/vehicles/1/seat-height?height=170'),
  request(all, 'listTripRoutes', '/trips'),
  request(all, 'planTrip', '/trips/pune-goa?vehicles=1,8'),
  request(users, 'listOwnOffers', '/vehicles/user/my-listings'),
  //   vis key wro end rea use own ope
  request('401 401 401 401 403 201 201 201', 'offerVehicle', '/vehicles', vehicle),
  // JSON is no body of lines: tests/http/vehicle-batch.test.ts sends those.
  request('401 401 401 401 403 415 415 415', 'offerVehicles', '/vehicles/batch', vehicle),
  request('401 401 401 401 403 403 200 200', 'changeVehicle', '/vehicles/{vehicle}', price),
  request('401 401 401 401 403 403 403 200', 'changeVehicle', '/vehicles/1', price),
  request('401 401 401 401 403 403 200 200', 'markVehicleSold', '/vehicles/{vehicle}/sold'),
  request('401 401 401 401 403 403 409 409', 'undoVehicleSale', '/vehicles/{vehicle}/sold'),
  request('401 401 401 401 403 403 200 200', 'deleteVehicle', '/vehicles/{vehicle}'),
  request('401 401 401 401 403 403 403 200', 'deleteVehicle', '/vehicles/1'),

  ...(['bike', 'scooter'] as const).flatMap((kind) => {
    const [name, own] = kind === 'bike' ? (['Bike', '{ownBike}'] as const) : (['Scooter', '{ownScooter}'] as const);
    const base = `/${kind}s`;
    return [
      request(all, `list${name}s`, base),
      request(all, `list${name}sOfType`, `${base}/type/petrol`),
      request(all, `list${name}sInPriceRange`, `${base}/price-range/1/90000`),
      request(all, `list${name}Changes`, `${base}/changes`),
      request(all, `get${name}Statistics`, `${base}/stats/overview`),
      request(
        all,
        `get${name}MarketFigures`,
        `${base}/stats/market/Honda%20${kind === 'bike' ? 'Shine' : 'Activa%206G'}`,
      ),
      request(all, `list${name}Models`, `${base}/meta/models`),
      request(all, `get${name}`, `${base}/{${kind}}`),
      request(all, `get${name}PriceVerdict`, `${base}/{${kind}}/price-verdict`),
      //   vis key wro end rea use own ope
      request('201 201 201 401 403 201 201 201', `list${name}ForSale`, base, shine),
      request('401 200 403 401 403 403 403 200', `change${name}`, `${base}/{${kind}}`, presentPrice),
      request('401 403 403 401 403 403 200 200', `change${name}`, `${base}/${own}`, presentPrice),
      request('401 200 403 401 403 403 403 200', `confirm${name}`, `${base}/{${kind}}/confirm`),
      request('401 403 403 401 403 403 200 200', `confirm${name}`, `${base}/${own}/confirm`),
      request('401 200 403 401 403 403 403 200', `mark${name}Sold`, `${base}/{${kind}}/sold`),
      request('401 403 403 401 403 403 200 200', `mark${name}Sold`, `${base}/${own}/sold`),
      request('401 409 403 401 403 403 403 409', `undo${name}Sale`, `${base}/{${kind}}/sold`),
      request('401 403 403 401 403 403 409 409', `undo${name}Sale`, `${base}/${own}/sold`),
      request('401 200 403 401 403 403 403 200', `delete${name}`, `${base}/{${kind}}`),
      request('401 403 403 401 403 403 200 200', `delete${name}`, `${base}/${own}`),
      request('403 403 403 401 403 403 403 200', `delete${name}`, `${base}/sample-${kind}-1`),
    ];
  }),

  request(all, 'getShowroom', '/showroom'),
  request(all, 'listAccessories', '/accessories'),
  request(all, 'getInsurance', '/insurance'),

  request(all, 'listReviewsOfVehicle', '/reviews/vehicle/1'),
  request(all, 'getReview', '/reviews/{review}'),
  request(users, 'listOwnReviews', '/reviews/user/my-reviews'),
  //   vis key wro end rea use own ope
  request('401 401 401 401 403 201 201 201', 'writeReview', '/reviews', { vehicleId: '8', ...rating }),
  request('401 401 401 401 403 201 403 201', 'writeReview', '/reviews', { vehicleId: '{ownBike}', ...rating }),
  request('401 401 401 401 403 403 200 200', 'changeReview', '/reviews/{review}', { rating: 1 }),
  request('401 401 401 401 403 403 200 200', 'deleteReview', '/reviews/{review}'),
  request('401 401 401 401 403 200 403 200', 'markReviewHelpful', '/reviews/{review}/helpful'),

  request(all, 'listServiceTypes', '/services/types'),
  request(all, 'calculateEmi', '/services/emi-calculator', loan),
  request(users, 'listOwnServiceRequests', '/services/my-requests'),
  request(operator, 'listServiceRequests', '/services/requests'),
  request(own, 'getServiceRequest', '/services/request/{request}'),
  //   vis key wro end rea use own ope
  request('401 401 401 401 403 201 201 201', 'requestService', '/services/request', booking),
  request('401 401 401 401 403 404 200 200', 'changeServiceRequest', '/services/request/{request}', evening),
  request('401 401 401 401 403 404 403 200', 'changeServiceRequest', '/services/request/{request}', confirmed),
  request('401 401 401 401 403 404 200 200', 'cancelServiceRequest', '/services/request/{request}'),

  request(all, 'getMessageStatistics', '/contacts/stats'),
  request(operator, 'listMessages', '/contacts'),
  request(operator, 'listMessagesOfCategory', '/contacts/category/general'),
  request(operator, 'listMessagesOfPriority', '/contacts/priority/medium'),
  request(operator, 'getMessage', '/contacts/{message}'),
  //   vis key wro end rea use own ope
  request('201 201 201 401 403 201 201 201', 'sendMessage', '/contacts', messageFields),
  request('201 201 201 401 403 201 201 201', 'sendMessage', '/contacts', { ...messageFields, about: '{ownBike}' }),
  request(operator, 'changeMessage', '/contacts/{message}', { status: 'resolved' }),
  request(operator, 'setMessageStatus', '/contacts/{message}/status', { status: 'resolved' }),
  request(operator, 'changeMessageTags', '/contacts/{message}/tags', { action: 'add', tag: 'call back' }),
  request(operator, 'deleteMessage', '/contacts/{message}'),
  // A message to a seller is no message to the business, for operators neither.
  request('401 401 401 401 403 403 403 404', 'getMessage', '/contacts/{conversation}'),

  //   vis key wro end rea use own ope
  request('401 404 404 401 200 404 200 404', 'getConversation', '/conversations/{request}'),
  request('401 404 404 401 200 404 200 404', 'getConversation', '/conversations/{feedback}'),
  request('401 404 404 401 404 404 404 404', 'getConversation', '/conversations/{message}'),
  request('401 404 404 401 403 404 201 404', 'writeMessage', '/conversations/{request}/messages', more),
  request(operator, 'listDeskRequests', '/desk/requests'),
  request(operator, 'handleRequests', '/desk/requests', { chosen: ['{message}'], status: 'resolved' }),
  request(operator, 'getDeskRequest', '/desk/requests/{request}'),
  request(operator, 'handleRequest', '/desk/requests/{request}', { assignee: 'user-opal' }),
  request('401 401 401 401 403 403 403 201', 'replyToRequest', '/desk/requests/{message}/replies', more),
  request('401 401 401 401 403 403 403 201', 'addNote', '/desk/requests/{message}/notes', { note: 'Called.' }),
  request(operator, 'listShopSettings', '/desk/shop'),
  request(operator, 'getShopSetting', '/desk/shop/safety'),
  request(operator, 'changeShopSetting', '/desk/shop/safety', { value: { advice: ['Meet by day.'] } }),
  request(operator, 'listBranches', '/desk/branches'),
  request('401 401 401 401 403 403 403 201', 'addBranch', '/desk/branches', newBranch),
  request(operator, 'getBranch', '/desk/branches/showroom'),
  request(operator, 'changeBranch', '/desk/branches/showroom', { isBookable: false }),
  request(operator, 'listRoadTaxes', '/desk/road-tax'),
  request(operator, 'getRoadTax', '/desk/road-tax/MH'),
  request(operator, 'changeRoadTax', '/desk/road-tax/MH', { asOf: '2026-08' }),
  request(operator, 'listBrandLogos', '/desk/brands'),
  request(operator, 'giveBrandLogo', '/desk/brands/honda/logo', logo),
  request(operator, 'removeBrandLogo', '/desk/brands/honda/logo'),
  request(operator, 'giveShopLogo', '/desk/logo', logo),
  request(operator, 'removeShopLogo', '/desk/logo'),
  request(operator, 'listAccounts', '/desk/accounts'),
  request(operator, 'getAccount', '/desk/accounts/user-owner'),
  request(operator, 'changeMemberRole', '/desk/accounts/user-opal/role', { role: 'owner' }),
  request(operator, 'blockAccount', '/desk/accounts/user-owner/block', { reason: 'Fraud' }),
  request(operator, 'liftBlock', '/desk/accounts/user-owner/block'),
  request(operator, 'endMemberSessions', '/desk/accounts/user-owner/sessions'),
  request(operator, 'endMemberSession', '/desk/accounts/user-owner/sessions/session-elsewhere'),
  request('401 401 401 401 403 403 403 409', 'removeSecondStep', '/desk/accounts/user-owner/second-step'),
  request(operator, 'listInvitations', '/desk/invitations'),
  request('401 401 401 401 403 403 403 201', 'inviteMember', '/desk/invitations', { role: 'clerk' }),
  request(operator, 'getInvitation', '/desk/invitations/an-invite'),
  request(operator, 'withdrawInvitation', '/desk/invitations/an-invite'),
  request(operator, 'listLog', '/desk/log'),
  request(operator, 'listModerated', '/desk/moderation'),
  request(operator, 'moderateMany', '/desk/moderation', {
    ...{ of: 'listing', action: 'hide', reason: 'Fraud' },
    chosen: [{ id: '{scooter}', version: 1, reports: 0 }],
  }),
  request('401 401 401 401 403 403 403 409', 'undoModeration', '/desk/moderation/undo', { at: 'never' }),
  request(operator, 'moderate', '/desk/moderation/listing/{ownBike}', { action: 'hide', reason: 'Sold' }),
  request(operator, 'moderate', '/desk/moderation/review/{review}', { action: 'delete', reason: 'An insult' }),
  request(operator, 'moderate', '/desk/moderation/conversation/{conversation}', { action: 'end', reason: 'Fraud' }),
  request('401 401 401 401 403 403 403 201', 'addAppointment', '/desk/appointments', testRide),
  request(operator, 'changeStock', '/desk/stock', { action: 'sold', ids: ['1', '2'] }),
  request(operator, 'savePrices', '/desk/stock/prices', { prices: [{ id: '1', was: 184_000, price: 183_000 }] }),
  request(operator, 'changePrices', '/desk/stock/prices/percent', { percent: -5, ids: ['1', '2'] }),
  request(operator, 'hideSamples', '/desk/stock/samples', { isHidden: true }),
  request('401 401 401 401 403 403 403 201', 'duplicateStock', '/desk/stock/3/duplicate'),
  request(operator, 'moveFeatured', '/desk/stock/1/featured', { by: 1 }),
  request(operator, 'listStockChanges', '/desk/stock/1/changes'),
  request('401 401 401 401 403 403 403 409', 'undoStock', '/desk/stock/undo', { batch: 'none' }),
  request(operator, 'findPeople', '/desk/people/search', { contact: messageFields.email }),
  request(operator, 'getPerson', '/desk/people/{message}'),
  request(operator, 'forgetPerson', '/desk/people/{message}/forget', { contact: messageFields.email }),
  request(operator, 'listUnsentMails', '/desk/mails'),
  request(operator, 'listSavedReplies', '/desk/saved-replies'),
  request('401 401 401 401 403 403 403 201', 'saveReply', '/desk/saved-replies', savedReply),
  request(operator, 'getSavedReply', '/desk/saved-replies/{savedReply}'),
  request(operator, 'changeSavedReply', '/desk/saved-replies/{savedReply}', savedReply),
  request(operator, 'deleteSavedReply', '/desk/saved-replies/{savedReply}'),

  request(all, 'suggestSearches', '/suggestions?q=act'),
  request('200 200 200 401 403 200 200 200', 'findSentItem', '/status', sentMessage),
  request('401 200 200 401 200 200 200 200', 'listConversations', '/conversations'),
  request('401 404 404 401 200 404 200 404', 'getConversation', '/conversations/{conversation}'),
  request('401 200 404 401 404 404 404 404', 'getConversation', '/conversations/{keyConversation}'),
  request('401 404 404 401 403 404 201 404', 'writeMessage', '/conversations/{conversation}/messages', reply),
  request('401 201 404 401 403 404 404 404', 'writeMessage', '/conversations/{keyConversation}/messages', reply),
  request('401 404 404 401 403 404 200 404', 'markConversationRead', '/conversations/{conversation}/read'),
  request('401 404 404 401 403 404 200 404', 'shareContact', '/conversations/{conversation}/shared', sharing),
  request('401 401 401 401 403 404 200 404', 'blockSender', '/conversations/{conversation}/block'),
  request('401 401 401 401 403 404 200 404', 'unblockSenderOf', '/conversations/{blockedConversation}/block'),
  request('401 401 401 401 403 200 200 200', 'joinConversations', '/conversations/join'),
  request(users, 'listBlockedSenders', '/conversations/blocked-senders'),
  request('401 401 401 401 403 404 200 404', 'unblockSender', '/conversations/blocked-senders/{blocked}'),
  request(users, 'listFavourites', '/favourites'),
  request('401 401 401 401 403 200 200 200', 'saveFavourite', '/favourites/6'),
  request('401 401 401 401 403 200 200 200', 'dropFavourite', '/favourites/6'),
  request(users, 'listSearches', '/searches'),
  request('401 401 401 401 403 201 201 201', 'saveSearch', '/searches', { query: 'q=activa' }),
  request('401 401 401 401 403 404 200 404', 'renameSearch', '/searches/{search}', { name: 'For a friend' }),
  request('401 401 401 401 403 404 200 404', 'deleteSearch', '/searches/{search}'),
  request(users, 'listWebhooks', '/webhooks'),
  request('401 401 401 401 403 201 201 201', 'createWebhook', '/webhooks', hook),
  request('401 401 401 401 200 404 200 404', 'getWebhook', '/webhooks/{webhook}'),
  request('401 401 401 401 200 404 200 404', 'listWebhookDeliveries', '/webhooks/{webhook}/deliveries'),
  request('401 401 401 401 403 404 200 404', 'rotateWebhookSecret', '/webhooks/{webhook}/secret'),
  request('401 401 401 401 403 404 200 404', 'testWebhook', '/webhooks/{webhook}/test'),
  request('401 401 401 401 403 404 200 404', 'replayWebhook', '/webhooks/{webhook}/replay', {}),
  request('401 401 401 401 403 404 200 404', 'deleteWebhook', '/webhooks/{webhook}'),
  request(all, 'listAppointmentSlots', '/appointments/slots'),
  //   vis key wro end rea use own ope
  request('201 201 201 401 403 201 201 201', 'requestAppointment', '/appointments', testRide),
  request('401 403 403 401 403 201 201 201', 'requestAppointment', '/appointments', { ...testRide, kind: 'service' }),
  request('201 201 201 401 403 201 422 201', 'requestAppointment', '/appointments', rideWithSeller),
  request(users, 'listOwnAppointments', '/appointments/my-appointments'),
  request(operator, 'listAppointments', '/appointments'),
  request(own, 'getAppointment', '/appointments/{visit}'),
  request(all, 'getAppointment', '/appointments/{ride}?key={rideKey}'),
  request('401 403 403 401 403 404 200 200', 'moveAppointment', '/appointments/{visit}/time', otherTime),
  request('200 200 200 401 403 200 200 200', 'moveAppointment', '/appointments/{ride}/time', {
    ...otherTime,
    key: '{rideKey}',
  }),
  request('401 403 403 401 403 404 200 200', 'changeAppointmentStatus', '/appointments/{visit}/status', {
    status: 'cancelled',
  }),
  request('401 403 403 401 403 404 403 200', 'changeAppointmentStatus', '/appointments/{visit}/status', {
    status: 'confirmed',
  }),
  request('200 200 200 401 403 200 200 200', 'changeAppointmentStatus', '/appointments/{ride}/status', {
    status: 'cancelled',
    key: '{rideKey}',
  }),

  request('401 401 401 401 403 200 200 200', 'requestBooking', '/bookings', { vehicle: '6' }),
  request('401 401 401 401 403 200 403 200', 'requestBooking', '/bookings', { vehicle: '{ownBike}' }),
  request(users, 'listOwnBookings', '/bookings/my-bookings'),
  request('200 200 200 401 403 200 200 200', 'reportItem', '/reports', about('listing', '{bike}')),
  request('404 404 404 401 403 404 200 404', 'reportItem', '/reports', about('conversation', '{conversation}')),

  request(all, 'listFeedbackTypes', '/feedback/meta/types'),
  request(users, 'listOwnFeedback', '/feedback/my-feedback'),
  request(operator, 'listFeedback', '/feedback'),
  request(own, 'getFeedback', '/feedback/{feedback}'),
  //   vis key wro end rea use own ope
  request('401 401 401 401 403 201 201 201', 'giveFeedback', '/feedback', feedbackFields),
  request('401 401 401 401 403 404 200 403', 'changeFeedback', '/feedback/{feedback}', { rating: 1 }),
  request('401 401 401 401 403 404 403 200', 'changeFeedback', '/feedback/{feedback}', { status: 'resolved' }),
  request('401 401 401 401 403 404 200 200', 'deleteFeedback', '/feedback/{feedback}'),

  //   vis key wro end rea use own ope
  request('201 201 201 201 201 201 201 201', 'signUp', '/auth/signup', newcomer),
  request('200 200 200 200 200 200 200 200', 'signIn', '/auth/login', ownersAccount),
  request(users, 'signOut', '/auth/logout'),
  request('200 200 200 200 200 200 200 200', 'recoverAccount', '/account/recover', recovery),
  request('200 200 200 200 200 200 200 200', 'sendRecoveryLink', '/account/recovery-link', known),
  request('401 401 401 401 403 200 200 200', 'renewRecoveryCode', '/account/recovery-code', ownersAccount),
  request('401 401 401 401 403 200 200 200', 'changeEmail', '/account/email', newEmail),
  request('401 401 401 401 403 200 200 200', 'changePassword', '/account/password', newPassword),
  request('401 401 401 401 403 200 200 409', 'deleteAccount', '/account/delete', { password: ownersAccount.password }),
  request(users, 'listSessions', '/auth/sessions'),
  request('401 401 401 401 403 404 200 404', 'endSession', '/auth/sessions/session-elsewhere'),
  request('401 401 401 401 403 200 200 200', 'endOtherSessions', '/auth/sessions'),
  request(operator, 'issueRecoveryCode', '/account/recovery-code/issue', lostPassword),
  request(operator, 'replaceManageCode', '/account/manage-code/issue', lostCode),
  request(users, 'listTokens', '/auth/tokens'),
  request('401 401 401 401 403 201 201 201', 'createToken', '/auth/tokens', newToken),
  request('401 401 401 401 403 404 200 404', 'revokeToken', '/auth/tokens/session-read'),
  request(users, 'getProfile', '/auth/profile'),
  request('401 401 401 401 403 200 200 200', 'changeProfile', '/auth/profile', { location: 'Pune' }),

  request(all, 'listSnapshots', '/snapshots'),
  request(all, 'getHealth', '/health'),
];

/** A request of a role that may make it, with its status. */
export function permittedRequest(requested: ApiRequestCase, { items, asClient }: PopulatedSite) {
  const at = requested.statuses.findLastIndex((status) => status < 400);
  const { method, path, body } = filledRequest(requested, items);
  return {
    method,
    path,
    headers: {
      ...asClient(roles[at] ?? 'operator'),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    status: requested.statuses[at] ?? requested.statuses.at(-1) ?? 0,
  };
}

/** A request with ids filled in for its braces. */
export function filledRequest({ method, path, body }: ApiRequestCase, items: Readonly<Record<string, string>>) {
  const filled: unknown = body && JSON.parse(filledIn(JSON.stringify(body), items));
  return { method, path: filledIn(`/api${path}`, items), body: filled };
}
