import {
  addFailedMessages,
  alreadySoldMessage,
  type Listing,
  listingFieldNames,
  listingFlagNames,
  undoTooLateMessage,
} from '~/domain/listings/listing';
import { changeListing, createListing, deleteListing } from '~/domain/listings/listing.commands.server';
import { confirmListing, markSold, undoSale } from '~/domain/listings/listing-availability.commands.server';
import { fillFromModel } from '~/domain/listings/models.server';
import { decodeListingForm } from '~/domain/listings/listing.schema.server';
import { ok, type Result } from '~/domain/shared/result';
import { holdManageKeyCookie } from '~/http/cookies.server';
import { anyone, type FormPost, type FormSender, formAction, formActions } from '~/http/form-action.server';
import { photosOfBoth } from '~/http/form-photos.server';
import { localPath, showForm } from '~/http/form-response.server';
import { paths } from '~/paths';
import { chosenPhoto } from '~/ui/forms/photo-chooser';
import { isSellForm, getListingKind } from './sell-form';
import { listingFormValues, ownListing } from './sell-listings.loader.server';

const kindOfPost = ({ url }: Pick<FormSender, 'url'>) => getListingKind(url.pathname);

const changedId = ({ url }: Pick<FormSender, 'url'>): string => url.searchParams.get('listing') ?? '';

/** The actor's own listing that the form changes. */
const changedListing = (sender: FormSender): Result<Listing> =>
  ownListing(sender.runtime, sender.actor, kindOfPost(sender), changedId(sender));

/** The form shows every field, so a missing one was cleared; the command would leave it unchanged. */
const emptiedFields = Object.fromEntries([
  ...listingFieldNames.map((name) => [name, null]),
  ...listingFlagNames.map((name) => [name, false]),
]);

/** Current values that differ from the submitted ones, compared after decoding: 1,45,000 is 145000. */
function getCurrentValues(listing: Listing, values: Readonly<Record<string, string>>): Record<string, string> {
  const currentValues = listingFormValues(listing);
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
  confirmed: post.values.confirmed,
  kind: kindOfPost(post),
  photos: post.photos?.chosen.map(({ hash }) => hash),
});

const redisplay = ({ fields, photos }: FormPost) => ({
  photos: photos?.chosen.map(chosenPhoto) ?? [],
  version: Number(fields.get('version')),
  currentValues: null,
});

/** The id of the listing in the details panel, with its kind. */
const getPostedListing = (post: FormPost) => ({ id: post.fields.get('listing') ?? '', kind: kindOfPost(post) });
const listingPath = (post: FormPost): string => paths.listing(kindOfPost(post), getPostedListing(post).id);
/** The screen to return to: the one with the question, such as the profile, or the listing's own. */
const backTo = (post: FormPost): string => localPath(post.fields.get('back'), listingPath(post));
const deleted = (post: FormPost) => ({ to: paths.sellList(kindOfPost(post)), flash: 'listing-deleted' }) as const;

const create = formAction({
  access: anyone,
  command: createListing,
  decode,
  onSuccess: ({ listing, manageCode }, post) => ({
    to: paths.listed(listing.id),
    flash: kindOfPost(post) === 'bike' ? 'bike-listed' : 'scooter-listed',
    showsNewKey: manageCode !== null,
    cookies: manageCode === null ? [] : [holdManageKeyCookie(post.request, manageCode)],
  }),
  failure: (post) => addFailedMessages[kindOfPost(post)],
  redisplay,
});

const change = formAction({
  access: changedListing,
  signIn: { path: (post) => paths.editListing(kindOfPost(post), changedId(post)) },
  command: changeListing,
  decode: (post, { id }) => ({
    ...emptiedFields,
    ...decode(post),
    id,
    version: Number(post.fields.get('version')),
  }),
  onSuccess: (_changed, post, { id }) => ({
    to: paths.listing(kindOfPost(post), id),
    flash: 'listing-changed',
  }),
  redisplay,
  onConflict(post) {
    const found = changedListing(post);
    if (!found.ok) return null;
    const listing = found.value;
    return {
      photos: photosOfBoth(listing.photos, post.photos?.chosen ?? []).map(chosenPhoto),
      version: listing.version,
      currentValues: getCurrentValues(listing, post.values),
    };
  },
});

/** Fills in empty fields from the chosen model; nothing is stored. */
const fill = formAction({
  access: anyone,
  run: ({ values }) => ok(fillFromModel(values)),
  onSuccess: ({ values, message }, post) =>
    showForm({ ...values, idempotencyKey: post.idempotencyKey }, { ...redisplay(post), filled: message }),
  redisplay,
});

const sold = formAction({
  access: anyone,
  command: markSold,
  decode: getPostedListing,
  onSuccess: (_listing, post) => ({ to: backTo(post), flash: 'listing-sold' }),
  forgive: ({ kind }, post) => (kind === 'conflict' ? { to: backTo(post), flash: 'listing-already-sold' } : null),
  redisplay: null,
});

const confirm = formAction({
  access: anyone,
  command: confirmListing,
  decode: getPostedListing,
  onSuccess: (_listing, post) => ({ to: backTo(post), flash: 'listing-confirmed' }),
  forgive: ({ kind, message }, post) =>
    kind === 'conflict' && message === alreadySoldMessage ? { to: backTo(post), flash: 'listing-already-sold' } : null,
  redisplay: null,
});

const unsold = formAction({
  access: anyone,
  command: undoSale,
  decode: getPostedListing,
  onSuccess: (_listing, post) => ({ to: listingPath(post), flash: 'listing-offered-again' }),
  forgive: ({ kind, message }, post) =>
    kind === 'conflict'
      ? {
          to: listingPath(post),
          flash: message === undoTooLateMessage ? 'listing-sold-for-good' : 'listing-offered-again',
        }
      : null,
  redisplay: null,
});

const remove = formAction({
  access: anyone,
  command: deleteListing,
  decode: getPostedListing,
  onSuccess: (_deleted, post) => deleted(post),
  // Deletion is idempotent.
  forgive: ({ kind }, post) => (kind === 'not-found' ? deleted(post) : null),
  redisplay: null,
});

/** The sell form, which creates or changes a listing, and the owner's buttons in the details panel. */
export const sellAction = formActions(
  ({ url, fields }) => {
    const intent = fields.get('intent');
    if (isSellForm(url.searchParams)) {
      return intent === 'fill' ? 'fill' : url.searchParams.has('listing') ? 'change' : 'create';
    }
    if (intent === 'confirm') return 'confirm';
    return intent === 'delete' ? 'remove' : intent === 'unsold' ? 'unsold' : 'sold';
  },
  { create, change, fill, confirm, sold, unsold, remove },
  {
    photosOf(sender) {
      const { searchParams } = sender.url;
      if (!isSellForm(searchParams)) return null;
      if (!searchParams.has('listing')) return [];
      const found = changedListing(sender);
      if (found.ok) return found.value.photos;
      // The input of an owner whose session has expired is kept during sign-in.
      if (found.error.kind === 'unauthenticated') return [];
      throw new Response(null, { status: 404 });
    },
  },
);
