import { addFailedCodes, firstYear, getLastYear, type Listing } from '~/domain/listings/listing';
import { changeListing, createListing } from '~/domain/listings/listing.commands.server';
import { findListing } from '~/domain/listings/listing.queries.server';
import { decodeListingForm } from '~/domain/listings/listing.schema.server';
import { calculateExactDiscountPercent, formatVerdict, getSavings, minSimilar } from '~/domain/listings/listing-facts';
import { fillFromModel, findCanonicalModelName } from '~/domain/listings/models.server';
import {
  getOfferField,
  type ListingField,
  listingFieldNames,
  listingFlagNames,
  offerFieldNames,
  offerFields,
} from '~/domain/listings/offer-fields';
import { listingNotFound } from '~/domain/listings/own-listing.commands.server';
import { judgeAskedPrice } from '~/domain/listings/similar-prices.server';
import { largestPlaces, states } from '~/domain/places/places.server';
import { type Actor, requireUser } from '~/domain/shared/actor';
import { toCanonicalBrand } from '~/domain/search/brand-names.server';
import { setFailureCode } from '~/domain/shared/database-status.server';
import { LONG_MONTHS, toDay } from '~/domain/shared/dates';
import { getMeasures } from '~/domain/shared/field-table';
import { formatRupees } from '~/domain/shared/money';
import { type AppError, err, ok, type Result } from '~/domain/shared/result';
import { getActor } from '~/http/actor.server';
import { createManageKeyCookie } from '~/http/cookies/visitor.server';
import { redirectToSignIn } from '~/http/responses.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import {
  allowAnyone,
  createFormAction,
  createFormActions,
  describeException,
  type FormPost,
} from '~/submit/form.server';
import { type FormSender, readPhotosOfForm, selectFields } from '~/submit/form-body.server';
import { mergePhotos, readPhotoForm } from '~/submit/form-photos.server';
import { findReadings, generateIdempotencyKey, readUnfinishedForm, showForm } from '~/submit/form-response.server';
import { createFormFields } from '~/ui/forms/offer-field';
import { toChosenPhoto } from '~/ui/forms/photo-chooser';
import type { ListingKind } from '~db/enums';
import { getPostedKind, sellLabels } from '../sell-screens';
import { type CheckedPrice, countDaysSinceMonth, type SellForm } from './sell-form';

const months: readonly string[] = LONG_MONTHS;
/** Not stored: with the year it counts the days used. */
const monthField: SellForm['fields'][number] = {
  name: 'month',
  control: 'list',
  part: 'basics',
  label: 'Month bought',
  help: 'Optional',
  choices: months,
  emptyText: 'Choose one',
};

export function createSellFields(kind: ListingKind, years: { first: number; last: number }): SellForm['fields'] {
  const { exampleName, exampleBrand } = sellLabels[kind];
  const fields = createFormFields(offerFieldNames, getOfferField, states, {
    model: { label: `Which ${kind} is it?`, placeholder: exampleName },
    name: { placeholder: exampleName },
    brand: { placeholder: exampleBrand },
    year: { help: `${years.first} to ${years.last}` },
    license: { spellCheck: false },
    condition: {
      control: 'buttons',
      notes: { Excellent: 'Like new', Good: 'Small marks', Fair: 'Needs a little', Poor: 'Needs repair' },
    },
    hasRc: { label: 'RC in my name' },
    hasPuc: { label: 'Valid PUC' },
    hasNoc: { label: 'NOC' },
    isLoanCleared: { label: 'No loan on it' },
  });
  return [...fields, monthField];
}

/** '₹43,500 less than new (22.5%)'. */
function formatSaving(values: Readonly<Record<string, string>>): string | null {
  const { presentPrice, pastPrice } = decodeListingForm(values);
  if (typeof presentPrice !== 'number' || typeof pastPrice !== 'number') return null;
  const prices = { presentPrice, pastPrice };
  const savings = getSavings(prices);
  return savings === null ? null : `${formatRupees(savings)} less than new (${calculateExactDiscountPercent(prices)}%)`;
}

/** Form values of a listing: text, empty for absent values. */
function toListingFormValues(listing: Listing): Record<string, string> {
  return {
    ...Object.fromEntries(listingFieldNames.map((field) => [field, String(listing[field] ?? '')])),
    ...Object.fromEntries(listingFlagNames.flatMap((flag) => (listing[flag] ? [[flag, 'on']] : []))),
  };
}

/**
 * @returns not-found also for another seller's; unauthenticated when its owner has an account and the actor is a
 *   visitor, such as an owner whose session has expired
 */
function findOwnListing(runtime: Runtime, actor: Actor, kind: ListingKind, id: string): Result<Listing> {
  const listing = findListing(runtime.db, id, actor);
  if (listing?.kind !== kind) return err(listingNotFound);
  if (listing.isMine) return ok(listing);
  const user = requireUser(actor);
  return listing.seller.id !== null && !user.ok ? user : err(listingNotFound);
}

/**
 * @returns null when the actor does not own the listing to edit
 * @throws a redirect to sign-in for a visitor to whom the listing may belong
 */
export function loadSellForm(request: Request, runtime: Runtime, kind: ListingKind): SellForm | null {
  const id = new URL(request.url).searchParams.get('listing');
  const lookup = id === null ? null : findOwnListing(runtime, getActor(request, runtime), kind, id);
  if (id !== null && lookup?.ok === false) {
    if (lookup.error.kind === 'unauthenticated') throw redirectToSignIn(request, paths.editListing(kind, id));
    return null;
  }
  const listing = lookup?.ok ? lookup.value : null;
  const unfinished = listing && readUnfinishedForm(request, runtime);
  const values = unfinished ?? (listing ? toListingFormValues(listing) : {});
  const idempotencyKey = unfinished?.idempotencyKey ?? generateIdempotencyKey();
  return {
    view: 'form',
    kind,
    idempotencyKey,
    changing: listing && { id: listing.id, version: unfinished?.version ?? String(listing.version) },
    action: listing ? paths.editListing(kind, listing.id) : paths.sellForm(kind),
    back: listing ? paths.listing(kind, listing.id) : paths.sellList(kind),
    values,
    saving: formatSaving(values),
    today: toDay(runtime.clock()),
    photos: readPhotosOfForm(unfinished, listing?.photos ?? []).map(toChosenPhoto),
    fields: createSellFields(kind, { first: firstYear, last: getLastYear(runtime.clock()) }),
    cities: largestPlaces.map(({ city, state }) => ({ city, state })),
  };
}

const isChange = ({ url }: Pick<FormSender, 'url'>): boolean => url.searchParams.has('listing');

const getChangedId = ({ url }: Pick<FormSender, 'url'>): string => url.searchParams.get('listing') ?? '';

const findChangedListing = (sender: FormSender): Result<Listing> =>
  findOwnListing(sender.runtime, sender.actor, getPostedKind(sender), getChangedId(sender));

/** The form shows every field, so a missing one was cleared; the command would leave it unchanged. */
const clearedFields = Object.fromEntries([
  ...listingFieldNames.map((name) => [name, null]),
  ...listingFlagNames.map((name) => [name, false]),
]);

/** Current values that differ from the submitted ones, compared after decoding: 1,45,000 is 145000. */
function getCurrentValues(listing: Listing, values: Readonly<Record<string, string>>): Record<string, string> {
  const currentValues = toListingFormValues(listing);
  const decoded = new Map(
    Object.entries(decodeListingForm(values)).map(([name, value]) => [name, String(value ?? '')]),
  );
  const fields = listingFieldNames.map((name) => [name, currentValues[name] ?? '', decoded.get(name) ?? ''] as const);
  const flags = listingFlagNames.map(
    (name) => [name, listing[name] ? 'Yes' : 'No', values[name] === 'on' ? 'Yes' : 'No'] as const,
  );
  return Object.fromEntries(
    [...fields, ...flags].flatMap(([name, current, given]) => (current === given ? [] : [[name, current]])),
  );
}

const getValues = selectFields([...offerFieldNames, monthField.name]);

/** Days used that were left empty are counted from the month. */
function addDaysUsed(values: Readonly<Record<string, string>>, now: Date): Record<string, string> {
  const { year = '', month = '', daysUsed = '' } = values;
  const counted = daysUsed.trim() === '' ? countDaysSinceMonth(year, months.indexOf(month) + 1, toDay(now)) : null;
  return { ...values, daysUsed: counted === null ? daysUsed : String(counted) };
}

const decode = (post: FormPost) => ({
  ...decodeListingForm(addDaysUsed(post.values, post.runtime.clock())),
  kind: getPostedKind(post),
  photos: post.photos?.chosen,
  draft: post.idempotencyKey,
});

const listingMeasures = getMeasures(offerFields);

function checkPrice(post: FormPost): CheckedPrice {
  const values: Readonly<Record<string, unknown>> = decodeListingForm(post.values);
  const getText = (name: ListingField): string => (typeof values[name] === 'string' ? values[name] : '');
  const brand = toCanonicalBrand(getText('brand'));
  const model = findCanonicalModelName({ brand, name: getText('name'), model: getText('model') || null });
  const { year, presentPrice } = values;
  if (model === null || typeof year !== 'number' || typeof presentPrice !== 'number') {
    return {
      message: 'To check the price we need a model of our list, its brand, the year and the present price.',
      judged: null,
    };
  }
  const listed = isChange(post) ? findChangedListing(post) : null;
  const asked = { brand, model, year, presentPrice };
  const judged = judgeAskedPrice(post.runtime.db, asked, listed?.ok ? listed.value : null);
  const message = judged
    ? `${formatVerdict(judged)}.`
    : `Fewer than ${minSimilar} similar ones are for sale here: too few to compare with.`;
  return { message, judged };
}

function redisplay(post: FormPost) {
  const { fields, photos, values } = post;
  const checkedPrice = checkPrice(post);
  return {
    saving: formatSaving(values),
    checkedPrice: checkedPrice.judged ? checkedPrice : undefined,
    ...findReadings(values, listingMeasures),
    photos: photos?.chosen.map(toChosenPhoto) ?? [],
    version: Number(fields.get('version')),
    currentValues: null,
  };
}

function describeFailure(error: AppError | null, kind: ListingKind): AppError | null {
  const isBike = kind === 'bike';
  if (error?.kind === 'unavailable') return setFailureCode(addFailedCodes[kind], error);
  return describeException(error, isBike ? 'bike_not_submitted' : 'scooter_not_submitted');
}

const create = createFormAction({
  access: allowAnyone,
  values: getValues,
  command: createListing,
  decode,
  onSuccess: ({ listing, manageCode }, post) => ({
    to: paths.listed(listing.id),
    flash: getPostedKind(post) === 'bike' ? 'bike-listed' : 'scooter-listed',
    showsNewKey: manageCode !== null,
    cookies: manageCode === null ? [] : [createManageKeyCookie(post.request, manageCode)],
  }),
  redisplay: (post, error) => ({ ...redisplay(post), error: describeFailure(error, getPostedKind(post)) }),
});

const change = createFormAction({
  access: {
    check: findChangedListing,
    signIn: (post) => paths.editListing(getPostedKind(post), getChangedId(post)),
  },
  values: getValues,
  command: changeListing,
  decode: (post, { id }) => ({
    ...clearedFields,
    ...decode(post),
    id,
    version: Number(post.fields.get('version')),
  }),
  onSuccess: (_changed, post, { id }) => ({
    to: paths.listing(getPostedKind(post), id),
    flash: 'listing-changed',
  }),
  redisplay(post, error) {
    const changed = error?.kind === 'conflict' ? findChangedListing(post) : null;
    if (!changed?.ok) return redisplay(post);
    const listing = changed.value;
    return {
      ...redisplay(post),
      photos: mergePhotos(post.runtime.db, listing.photos, post).map(toChosenPhoto),
      version: listing.version,
      currentValues: getCurrentValues(listing, post.values),
    };
  },
});

/** Fills in empty fields from the chosen model; nothing is stored. */
const fill = createFormAction({
  access: { check: (post) => (isChange(post) ? findChangedListing(post) : ok(null)) },
  values: getValues,
  run: ({ values }) => ok(fillFromModel(values)),
  onSuccess: ({ values, message, filled }, post) =>
    showForm(
      { ...values, idempotencyKey: post.idempotencyKey },
      { ...redisplay(post), saving: formatSaving(values), filled: { message, fields: filled } },
    ),
  redisplay,
});

/** Compares the price with those of similar listings; nothing is stored. */
const compare = createFormAction({
  access: { check: (post): Result<Listing | null> => (isChange(post) ? findChangedListing(post) : ok(null)) },
  values: getValues,
  run: () => ok(null),
  onSuccess: (_nothing, post) =>
    showForm(
      { ...post.values, idempotencyKey: post.idempotencyKey },
      { ...redisplay(post), checkedPrice: checkPrice(post) },
    ),
  redisplay,
});

export const sellFormAction = createFormActions(
  ({ url, fields }) => {
    if (fields.get('intent') === 'fill') return 'fill';
    if (fields.get('intent') === 'check-price') return 'compare';
    return isChange({ url }) ? 'change' : 'create';
  },
  { create, change, fill, compare },
  readPhotoForm((sender) => {
    if (!isChange(sender)) return true;
    const lookup = findChangedListing(sender);
    // The input of an owner whose session has expired is kept during sign-in; of a form to be refused only the text is.
    return lookup.ok || lookup.error.kind === 'unauthenticated';
  }),
);
