import { markSold, undoSale } from '~/domain/used-vehicles/sale.commands.server';
import { allowAnyone, createFormAction, type FormPost } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import type { ListingKind } from '~db/enums';

type Sale = {
  getName: (post: FormPost) => { id: string; kind: ListingKind | 'vehicle' };
  /** The screen to return to once it is sold. */
  getReturnPath: (post: FormPost) => string;
  /** The page of the offer. */
  getPath: (post: FormPost) => string;
};

/** The buttons that mark a second-hand vehicle as sold and offer it again, by their `intent`. */
export const createSaleForms = ({ getName, getReturnPath, getPath }: Sale) => ({
  sold: createFormAction({
    access: allowAnyone,
    values: selectFields(['listing']),
    command: markSold,
    decode: getName,
    onSuccess: (_offer, post) => ({ to: getReturnPath(post), flash: 'listing-sold' }),
    forgive: ({ code }, post) =>
      code === 'already_sold' ? { to: getReturnPath(post), flash: 'listing-already-sold' } : null,
    redisplay: null,
  }),
  unsold: createFormAction({
    access: allowAnyone,
    values: selectFields(['listing']),
    command: undoSale,
    decode: getName,
    onSuccess: (_offer, post) => ({ to: getPath(post), flash: 'listing-offered-again' }),
    forgive: ({ code }, post) => {
      if (code === 'undo_too_late') return { to: getPath(post), flash: 'listing-sold-for-good' };
      return code === 'not_sold' ? { to: getPath(post), flash: 'listing-offered-again' } : null;
    },
    redisplay: null,
  }),
});
