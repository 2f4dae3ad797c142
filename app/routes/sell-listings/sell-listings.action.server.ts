import {
  addFailedMessages,
  alreadySoldMessage,
  type Listing,
  listingFieldNames,
  listingFlagNames,
  listingMeasures,
  undoTooLateMessage,
} from '~/domain/listings/listing';
import { changeListing, createListing } from '~/domain/listings/listing.commands.server';
import { confirmListing, deleteListing, markSold, undoSale } from '~/domain/listings/own-listing.commands.server';
import { fillFromModel } from '~/domain/listings/models.server';
import { decodeListingForm } from '~/domain/listings/listing.schema.server';
import { ok, type Result } from '~/domain/shared/result';
import { createManageKeyCookie } from '~/http/cookies/visitor.server';
import type { FormSender } from '~/http/form-data.server';
import { allowAnyone, createFormAction, createFormActions, type FormPost } from '~/http/form-action.server';
import { mergePhotos, readPhotoForm } from '~/http/form-photos.server';
import { showForm, toLocalPath } from '~/http/form-response.server';
import { paths } from '~/paths';
import { toChosenPhoto } from '~/ui/forms/photo-chooser';
import { isSellForm, getListingKind, sellLabels } from './sell-form';
import { toListingFormValues, findOwnListing } from './sell-listings.loader.server';

const getPostedKind = ({ url }: Pick<FormSender, 'url'>) => getListingKind(url.pathname);

const getChangedId = ({ url }: Pick<FormSender, 'url'>): string => url.searchParams.get('listing') ?? '';

/** The actor's own listing that the form changes. */
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

const decode = (post: FormPost) => ({
  ...decodeListingForm(post.values),
  kind: getPostedKind(post),
  photos: post.photos?.chosen,
  draft: post.idempotencyKey,
});

const measures = () => listingMeasures;

const getRedisplayData = ({ fields, photos }: FormPost) => ({
  photos: photos?.chosen.map(toChosenPhoto) ?? [],
  version: Number(fields.get('version')),
  currentValues: null,
});

/** The id of the listing in the details panel, with its kind. */
const getPostedListing = (post: FormPost) => ({ id: post.fields.get('listing') ?? '', kind: getPostedKind(post) });
const getListingPath = (post: FormPost): string => paths.listing(getPostedKind(post), getPostedListing(post).id);
/** The screen to return to: the one with the question, such as the profile, or the listing's own. */
const getReturnPath = (post: FormPost): string => toLocalPath(post.fields.get('back'), getListingPath(post));
const deletedRedirect = (post: FormPost) =>
  ({ to: paths.sellList(getPostedKind(post)), flash: 'listing-deleted' }) as const;

const create = createFormAction({
  access: allowAnyone,
  command: createListing,
  decode,
  onSuccess: ({ listing, manageCode }, post) => ({
    to: paths.listed(listing.id),
    flash: getPostedKind(post) === 'bike' ? 'bike-listed' : 'scooter-listed',
    showsNewKey: manageCode !== null,
    cookies: manageCode === null ? [] : [createManageKeyCookie(post.request, manageCode)],
  }),
  failure: (post) => addFailedMessages[getPostedKind(post)],
  exceptionMessage: (post) => sellLabels[getPostedKind(post)].submitFailure,
  measures,
  redisplay: getRedisplayData,
});

const change = createFormAction({
  access: findChangedListing,
  signIn: { path: (post) => paths.editListing(getPostedKind(post), getChangedId(post)) },
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
  measures,
  redisplay: getRedisplayData,
  onConflict(post) {
    const found = findChangedListing(post);
    if (!found.ok) return null;
    const listing = found.value;
    return {
      photos: mergePhotos(post.runtime.db, listing.photos, post).map(toChosenPhoto),
      version: listing.version,
      currentValues: getCurrentValues(listing, post.values),
    };
  },
});

/** Fills in empty fields from the chosen model; nothing is stored. */
const fill = createFormAction({
  access: allowAnyone,
  run: ({ values }) => ok(fillFromModel(values)),
  onSuccess: ({ values, message }, post) =>
    showForm({ ...values, idempotencyKey: post.idempotencyKey }, { ...getRedisplayData(post), filled: message }),
  measures,
  redisplay: getRedisplayData,
});

const sold = createFormAction({
  access: allowAnyone,
  command: markSold,
  decode: getPostedListing,
  onSuccess: (_listing, post) => ({ to: getReturnPath(post), flash: 'listing-sold' }),
  forgive: ({ kind }, post) =>
    kind === 'conflict' ? { to: getReturnPath(post), flash: 'listing-already-sold' } : null,
  redisplay: null,
});

const confirm = createFormAction({
  access: allowAnyone,
  command: confirmListing,
  decode: getPostedListing,
  onSuccess: (_listing, post) => ({ to: getReturnPath(post), flash: 'listing-confirmed' }),
  forgive: ({ kind, message }, post) =>
    kind === 'conflict' && message === alreadySoldMessage
      ? { to: getReturnPath(post), flash: 'listing-already-sold' }
      : null,
  redisplay: null,
});

const unsold = createFormAction({
  access: allowAnyone,
  command: undoSale,
  decode: getPostedListing,
  onSuccess: (_listing, post) => ({ to: getListingPath(post), flash: 'listing-offered-again' }),
  forgive: ({ kind, message }, post) =>
    kind === 'conflict'
      ? {
          to: getListingPath(post),
          flash: message === undoTooLateMessage ? 'listing-sold-for-good' : 'listing-offered-again',
        }
      : null,
  redisplay: null,
});

const remove = createFormAction({
  access: allowAnyone,
  command: deleteListing,
  decode: getPostedListing,
  onSuccess: (_deleted, post) => deletedRedirect(post),
  // Deletion is idempotent.
  forgive: ({ kind }, post) => (kind === 'not-found' ? deletedRedirect(post) : null),
  redisplay: null,
});

/** The owner's buttons in the details panel, by their `intent`; a form without one marks the listing as sold. */
const ownerForms = { confirm, sold, unsold, delete: remove };
const isOwnerIntent = (text: string): text is keyof typeof ownerForms => Object.hasOwn(ownerForms, text);

/** The sell form, which creates or changes a listing, and the owner's buttons. */
export const sellAction = createFormActions(
  ({ url, fields }) => {
    const intent = fields.get('intent');
    if (isSellForm(url.searchParams)) {
      return intent === 'fill' ? 'fill' : url.searchParams.has('listing') ? 'change' : 'create';
    }
    const button = intent ?? 'sold';
    return isOwnerIntent(button) ? button : null;
  },
  { create, change, fill, ...ownerForms },
  readPhotoForm((sender) => {
    const { searchParams } = sender.url;
    if (!isSellForm(searchParams)) return false;
    if (!searchParams.has('listing')) return true;
    const found = findChangedListing(sender);
    // The input of an owner whose session has expired is kept during sign-in.
    if (found.ok || found.error.kind === 'unauthenticated') return true;
    throw new Response(null, { status: 404 });
  }),
);
