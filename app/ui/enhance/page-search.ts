import { foldForSearch } from '../../../db/search-fold';
import { suggestionsPath } from '../../paths';
import { getFormUrl } from './lists';
import { createCombobox, type Suggestion, suggestFrom } from './suggestions';

const fold = (text: string): string => foldForSearch(text).trim();

/** The name of a vehicle, or its name and brand where the name lacks it. */
const getNames = (item: HTMLElement): string[] =>
  (item.dataset.find ?? item.querySelector('h3')?.textContent ?? '').split('\n');

const maxSuggestions = 6;

/**
 * Filters the vehicles of the page in place, without a request, while the visitor types and by *Search* (`SearchForm`,
 * `filters`); what was searched stays in the URL. A page that was loaded for a search has only what matches it, so
 * another text loads the page again.
 */
function filterInPlace(
  form: HTMLFormElement,
  field: HTMLInputElement,
  { list, suggest }: { list: HTMLElement; suggest: (suggestions: Suggestion[]) => void },
): void {
  const { unit, none = '' } = form.dataset;
  const status = form.nextElementSibling;
  const count = status?.querySelector('span');
  const everything = status?.querySelector('a');
  if (!status || !count || !everything) return;
  const before = fold(field.defaultValue);
  let isOnPage = true;
  const apply = (): Suggestion[] => {
    const typed = fold(field.value);
    isOnPage = !before || (typed !== before && typed.includes(before));
    const q = isOnPage ? typed : '';
    const vehicles = new Set<string>();
    /** By URL: a vehicle can be in several lists. */
    const matching = new Map<string, Suggestion>();
    for (const part of list.children) {
      if (!(part instanceof HTMLElement) || part.contains(form)) continue;
      let isShown = !q;
      for (const item of part.getElementsByClassName('card')) {
        if (!(item instanceof HTMLElement)) continue;
        const names = getNames(item);
        const { href = '' } = item.querySelector('a') ?? {};
        const isMatch = names.some((name) => fold(name).includes(q));
        item.hidden = !isMatch;
        vehicles.add(href);
        // The former price, struck through, is the second child.
        const note = item.querySelector('.price')?.firstChild?.textContent ?? '';
        if (isMatch) matching.set(href, { text: names[0] ?? '', note });
        isShown ||= isMatch;
      }
      part.hidden = !isShown;
    }
    everything.search = `?q=${encodeURIComponent(field.value)}`;
    everything.hidden = !q;
    const text = matching.size ? `${matching.size} of the ${vehicles.size} ${unit} on this page.` : none;
    count.textContent = q && text;
    status.className = q ? 'note' : 'unseen';
    const suggestions = new Map([...matching.values()].map((suggestion) => [suggestion.text, suggestion]));
    return q ? [...suggestions.values()].slice(0, maxSuggestions) : [];
  };
  field.addEventListener('input', () => suggest(apply()));
  form.addEventListener('submit', (event) => {
    apply();
    suggest([]);
    if (!isOnPage) return;
    event.preventDefault();
    history.replaceState(null, '', getFormUrl(form));
  });
}

/** Suggests searches while a visitor types in a search field (docs/product.md, "Suggestions"). */
export function enhanceSearch(field: HTMLInputElement): void {
  const { form } = field;
  if (!form || field.role) return;
  const suggest = createCombobox(field, form, (text) => {
    field.value = text;
    form.requestSubmit();
  });
  const list = document.getElementById(form.dataset.filters ?? '');
  if (list) filterInPlace(form, field, { list, suggest });
  else suggestFrom(`${suggestionsPath}?q=`, field, suggest);
  // On a slow connection the visitor may have typed before this script loaded.
  if (field.value !== field.defaultValue) field.dispatchEvent(new Event('input'));
}
