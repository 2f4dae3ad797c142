import { checkShape, plusShape } from '../primitives/icon-shapes';
import { networkFailure } from '../enhance/announce';
import { announce, clearAnnouncement } from './announce';

type Compared = { id: string; name: string };
type ServerResponse = { compared: Compared[]; message: string | null };

function isResponse(value: unknown): value is ServerResponse {
  return typeof value === 'object' && value !== null && 'compared' in value && Array.isArray(value.compared);
}

/** A name in the bar, as `CompareBar` renders it. */
function named({ id, name }: Compared): HTMLElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.className = 'button';
  button.name = 'remove';
  button.value = id;
  button.ariaLabel = `Remove ${name}`;
  button.textContent = `${name} ×`;
  item.append(button);
  return item;
}

/** Updates every button, badge and the bar to the current list. */
function show(compared: readonly Compared[]): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(
    '[data-compare] [aria-pressed]:not([formaction])',
  )) {
    const isCompared = compared.some(({ id }) => id === button.value);
    button.name = isCompared ? 'remove' : 'add';
    button.ariaPressed = String(isCompared);
    button.querySelector('path')?.setAttribute('d', isCompared ? checkShape : plusShape);
  }
  for (const badge of document.getElementsByClassName('compare-count'))
    badge.textContent = String(compared.length || '');
  const bar = document.getElementsByClassName('compare-bar').item(0);
  const hadFocus = bar?.contains(document.activeElement);
  bar?.toggleAttribute('hidden', compared.length === 0);
  bar?.querySelector('ul')?.replaceChildren(...compared.map(named));
  if (hadFocus) bar?.querySelector('a')?.focus();
}

async function change(form: HTMLFormElement, { name, value }: HTMLButtonElement): Promise<void> {
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      // The request outlives the page.
      keepalive: true,
      headers: { Accept: 'application/json' },
      body: new URLSearchParams([[name, value]]),
    });
    const list: unknown = await response.json();
    if (!isResponse(list)) throw new Error('not the compare list');
    show(list.compared);
    if (list.message) announce(list.message);
    else clearAnnouncement();
  } catch {
    announce(networkFailure);
  }
}

/** Compare buttons change the list without leaving the page. The server's response decides what they show. */
export function compareInPlace(): void {
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement && 'compare' in target.dataset)) return;
    if (event.defaultPrevented || !(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    void change(target, submitter);
  });
}
