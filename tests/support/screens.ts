import { guides } from '~/api/guides';
import { subjects } from '~/api/subjects';
import { deskPaths, paths, setupPaths } from '~/paths';
import { publicSubjects } from '~db/enums';

/** A screen in one of its states, as a visitor requests it. */
export type ScreenState = { what: string; path: string; status: number };

const at = (what: string, path: string, status = 200): ScreenState => ({
  what,
  path: path.split('#', 1)[0] ?? path,
  status,
});

/** File name of the state's picture. */
export const getStateName = ({ what }: ScreenState): string =>
  what
    .replaceAll(/[^a-z0-9]+/gi, ' ')
    .trim()
    .replaceAll(' ', '-')
    .toLowerCase();

/** The first of the states of each path. */
export const firstOfEachPath = (states: readonly ScreenState[]): readonly ScreenState[] => [
  ...new Map(states.toReversed().map((state) => [state.path.split('?', 1)[0], state])).values(),
];

/** A search without results: the empty state. */
const nothing = 'zzzz';

/** Every screen of the site in all states for a visitor. `first-flight.test.ts` checks that none is missing. */
export const screenStates: readonly ScreenState[] = [
  at('the entrance', paths.entrance()),
  at('sign in', paths.login({ redirectTo: paths.profile() })),
  at('sign up', paths.login({ mode: 'signup' })),
  at('a new password', paths.recover()),
  at('a new password, by a mailed link', paths.recover({ email: 'asha@example.com', code: '0'.repeat(32) })),
  at('stopping mails, by a broken link', paths.stopMails('broken'), 404),
  at('an invitation, by a broken link', paths.invite('broken'), 404),
  at('the Google panel', paths.login({ panel: 'google' })),
  at('the Facebook panel', paths.login({ panel: 'facebook' })),
  at('home', paths.home()),
  at('home under its other name', '/home'),
  at('home, found', paths.home({ q: 'hero' })),
  at('home, nothing found', paths.home({ q: nothing })),
  at('home, reviews', paths.reviews()),
  ...([paths.newBikes, paths.newScooters] as const).flatMap((screen) => [
    at(screen(), screen()),
    at(`${screen()}, filtered`, screen({ vehicleType: 'Scooter' })),
    at(
      `${screen()}, relaxed`,
      screen({ fuelType: 'Diesel', mileage: '40-50', vehicleType: 'Bike', budget: '1-1.5-lakh' }),
    ),
    at(`${screen()}, everything relaxed, modal open`, screen({ fuelType: 'Diesel', open: '6', image: 2 })),
    at(`${screen()}, modal of nothing`, screen({ open: nothing }), 404),
  ]),
  at('explore', paths.explore()),
  at('explore, filtered', paths.explore({ fuelType: 'Petrol' })),
  at(
    'explore, relaxed',
    paths.explore({ fuelType: 'Diesel', mileage: '20-30', vehicleType: 'Scooter', budget: '1.5-2-lakh' }),
  ),
  at('explore, second page', paths.explore({ page: 2 })),
  at('explore, past its last page', paths.explore({ page: 90 })),
  at('saved searches', paths.searches()),
  at('browse', paths.browse()),
  at('browse, found', paths.browse({ q: 'honda' })),
  at('browse, nothing found', paths.browse({ q: nothing })),
  at(
    'browse, narrowed',
    paths.browse({ q: 'a', brand: ['Honda', 'TVS'], fuelType: 'Petrol', maxPrice: 99_999, sort: 'price' }),
  ),
  at('browse, wishes to let go', paths.browse({ brand: 'Honda', fuelType: 'Hybrid', maxWeight: 90 })),
  at('browse, as a grid', paths.browse({ view: 'grid' })),
  at('browse, as a price road', paths.browse({ view: 'road' })),
  at('a notice', paths.notice('sample-bike-1')),
  at('plate search', paths.plate()),
  at('plate search, an unknown office', paths.plate('MH 99')),
  at('browse, a figure left out', `${paths.browse()}?minPrice=80-85k&maxYear=-5&maxKilometres=12.000`),
  at('browse, a later page', paths.browse({ page: 2 })),
  at('browse, past its last page', paths.browse({ page: 90 })),
  at('second-hand bikes', paths.usedBikes()),
  at('second-hand scooters', paths.usedScooters()),
  at('second-hand bikes, past the last page', paths.usedBikes({ page: 90 })),
  at('showroom', paths.showroom()),
  at('details of a new bike', paths.vehicle('1')),
  at('details of a new bike in another colour', paths.vehicle('1', { image: 3 })),
  at('details of a new bike, price on the road', paths.vehicle('1', { state: 'MH' })),
  at('details of an electric scooter', paths.vehicle('8')),
  at('details of an electric scooter, choice of a state', paths.vehicle('8', { state: 'any' })),
  at('details of an upcoming bike', paths.vehicle('9')),
  at('details of a used bike', paths.vehicle('105')),
  at('details of a used electric scooter', paths.vehicle('204')),
  at('details of a listing', paths.vehicle('sample-bike-1')),
  at('details of nothing', paths.vehicle(nothing), 404),
  at('accessories', paths.accessories()),
  at('insurance', paths.insurance()),
  at('sell', paths.sell()),
  ...(['bike', 'scooter'] as const).flatMap((kind) => [
    at(`sell ${kind}s`, paths.sellList(kind)),
    at(`sell ${kind}s, a later page`, paths.sellList(kind, { page: 2 })),
    at(`sell ${kind}s, found`, paths.sellList(kind, { q: 'honda' })),
    at(`sell ${kind}s, nothing found`, paths.sellList(kind, { q: nothing })),
    at(`sell ${kind}s, details open`, paths.listing(kind, `sample-${kind}-1`)),
    at(`sell ${kind}s, details of nothing`, paths.listing(kind, nothing), 404),
    at(`sell ${kind}s, form`, paths.sellForm(kind)),
  ]),
  at('comparison of one', paths.compare(['8'])),
  at('comparison of four of all kinds', paths.compare(['1', '23', '105', 'sample-bike-1'])),
  at('comparison of four, differences only', paths.compare(['1', '4', '8', '16'], { only: 'differences' })),
  at('comparison of four, prices on the road', paths.compare(['1', '4', '8', '16'], { state: 'KA' })),
  at('comparison of too many', paths.compare(['1', '2', '3', '4', '5'])),
  at('trip', paths.trip()),
  at('trip of four of all kinds', paths.trip(['1', '8', '105', 'sample-bike-1'], 'bengaluru-leh')),
  at('seat height', paths.seatHeight()),
  at('seat heights of four', paths.seatHeight(['1', '15', '5', 'sample-bike-1'], 158)),
  at('seat height, no such rider', `${paths.seatHeight(['1'])}&height=tall`),
  at('comparison of nothing', paths.compare([nothing]), 404),
  at('company details', paths.companyDetails()),
  at('company details, with the map', paths.companyDetails({ map: '1' })),
  at('follow us', paths.followUs()),
  at('support', paths.support()),
  at('help', paths.help()),
  at('privacy', paths.privacy()),
  at('terms', paths.terms()),
  at('returns', paths.returns()),
  at('EMI calculator', paths.emiCalculator()),
  at('EMI calculator, a vehicle chosen', paths.emiCalculator({ vehicle: '1' })),
  at('EMI calculator, spot purchase', paths.emiCalculator({ vehicle: '14', method: 'spot-purchase' })),
  at('EMI calculator, month by month', paths.emiCalculator({ vehicle: '5', tenure: 60, schedule: '1' })),
  at('EMI calculator, the longest schedule', paths.emiCalculator({ price: 987654321, tenure: 600, schedule: '1' })),
  at('EMI calculator, what cannot be', paths.emiCalculator({ price: 'x', downPayment: -1, rate: 'x', tenure: 0 })),
  at('EMI calculator, a vehicle that is gone', paths.emiCalculator({ vehicle: nothing }), 404),
  at('API', paths.api()),
  at('API, endpoints found', paths.api({ q: 'price' })),
  at('API, no endpoint found', paths.api({ q: nothing })),
  at('API, a list', paths.apiEndpoint('vehicles', 'listVehicles')),
  at('API, an item', paths.apiEndpoint('vehicles', 'getVehicle')),
  at('API, an item without its id', `${paths.apiEndpoint('vehicles', 'getVehicle')}?id=`),
  at('API, a write', paths.apiEndpoint('bikes', 'listBikeForSale')),
  at('API, no such endpoint', paths.apiEndpoint('bikes', nothing), 404),
  ...Object.entries(guides).map(([name, { title }]) => at(`API, guide: ${title}`, paths.apiGuide(name))),
  at('API, no such guide', paths.apiGuide(nothing), 404),
  ...Object.keys(subjects).map((subject) => at(`API, ${subject}`, paths.apiSubject(subject))),
  at('API, errors', paths.apiErrors()),
  at('API, an error', paths.apiErrors('required')),
  at('API, no such subject', paths.apiSubject(nothing), 404),
  at('manage', paths.manage()),
  at('feedback', paths.feedback()),
  at('dashboard', paths.dashboard()),
  at('dashboard, settings', paths.dashboard({ tab: 'settings' })),
  at('service', paths.service()),
  at('service, one chosen for a vehicle', paths.service({ type: 'quick-service', about: '1' })),
  at('a visit, test ride', paths.newAppointment()),
  at('a test ride with a seller', paths.newAppointment({ vehicle: 'sample-bike-1' })),
  at('a test ride, one of several vehicles', paths.newAppointment({ vehicle: '1,23,sample-bike-1' })),
  at('a visit, service', paths.newAppointment({ kind: 'service' })),
  at('a visit, to buy a used bike', paths.newAppointment({ kind: 'purchase', vehicle: '105' })),
  at('an unknown visit', paths.appointment({ key: nothing }), 404),
  at('contact', paths.contact()),
  at('contact about nothing', paths.contact({ about: nothing }), 404),
  at('contact about a vehicle', paths.contact({ about: '1', subject: 'Test ride' })),
  at('status', paths.status()),
  at('status, address expired', paths.status({ found: 'expired' })),
  at('no messages', paths.messages()),
  at('no messages, unread tab', paths.messages({ show: 'new' })),
  at('an unknown conversation', paths.conversation({ key: nothing }), 404),
  at('contact about a loan', paths.contact({ about: 'loan:100000-20000-8.5-24-1000' })),
  at('the design system, which a built site hides', '/design', 404),
  at('the first run of a site that has an operator', setupPaths.begin(), 404),
  at('its second step', setupPaths.step(2), 404),
  at('no such page', '/nowhere', 404),
];

/** The items of the states below; callers store them under these ids first. */
export const storedItems = {
  message: 'a-message',
  service: 'a-service',
  feedback: 'a-feedback',
  listing: 'a-listing',
  vehicle: 'a-vehicle',
  review: 'a-review',
  conversation: 'a-conversation',
  appointment: 'a-visit',
  /** In which the user's reply is still held back. */
  held: 'a-held-conversation',
  upload: 'an-upload',
};

/** A user's own used vehicle and webhook, and the secrets of a visitor's private link and of an invitation, stored in the same way. */
export const ownItems = {
  vehicle: 'an-own-vehicle',
  webhook: 'an-own-webhook',
  secret: 'a-secret',
  invite: 'an-invitation',
};

/** The states of screens for a signed-in user. */
export const ownScreenStates: readonly ScreenState[] = [
  at('an invitation to the team, signed in', paths.invite(ownItems.invite)),
  at('profile', paths.profile()),
  at('edit profile', paths.profileView('edit')),
  at('favourites', paths.profileView('favourites')),
  at('own listings', paths.profileView('listings')),
  at('own messages, beside those written in this browser', paths.messages()),
  at('a requested visit', paths.appointment({ id: storedItems.appointment })),
  at('a conversation about a visit', paths.conversation({ id: storedItems.appointment })),
  at('own messages to buyers', paths.messages({ show: 'selling' })),
  at('the form of a used vehicle', paths.ownVehicle()),
  at('own bookings', paths.profileView('bookings')),
  at('blocked senders', paths.profileView('blocked')),
  at('own reviews', paths.profileView('reviews')),
  at('password and devices', paths.profileView('security')),
  at('access tokens', paths.profileView('tokens')),
  at('own webhooks', paths.profileView('webhooks')),
  at('last events of an own webhook', paths.profileView('webhooks', { webhook: ownItems.webhook })),
  at('a new recovery code', paths.recoveryCode()),
  at('home, signed in', paths.home()),
  at('details, signed in', paths.vehicle('1')),
  at('details with the review form', paths.vehicle('1', { review: 'write' })),
  at('details with an own review', paths.vehicle('105')),
  at('details, the own review being changed', paths.vehicle('105', { review: 'edit' })),
  at('details, the own review about to be deleted', paths.vehicle('105', { review: 'delete' })),
  at('details, one long review in full', paths.vehicle('1', { read: storedItems.review })),
  at('a review being reported', paths.report('review', storedItems.review)),
  at('details of a rider’s used vehicle', paths.vehicle(storedItems.vehicle)),
  at('contact about a rider’s used vehicle', paths.contact({ about: storedItems.vehicle })),
  at('a used vehicle being reported', paths.report('vehicle', storedItems.vehicle)),
  at('details of an own used vehicle', paths.vehicle(ownItems.vehicle)),
  at('the form of an own used vehicle', paths.ownVehicle({ vehicle: ownItems.vehicle })),
  at('an own used vehicle about to be deleted', paths.ownVehicle({ vehicle: ownItems.vehicle, confirm: 'delete' })),
  at('details of a rider’s listing', paths.vehicle(storedItems.listing)),
  at('contact about a rider’s listing', paths.contact({ about: storedItems.listing })),
  at('a listing being reported', paths.report('listing', storedItems.listing)),
  at('a conversation', paths.conversation({ id: storedItems.conversation })),
  at('a conversation, with a reply that can be undone', paths.conversation({ id: storedItems.held })),
  at('a conversation being reported', paths.reportConversation({ id: storedItems.conversation })),
  at('a conversation with the desk', paths.conversation({ id: storedItems.message })),
  at('a message just sent', paths.contact({ sent: storedItems.message })),
  at('own bookings, to be changed', paths.service({ request: storedItems.service })),
  at('services, with own bookings', paths.service()),
  at('feedback, with a history', paths.feedback()),
  at('own feedback, to be changed', paths.feedback({ edit: storedItems.feedback })),
];

/** The states of `storedItems.listing` that need photos. */
export const photoStates: readonly ScreenState[] = [
  at('details of a listing with photos', paths.vehicle(storedItems.listing)),
  at('a photo of a listing', paths.vehicle(storedItems.listing, { photo: 2 })),
];

/** The states for a visitor with the code of `storedItems.listing`, or with a private link. */
export const keyScreenStates: readonly ScreenState[] = [
  at('an invitation to the team', paths.invite(ownItems.invite)),
  at('manage, with listings', paths.manage()),
  at('an own listing in its panel', paths.listing('bike', storedItems.listing)),
  at('an own listing about to be deleted', paths.deleteListing('bike', storedItems.listing)),
  at('the form of an own listing', paths.editListing('bike', storedItems.listing)),
  at('after listing', paths.listed(storedItems.listing)),
  at('details of an own listing', paths.vehicle(storedItems.listing)),
  at('messages of a visitor', paths.messages()),
  at('a conversation by its private link', paths.conversation({ key: ownItems.secret })),
  at('a conversation being reported by its private link', paths.reportConversation({ key: ownItems.secret })),
];

/** The operators' tab in all its states, each with a full page. */
export const deskStates: readonly ScreenState[] = [
  at('dashboard of an operator', paths.dashboard()),
  at('the desk, today', deskPaths.today()),
  at('desk, keyboard shortcuts', deskPaths.shortcuts()),
  at('desk, figures', deskPaths.figures()),
  at('the stock', deskPaths.stock()),
  at('the stock, hidden', deskPaths.stock({ show: 'hidden' })),
  at('the whole stock, before it is hidden', deskPaths.stock({ all: 'hide' })),
  at('prices of the whole stock', deskPaths.stock({ all: 'by', by: '-5 %' })),
  at('new listings of riders', deskPaths.riders()),
  at('all new listings, before they are hidden', deskPaths.riders({ all: 'hide' })),
  at('reported listings of riders', deskPaths.riders({ state: 'reported' })),
  at('reviews of riders', deskPaths.riders({ of: 'review' })),
  at('a vehicle of the stock', deskPaths.stockItem('1')),
  at('a new vehicle of the stock', deskPaths.stockItem('new')),
  at('the order of the featured', deskPaths.featured()),
  at('photos for many', deskPaths.stockPhotos()),
  at('photos of a vehicle', deskPaths.stockPhotos('1')),
  at('photos for many, added and not', deskPaths.photoUpload(storedItems.upload)),
  at('no such upload', deskPaths.photoUpload(nothing), 404),
  at('import', deskPaths.import()),
  at('import of listings', deskPaths.import('listings')),
  at('import of customers', deskPaths.import('customers')),
  at('no such import', deskPaths.importOf(nothing), 404),
  at('no such import, done', deskPaths.importDone(nothing), 404),
  at('two-step sign-in, to be turned on', paths.profileView('two-step')),
  at('the desk, customers', deskPaths.customers()),
  at('the desk, messages', deskPaths.customers({ kind: 'message' })),
  at('the desk, of no operator', deskPaths.customers({ owner: 'none' })),
  at('the desk, leads', deskPaths.leads()),
  at('the desk, done', deskPaths.doneRequests()),
  at('the desk, spam', deskPaths.doneRequests({ state: 'spam' })),
  at('the desk, visits', deskPaths.visits()),
  at('the desk, a new visit', deskPaths.newVisit()),
  at('the desk, a new visit for a service', deskPaths.newVisit({ kind: 'service' })),
  at('the desk, people', deskPaths.people()),
  at('the desk, a person', deskPaths.person(storedItems.message)),
  at('the desk, no such person', deskPaths.person(nothing), 404),
  at('the desk, nothing to find', deskPaths.find()),
  at('the desk, requests found', deskPaths.find('rider')),
  at('the desk, vehicles found', deskPaths.find('honda')),
  ...(['message', 'service', 'feedback', 'appointment'] as const).map((kind) =>
    at(`the desk, a customer’s ${kind}`, deskPaths.customer(storedItems[kind])),
  ),
  at('the desk, no such customer', deskPaths.customer(nothing), 404),
  at('desk, list of conversations', deskPaths.reports()),
  at('desk, all conversations', deskPaths.reports({ status: 'all' })),
  at('desk, ended conversations', deskPaths.reports({ status: 'ended' })),
  at('desk, saved replies', deskPaths.savedReplies()),
  at('desk, the shop', deskPaths.shop()),
  at('desk, the look of the shop', deskPaths.look()),
  at('desk, sections of the shop', deskPaths.sections()),
  at('desk, a text', deskPaths.texts('privacy')),
  at('desk, banners', deskPaths.texts('banners')),
  at('desk, prices', deskPaths.prices('insurance')),
  at('desk, branches', deskPaths.branches()),
  at('desk, one branch', deskPaths.branches('showroom')),
  at('desk, a new branch', deskPaths.branches('new')),
  at('desk, brands', deskPaths.brands()),
  at('desk, one brand', deskPaths.brands('honda')),
  at('desk, road tax', deskPaths.roadTax()),
  at('desk, road tax of one state', deskPaths.roadTax('KA')),
  at('desk, team', deskPaths.team()),
  at('desk, accounts', deskPaths.team({ who: 'accounts' })),
  at('desk, backups', deskPaths.teamBackups()),
  at('desk, health', deskPaths.teamHealth()),
  at('desk, mail and feed of new customers', deskPaths.teamNotices()),
  at('desk, a recovery code', deskPaths.recoveryCode()),
  at('desk, the code of a listing', deskPaths.listingCode(storedItems.listing)),
  at('desk, log', deskPaths.teamLog()),
  ...publicSubjects.map((show) => at(`desk, one ${show} open`, deskPaths.publication(show, storedItems[show]))),
  at('desk, one conversation open', deskPaths.report(storedItems.conversation)),
  at('desk, nothing open', deskPaths.publication('listing', nothing), 404),
];

/** The states for an operator with two-step sign-in, and without a recent confirmation of the password. */
export const guardedStates: readonly ScreenState[] = [
  at('two-step sign-in, turned on', paths.profileView('two-step')),
  at('the desk, a message, with a password field', deskPaths.customer(storedItems.message)),
  at('the desk, people, with a password field', deskPaths.people()),
  at('the desk, a person, with a password field', deskPaths.person(storedItems.message)),
  at('desk, one listing open, with a password field', deskPaths.publication('listing', storedItems.listing)),
  at('desk, one conversation open, with a password field', deskPaths.report(storedItems.conversation)),
];

/** The states for an owner who sets the shop up. */
export const setupStates: readonly ScreenState[] = [
  at('setup, vehicles', setupPaths.step(2)),
  at('setup, look', setupPaths.step(3)),
  at('setup, mail and backup', setupPaths.step(4)),
];

/** The state between the password and the code of that operator. */
export const pendingSignInStates: readonly ScreenState[] = [
  at('sign in, second step', paths.login({ mode: 'code', redirectTo: paths.dashboard() })),
];
