import { enhanceSteps } from '~/ui/enhance/form-steps';
import { adoptStyle } from '~/ui/enhance/pages';
import styleOfPrices from '~/ui/primitives/price-scale.css?inline';
import { followEntries } from './listing-preview';

/* What the sell form works without for a second, in a script of its own. */
const form = document.querySelector('.form-steps')?.closest('form');
if (form) {
  adoptStyle(styleOfPrices);
  enhanceSteps(form);
  followEntries(form);
}
