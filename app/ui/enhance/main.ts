/** The script of enhanced screens. They work without it by links and forms; it only saves page loads. */
import searchScript from 'virtual:search-script';
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
import { adoptStylesheet } from './pages';

/** Most pages are left without a search, so its script is loaded when a search field has the focus. */
async function loadSearch(field: unknown): Promise<void> {
  if (!(field instanceof HTMLInputElement) || !field.matches('[role=search] [name=q]')) return;
  const { enhanceSearch }: typeof import('./page-search') = await import(/* @vite-ignore */ searchScript);
  enhanceSearch(field);
}

adoptStylesheet();
keepEntries();
enhanceFormsInPlace();
void loadSearch(document.activeElement);
document.addEventListener('focusin', ({ target }) => void loadSearch(target).catch(() => undefined));
enhanceRefreshLinks();
enhanceLists();
preventDoubleSubmit();
closeOnEscape();
enhanceDialogs();
enhanceBackLinks();
enablePrintButtons();
enableCopyButtons();
// Browser tests wait for it.
document.documentElement.dataset.ready = '';
