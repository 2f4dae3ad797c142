import { apiCalls } from '~/doors/contract/api-calls.server';
import { shine } from './sample-content';
import { booking, filledIn, letter, opinion, ownersAccount, vehicle } from './settled-site';

/** A call as somebody makes it about a thing of the settled site, and what each role is answered. */
export type AskedCall = {
  operationId: string;
  method: string;
  /** Below `/api`; things in braces. */
  path: string;
  /** What each role is answered, in the order of `roles`, whose first letters stand above the table's columns. */
  statuses: number[];
  body: object | undefined;
};

const methods = new Map(apiCalls.map(({ operationId, method }) => [operationId, method]));

const ask = (statuses: string, operationId: string, path: string, body?: object): AskedCall => ({
  operationId,
  method: methods.get(operationId) ?? '',
  path,
  statuses: statuses.split(' ').map(Number),
  body,
});

const rating = { rating: 4, comment: 'Calm on the road.' };
const newcomer = { name: 'New Comer', email: 'new@example.com', password: 'open!sesame' };
const loan = { principal: 100_000, rate: 9, tenure: 12 };
const price = { price: 90_000 };
const presentPrice = { presentPrice: 40_000 };
const confirmed = { status: 'confirmed' };
const evening = { serviceDetails: { preferredTime: 'Evening' } };

//           vis key wro end rea use own ope
const all = '200 200 200 401 200 200 200 200';
const users = '401 401 401 401 200 200 200 200';
const operator = '401 401 401 401 403 403 403 200';
/** A private thing of the owner's, read. */
const own = '401 401 401 401 200 404 200 200';

/** Every call of the API, about whatever makes a difference to who may. */
export const askedCalls: readonly AskedCall[] = [
  ask(all, 'listVehicles', '/vehicles'),
  ask(all, 'listFeaturedVehicles', '/vehicles/featured'),
  ask(all, 'listBrands', '/vehicles/meta/brands'),
  ask(all, 'listModels', '/vehicles/meta/models/Hero'),
  ask(all, 'getVehicle', '/vehicles/{vehicle}'),
  ask(users, 'listOwnOffers', '/vehicles/user/my-listings'),
  //   vis key wro end rea use own ope
  ask('401 401 401 401 403 201 201 201', 'offerVehicle', '/vehicles', vehicle),
  ask('401 401 401 401 403 403 200 200', 'changeVehicle', '/vehicles/{vehicle}', price),
  ask('401 401 401 401 403 403 403 200', 'changeVehicle', '/vehicles/1', price),
  ask('401 401 401 401 403 403 200 200', 'deleteVehicle', '/vehicles/{vehicle}'),
  ask('401 401 401 401 403 403 403 200', 'deleteVehicle', '/vehicles/1'),

  ...(['bike', 'scooter'] as const).flatMap((kind) => {
    const [name, own] = kind === 'bike' ? (['Bike', '{ownBike}'] as const) : (['Scooter', '{ownScooter}'] as const);
    const base = `/${kind}s`;
    return [
      ask(all, `list${name}s`, base),
      ask(all, `list${name}sOfType`, `${base}/type/petrol`),
      ask(all, `list${name}sInPriceRange`, `${base}/price-range/1/90000`),
      ask(all, `list${name}Changes`, `${base}/changes`),
      ask(all, `get${name}Statistics`, `${base}/stats/overview`),
      ask(all, `get${name}`, `${base}/{${kind}}`),
      //   vis key wro end rea use own ope
      ask('201 201 201 401 403 201 201 201', `list${name}ForSale`, base, shine),
      ask('401 200 403 401 403 403 403 200', `change${name}`, `${base}/{${kind}}`, presentPrice),
      ask('401 403 403 401 403 403 200 200', `change${name}`, `${base}/${own}`, presentPrice),
      ask('401 200 403 401 403 403 403 200', `mark${name}Sold`, `${base}/{${kind}}/sold`),
      ask('401 403 403 401 403 403 200 200', `mark${name}Sold`, `${base}/${own}/sold`),
      ask('401 200 403 401 403 403 403 200', `delete${name}`, `${base}/{${kind}}`),
      ask('401 403 403 401 403 403 200 200', `delete${name}`, `${base}/${own}`),
      ask('403 403 403 401 403 403 403 200', `delete${name}`, `${base}/sample-${kind}-1`),
    ];
  }),

  ask(all, 'listReviewsOfVehicle', '/reviews/vehicle/1'),
  ask(all, 'getReview', '/reviews/{review}'),
  ask(users, 'listOwnReviews', '/reviews/user/my-reviews'),
  //   vis key wro end rea use own ope
  ask('401 401 401 401 403 201 201 201', 'writeReview', '/reviews', { vehicleId: '8', ...rating }),
  ask('401 401 401 401 403 201 403 201', 'writeReview', '/reviews', { vehicleId: '{ownBike}', ...rating }),
  ask('401 401 401 401 403 403 200 200', 'changeReview', '/reviews/{review}', { rating: 1 }),
  ask('401 401 401 401 403 403 200 200', 'deleteReview', '/reviews/{review}'),
  ask('401 401 401 401 403 200 403 200', 'markReviewHelpful', '/reviews/{review}/helpful'),

  ask(all, 'listServiceTypes', '/services/types'),
  ask(all, 'calculateEmi', '/services/emi-calculator', loan),
  ask(users, 'listOwnServiceRequests', '/services/my-requests'),
  ask(operator, 'listServiceRequests', '/services/requests'),
  ask(own, 'getServiceRequest', '/services/request/{request}'),
  //   vis key wro end rea use own ope
  ask('401 401 401 401 403 201 201 201', 'requestService', '/services/request', booking),
  ask('401 401 401 401 403 404 200 200', 'changeServiceRequest', '/services/request/{request}', evening),
  ask('401 401 401 401 403 404 403 200', 'changeServiceRequest', '/services/request/{request}', confirmed),
  ask('401 401 401 401 403 404 200 200', 'cancelServiceRequest', '/services/request/{request}'),

  ask(all, 'getMessageStatistics', '/contacts/stats'),
  ask(operator, 'listMessages', '/contacts'),
  ask(operator, 'listMessagesOfCategory', '/contacts/category/general'),
  ask(operator, 'listMessagesOfPriority', '/contacts/priority/medium'),
  ask(operator, 'getMessage', '/contacts/{message}'),
  //   vis key wro end rea use own ope
  ask('201 201 201 401 403 201 201 201', 'sendMessage', '/contacts', letter),
  ask('201 201 201 401 403 201 201 201', 'sendMessage', '/contacts', { ...letter, about: '{ownBike}' }),
  ask(operator, 'changeMessage', '/contacts/{message}', { status: 'resolved' }),
  ask(operator, 'setMessageStatus', '/contacts/{message}/status', { status: 'resolved' }),
  ask(operator, 'changeMessageTags', '/contacts/{message}/tags', { action: 'add', tag: 'call back' }),
  ask(operator, 'deleteMessage', '/contacts/{message}'),
  // What was written to a seller is no message to the business, for operators neither.
  ask('401 401 401 401 403 403 403 404', 'getMessage', '/contacts/{conversation}'),

  ask(all, 'listFeedbackTypes', '/feedback/meta/types'),
  ask(users, 'listOwnFeedback', '/feedback/my-feedback'),
  ask(operator, 'listFeedback', '/feedback'),
  ask(own, 'getFeedback', '/feedback/{feedback}'),
  //   vis key wro end rea use own ope
  ask('401 401 401 401 403 201 201 201', 'giveFeedback', '/feedback', opinion),
  ask('401 401 401 401 403 404 200 403', 'changeFeedback', '/feedback/{feedback}', { rating: 1 }),
  ask('401 401 401 401 403 404 403 200', 'changeFeedback', '/feedback/{feedback}', { status: 'resolved' }),
  ask('401 401 401 401 403 404 200 200', 'deleteFeedback', '/feedback/{feedback}'),

  //   vis key wro end rea use own ope
  ask('201 201 201 201 201 201 201 201', 'signUp', '/auth/signup', newcomer),
  ask('200 200 200 200 200 200 200 200', 'signIn', '/auth/login', ownersAccount),
  ask(users, 'signOut', '/auth/logout'),
  ask(users, 'getProfile', '/auth/profile'),
  ask('401 401 401 401 403 200 200 200', 'changeProfile', '/auth/profile', { location: 'Pune' }),

  ask(all, 'getHealth', '/health'),
];

/** A call with things put in where it names them in braces. */
export function filledCall({ method, path, body }: AskedCall, things: Readonly<Record<string, string>>) {
  const filled: unknown = body && JSON.parse(filledIn(JSON.stringify(body), things));
  return { method, path: filledIn(`/api${path}`, things), body: filled };
}
