/** The script of enhanced screens. They work without it by links and forms; it only saves page loads. */
import {
  enhanceBackLinks,
  enableCopyButtons,
  enhanceDialogs,
  closeOnEscape,
  enablePrintButtons,
  enhanceRefreshLinks,
} from './links';
import { enhanceLists } from './lists';
import { enhanceFormsInPlace, enhancePageSearch, preventDoubleSubmit } from './forms';
import { adoptStylesheet } from './pages';
import { suggestSearches } from './suggestions';

adoptStylesheet();
enhanceFormsInPlace();
/** Initializes search fields, also those in a list that was updated. */
const enhanceSearch = (): void => {
  enhancePageSearch();
  suggestSearches();
};
enhanceSearch();
enhanceRefreshLinks(enhanceSearch);
enhanceLists(enhanceSearch);
preventDoubleSubmit();
closeOnEscape();
enhanceDialogs();
enhanceBackLinks();
enablePrintButtons();
enableCopyButtons();
// Browser tests wait for it.
document.documentElement.dataset.ready = '';
