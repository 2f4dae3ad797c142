/**
 * Inlined here, because in a stylesheet it would add to the first flight of every page with a search. Uses the system's
 * colours, which follow the page's light or dark theme.
 */
const listStyle =
  'position:absolute;inset:0 0 auto;z-index:6;list-style:none;background:Canvas;color:CanvasText;border:1px solid;border-radius:4px;box-shadow:0 6px 24px #0004';
const chosenColour = '#8884';
const optionStyle = 'padding:.6rem .75rem;line-height:1.55;cursor:pointer';

function optionOf(text: string, at: number): HTMLElement {
  const option = document.createElement('li');
  option.role = 'option';
  option.id = `suggestion-${at}`;
  option.textContent = text;
  option.style.cssText = optionStyle;
  return option;
}

/** The options in a response of the API as one list; empty for an error. */
export const suggestionsIn = (body: unknown): string[] =>
  body instanceof Object && 'data' in body ? Object.values(Object(body.data)).flat().map(String) : [];

/**
 * Makes a field a combobox with a listbox: arrow keys move, Enter or a press selects, Escape closes, and Arrow Down opens
 * it again.
 *
 * @param box contains the field and the list below it
 * @param take called with the selected option
 * @returns a function that shows suggestions; an empty list closes the listbox
 */
export function comboboxOf(
  field: HTMLInputElement,
  box: HTMLElement,
  take: (text: string) => void,
): (texts: readonly string[]) => void {
  const list = document.createElement('div');
  list.role = 'listbox';
  list.id = list.ariaLabel = 'Suggestions';
  field.role = 'combobox';
  field.setAttribute('aria-controls', list.id);
  field.ariaAutoComplete = 'list';
  list.style.cssText = listStyle;
  box.style.position = 'relative';
  box.append(list);
  let chosen: Element | null = null;

  const choose = (option: Element | null): void => {
    chosen = option;
    for (const one of list.getElementsByTagName('li')) {
      one.ariaSelected = String(one === option);
      one.style.background = one === option ? chosenColour : '';
    }
    field.setAttribute('aria-activedescendant', option?.id ?? '');
  };
  const open = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    field.ariaExpanded = String(isOpen);
    choose(null);
  };
  const show = (texts: readonly string[]): void => {
    list.replaceChildren(...texts.map(optionOf));
    list.style.top = `${field.offsetTop + field.offsetHeight}px`;
    open(texts.length > 0);
  };
  const close = (): void => open(false);
  const takeOption = ({ textContent }: Element): void => {
    show([]);
    take(textContent ?? '');
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
  field.addEventListener('blur', close);
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
