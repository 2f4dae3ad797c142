import { suggestionsPath } from '../../paths';

/** Inlined here, because in a stylesheet it would add to the first flight of every page with a search. */
const listStyle =
  'position:absolute;inset:0 0 auto;z-index:6;list-style:none;background:var(--raised);color:var(--ink);border:1px solid';
const optionStyle = 'padding:.75rem;';
const chosenStyle = `${optionStyle}background:var(--sun);color:#16191d`;

/** A text to choose, and what stands below it: what the text is, or what it finds. */
export type Suggestion = { text: string; note?: string | undefined };

/** The details of suggestions if the response has them, which come last, or its list of texts. */
const readSuggestions = (body: unknown): Suggestion[] =>
  [Object.values(Object(Object(body).data)).pop() ?? []]
    .flat()
    .map((item: unknown) => (typeof item === 'string' ? { text: item } : Object(item)));

/**
 * Makes a field a combobox with a listbox: arrow keys move, Enter or a press selects, Escape closes, and Arrow Down opens
 * it again.
 *
 * @param box contains the field and the list below it
 * @param take called with the selected option
 * @param above the list opens below it: by default below the field
 * @returns a function that shows suggestions; an empty list closes the listbox
 */
export function createCombobox(
  field: HTMLInputElement,
  box: HTMLElement,
  take: (text: string) => void,
  above: HTMLElement = field,
): (suggestions: readonly Suggestion[]) => void {
  const list = document.createElement('div');
  list.role = 'listbox';
  list.ariaLabel = 'Suggestions';
  // Unique, because a form can have several; a template would be a few bytes longer.
  list.id = field.name + 0;
  field.role = 'combobox';
  field.setAttribute('aria-controls', list.id);
  field.ariaAutoComplete = 'list';
  list.style.cssText = listStyle;
  box.style.position = 'relative';
  box.append(list);
  let chosen: Element | null = null;

  const choose = (option: Element | null): void => {
    chosen = option;
    for (const item of list.getElementsByTagName('li')) {
      item.ariaSelected = String(item === option);
      item.style.cssText = item === option ? chosenStyle : optionStyle;
    }
    field.setAttribute('aria-activedescendant', option?.id ?? '');
  };
  const open = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    field.ariaExpanded = String(isOpen);
    choose(null);
  };
  const show = (suggestions: readonly Suggestion[]): void => {
    list.replaceChildren(
      ...suggestions.map(({ text, note = '' }, at) => {
        const option = document.createElement('li');
        option.role = 'option';
        option.id = list.id + at;
        const small = document.createElement('small');
        small.textContent = note;
        small.style.cssText = 'display:block;color:inherit;opacity:.8';
        option.append(text, small);
        return option;
      }),
    );
    list.style.top = `${above.offsetTop + above.offsetHeight}px`;
    open(suggestions.length > 0);
  };
  const close = (): void => open(false);
  const takeOption = ({ firstChild }: Element): void => {
    show([]);
    take(firstChild?.textContent ?? '');
  };
  close();

  field.addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.isComposing || (list.hidden && (key !== 'ArrowDown' || !list.firstChild))) return;
    if (list.hidden) open(true);
    if (key === 'ArrowDown') choose(chosen ? chosen.nextElementSibling : list.firstElementChild);
    else if (key === 'ArrowUp') choose(chosen ? chosen.previousElementSibling : list.lastElementChild);
    else if (key === 'Escape') close();
    else if (key === 'Enter' && chosen) takeOption(chosen);
    else return;
    event.preventDefault();
  });
  // The browser's own suggestions are off only while the field has the focus: when the visitor comes back to the page, it
  // restores no field where they are.
  const { autocomplete } = field;
  const leave = (): void => {
    field.autocomplete = autocomplete;
    close();
  };
  const enter = (): void => {
    field.autocomplete = 'off';
  };
  if (document.activeElement === field) enter();
  field.addEventListener('focus', enter);
  field.addEventListener('blur', leave);
  addEventListener('pagehide', leave);
  // The field keeps the focus.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('mouseover', ({ target }) => {
    if (target instanceof HTMLLIElement) choose(target);
  });
  list.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLLIElement) takeOption(target);
  });
  return show;
}

/** Delay in milliseconds between the last key press and the request. */
const delayMilliseconds = 120;

/** Shows suggestions while the visitor types; the typed text is appended to `path`. */
export function suggestFrom(
  path: string,
  field: HTMLInputElement,
  show: (suggestions: readonly Suggestion[]) => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { value } = field;
      fetch(path + encodeURIComponent(value))
        .then((response) => response.json())
        .then((body) => {
          if (value === field.value && document.activeElement === field) show(readSuggestions(body));
        })
        .catch(() => show([]));
    }, delayMilliseconds);
  });
}

/** The city field of the sell form suggests places by any of their names (docs/product.md, "Places"). */
export function suggestPlaces(field: HTMLInputElement): void {
  const { parentElement: box } = field;
  if (!box || field.role) return;
  // Replaces the list of the largest cities, which works without a script.
  field.removeAttribute('list');
  const show = createCombobox(field, box, (text) => {
    field.value = text;
  });
  suggestFrom(`${suggestionsPath}?kind=place&q=`, field, show);
}

const maxSuggestions = 6;

/** The option that keeps the typed text: any model is allowed. */
const otherPrefix = 'Other: ';

const normalizeWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Models with a word starting with each typed word, preferring those whose name starts with the brand; 'cb350' matches
 * 'CB 350'.
 */
function findMatchingModels(names: readonly string[], typed: string, brand: string): string[] {
  const words = normalizeWords(typed).split(' ');
  const ofBrand = names.filter((name) => normalizeWords(name).startsWith(normalizeWords(brand)));
  return (ofBrand.length > 0 ? ofBrand : names).filter((name) => {
    const key = ` ${normalizeWords(name)}`;
    const joined = key.replaceAll(' ', '');
    return words.every((word) => key.includes(` ${word}`) || (/\d/.test(word) && joined.includes(word)));
  });
}

/**
 * The model field of the sell form suggests the models of its brand, and a selected one fills in empty fields
 * (docs/product.md, "Models").
 */
export async function suggestModels(field: HTMLInputElement, path: string): Promise<void> {
  const { form } = field;
  const button = form?.querySelector<HTMLButtonElement>('[value=fill]');
  const box = button?.parentElement;
  if (!form || !box || field.role) return;
  const fill = (text: string): void => {
    if (text.startsWith(otherPrefix)) return;
    field.value = text;
    form.requestSubmit(button);
  };
  // Below the button: a press on it must not meet a suggestion.
  const show = createCombobox(field, box, fill, button);
  const names = readSuggestions(await (await fetch(path)).json()).map(({ text }) => text);
  const suggest = (): void => {
    const typed = field.value.trim();
    const brand = form.querySelector<HTMLInputElement>('[name=brand]')?.value.trim() ?? '';
    // Without a brand or a letter of a name, any suggestion would be arbitrary.
    const matches =
      normalizeWords(typed || brand) === '' ? [] : findMatchingModels(names, typed, brand).slice(0, maxSuggestions);
    const isWhole = matches.length === 1 && matches[0] === typed;
    const texts = isWhole || matches.length === 0 ? [] : [...matches, ...(typed ? [otherPrefix + typed] : [])];
    show(texts.map((text) => ({ text })));
  };
  field.addEventListener('input', suggest);
  field.addEventListener('focus', suggest);
  if (document.activeElement === field) suggest();
}
