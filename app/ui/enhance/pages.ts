/** The message for a request without a response (docs/product.md, "Forms"). Form values stay in place. */
export const networkFailure =
  'Network error: Please check your internet connection and ensure the backend server is running.';

/** Throws in browsers without constructed stylesheets, before anything is enhanced: links and forms work as usual. */
export function adoptStylesheet(): void {
  document.adoptedStyleSheets = [new CSSStyleSheet()];
}

/** Adds rules that a page was not painted with. Throws in browsers without constructed stylesheets. */
export function adoptStyle(style: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Handles plain presses on elements: without a modifier key, and not handled before. */
export function onPress<Pressed extends HTMLElement>(
  selector: string,
  handle: (pressed: Pressed, event: MouseEvent) => void,
): void {
  document.addEventListener('click', (event) => {
    const pressed = event.target instanceof Element && event.target.closest<Pressed>(selector);
    const isSpecial = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (pressed && !event.defaultPrevented && !isSpecial) handle(pressed, event);
  });
}

export function createStatus(className: string): HTMLElement {
  const status = document.createElement('p');
  status.className = className;
  status.role = 'status';
  return status;
}

/**
 * Loads a page whose elements will be moved into this one. Each page has only the rules for its own elements, so this
 * one gets those of the other too, which the policy allows in a constructed stylesheet only.
 *
 * @throws if there is no such page; the style for what was moved before stays
 */
export async function loadPage(url: string, init?: RequestInit): Promise<Document> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error();
  const parts = (await response.text()).split(/<\/?style>/);
  // Taken out: browsers apply the policy to a parsed page too, and would report its style.
  document.adoptedStyleSheets[0]?.replaceSync(parts.splice(1, 1).join());
  return new DOMParser().parseFromString(parts.join(''), 'text/html');
}

export const getPageUrl = (): string => location.pathname + location.search;

export function openModal(dialog: HTMLDialogElement): void {
  dialog.open = false;
  dialog.showModal();
}
