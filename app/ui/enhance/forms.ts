import { alertShape, checkShape, plusShape } from '../primitives/icon-shapes';
import { loadPage, networkFailure } from './pages';

/** Another shape of the first icon of the page, which the menu has on every screen; copying is shorter than creating. */
function alertIcon(): Node | string {
  const icon = document.querySelector('.icon')?.cloneNode(true);
  if (!(icon instanceof Element)) return '';
  icon.querySelector('path')?.setAttribute('d', alertShape);
  return icon;
}

/** Shows an error where the page shows flash messages (`FlashRegion`); the same live region reads it out. */
/** An empty text removes the announcement. */
export function announce(text: string): void {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  const message = document.createElement('div');
  message.className = 'message';
  message.append(alertIcon(), paragraph);
  document.getElementById('told')?.replaceChildren(...(text ? [message] : []));
}

const sentForms = new Map<HTMLFormElement, HTMLButtonElement | null>();

function setSending(button: HTMLButtonElement, isSending: boolean): void {
  button.disabled = isSending;
  button.ariaBusy = isSending ? 'true' : null;
  const { busy } = button.dataset;
  if (!busy) return;
  button.dataset.busy = button.textContent;
  button.textContent = busy;
}

export function preventDoubleSubmit(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return;
    if (sentForms.has(form)) {
      event.preventDefault();
      return;
    }
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
    sentForms.set(form, button);
    // A button that is disabled at once would not be sent with its form.
    if (button) setTimeout(() => setSending(button, true));
  });
  addEventListener('pageshow', () => {
    for (const button of sentForms.values()) if (button) setSending(button, false);
    sentForms.clear();
  });
}

const getLiveParts = (page: Document): HTMLElement[] => [...page.querySelectorAll<HTMLElement>('[data-live]')];

/** Replaces the parts of this page that a change can affect by those of the new page, keeping the focus. */
function replaceLiveParts(fresh: Document): void {
  const [parts, freshParts] = [getLiveParts(document), getLiveParts(fresh)];
  if (parts.length !== freshParts.length) throw new Error();
  const focused = parts.findIndex((part) => part.contains(document.activeElement));
  parts.forEach((part, at) => {
    const next = freshParts[at];
    if (next) part.replaceWith(next);
  });
  const next = freshParts[focused];
  (next?.querySelector<HTMLElement>('a, button') ?? next)?.focus();
  document.getElementById('told')?.replaceChildren(...(fresh.getElementById('told')?.childNodes ?? []));
}

/** The request that a button sends. It outlives the page: the change is made even if the user leaves. */
const createRequest = ({ name, value }: HTMLButtonElement): RequestInit => ({
  method: 'POST',
  keepalive: true,
  body: new URLSearchParams([[name, value]]),
});

async function sendForJson(url: string, button: HTMLButtonElement): Promise<unknown> {
  const response = await fetch(url, { ...createRequest(button), headers: { Accept: 'application/json' } });
  return response.json();
}

async function sendInPlace(button: HTMLButtonElement, { action }: HTMLFormElement): Promise<void> {
  try {
    replaceLiveParts(await loadPage(action, createRequest(button)));
  } catch {
    announce(networkFailure);
  }
}

type ComparedVehicle = { id: string; name: string; picture: string };
function createComparedItem({ id, name, picture }: ComparedVehicle): HTMLElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.className = 'button';
  button.name = 'remove';
  button.value = id;
  const image = new Image();
  image.src = picture;
  image.alt = `Remove ${name}`;
  button.append(image, '×');
  item.append(button);
  return item;
}

function showCompareList(compared: readonly ComparedVehicle[]): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(
    '[data-compare] [aria-pressed]:not([formaction])',
  )) {
    const isCompared = compared.some(({ id }) => id === button.value);
    button.name = isCompared ? 'remove' : 'add';
    button.ariaPressed = `${isCompared}`;
    button.querySelector('path')?.setAttribute('d', isCompared ? checkShape : plusShape);
  }
  for (const badge of document.getElementsByClassName('compare-count'))
    badge.textContent = String(compared.length || '');
  const bar = document.querySelector('.compare-bar');
  const hadFocus = bar?.contains(document.activeElement);
  bar?.toggleAttribute('hidden', !compared.length);
  bar?.querySelector('ul')?.replaceChildren(...compared.map(createComparedItem));
  if (hadFocus) bar?.querySelector('a')?.focus();
}

async function changeCompareList(button: HTMLButtonElement, { action }: HTMLFormElement): Promise<void> {
  // A press is seen at once, however slow the connection is.
  const { ariaPressed } = button;
  if (ariaPressed) button.ariaPressed = String(button.name === 'add');
  try {
    const { compared, message } = Object(await sendForJson(action, button));
    if (compared) showCompareList(compared);
    announce(message ?? '');
  } catch {
    button.ariaPressed = ariaPressed;
    announce(networkFailure);
  }
}

async function changeFavourite(heart: HTMLButtonElement): Promise<void> {
  const isToSave = heart.name === 'save';
  try {
    const { message } = Object(await sendForJson(heart.formAction, heart));
    announce(message ?? '');
    if (message) return;
    for (const same of document.querySelectorAll<HTMLButtonElement>('[aria-pressed][formaction]')) {
      if (same.value !== heart.value) continue;
      same.name = isToSave ? 'drop' : 'save';
      same.ariaPressed = String(isToSave);
    }
  } catch {
    announce(networkFailure);
  }
}

/**
 * Sends buttons that only change their own screen without a page load:
 * - hearts, which are in forms of compare buttons, save and remove every heart of the same vehicle at once
 * - compare buttons show the list that the server responds with
 * - other forms in place replace the elements marked `data-live` by those of the page redirected to
 *
 * The latter two run one after the other, because each change builds on the previous one.
 */
export function enhanceFormsInPlace(): void {
  let before = Promise.resolve();
  document.addEventListener('submit', (event) => {
    const { target: form, submitter: button } = event;
    if (!(form instanceof HTMLFormElement && button instanceof HTMLButtonElement)) return;
    const change = 'compare' in form.dataset ? changeCompareList : 'inPlace' in form.dataset && sendInPlace;
    if (button.matches('[aria-pressed][formaction]')) void changeFavourite(button);
    else if (change) before = before.then(() => change(button, form));
    else return;
    event.preventDefault();
  });
}
