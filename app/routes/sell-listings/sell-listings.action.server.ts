import { createFormActions } from '~/http/form-action.server';
import { isOwnerIntent, ownerForms } from './owner-forms.server';
import { isSellForm } from './sell-form';
import { readSellForm, sellForms } from './sell-form.server';

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
  { ...sellForms, ...ownerForms },
  readSellForm,
);
