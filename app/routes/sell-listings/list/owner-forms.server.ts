import { confirmListing, deleteListing } from '~/domain/listings/own-listing.commands.server';
import { allowAnyone, createFormAction, createFormActions, findIntent, type FormPost } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { toLocalPath } from '~/http/responses.server';
import { paths } from '~/paths';
import { createSaleForms } from '../../sale-forms.server';
import { getPostedKind } from '../sell-screens';

const values = selectFields(['listing']);
const getPostedListing = (post: FormPost) => ({ id: post.fields.get('listing') ?? '', kind: getPostedKind(post) });
const getListingPath = (post: FormPost): string => paths.listing(getPostedKind(post), getPostedListing(post).id);
/** The screen to return to: the one with the question, such as the profile, or the listing's own. */
const getReturnPath = (post: FormPost): string => toLocalPath(post.fields.get('back'), getListingPath(post));
const deletedRedirect = (post: FormPost) =>
  ({ to: paths.sellList(getPostedKind(post)), flash: 'listing-deleted' }) as const;

const confirm = createFormAction({
  access: allowAnyone,
  values,
  command: confirmListing,
  decode: getPostedListing,
  onSuccess: (_listing, post) => ({ to: getReturnPath(post), flash: 'listing-confirmed' }),
  forgive: ({ code }, post) =>
    code === 'already_sold' ? { to: getReturnPath(post), flash: 'listing-already-sold' } : null,
  redisplay: null,
});

const { sold, unsold } = createSaleForms({ getName: getPostedListing, getReturnPath, getPath: getListingPath });

const remove = createFormAction({
  access: allowAnyone,
  values,
  command: deleteListing,
  decode: getPostedListing,
  onSuccess: (_deleted, post) => deletedRedirect(post),
  // Deletion is idempotent.
  forgive: ({ kind }, post) => (kind === 'not-found' ? deletedRedirect(post) : null),
  redisplay: null,
});

const ownerForms = { confirm, sold, unsold, delete: remove };

/** The owner's buttons in the details panel, by their `intent`; a form without one marks the listing as sold. */
export const ownerAction = createFormActions(
  ({ fields }) => findIntent(ownerForms, fields.get('intent') ?? 'sold'),
  ownerForms,
);
