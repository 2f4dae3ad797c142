/** The script of enhanced screens. They work without it by links and forms; it only saves page loads. */
import {
  closeOnEscape,
  enhanceBackLinks,
  enableCopyButtons,
  enhanceDialogs,
  enablePrintButtons,
  enhanceRefreshLinks,
} from './links';
import { keepEntries } from './entries';
import { enhanceLists } from './lists';
import { enhanceFormsInPlace, preventDoubleSubmit } from './forms';
import { enhanceSearch } from './page-search';
import { adoptStylesheet } from './pages';

adoptStylesheet();
keepEntries();
enhanceFormsInPlace();
enhanceSearch();
// Also in a list that was updated.
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
