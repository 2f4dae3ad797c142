import { networkFailure } from '../enhance/announce';
import { announce } from './announce';

const liveParts = (page: Document): HTMLElement[] => [...page.querySelectorAll<HTMLElement>('[data-live]')];

/** Replaces the parts of this page that a change may alter by those of the new one; the focus stays. */
function take(fresh: Document): void {
  const [parts, freshParts] = [liveParts(document), liveParts(fresh)];
  if (parts.length !== freshParts.length) throw new Error('not the same screen');
  const focused = parts.findIndex((part) => part.contains(document.activeElement));
  parts.forEach((part, at) => {
    const next = freshParts[at];
    if (next) part.replaceWith(next);
  });
  const next = freshParts[focused];
  (next?.querySelector<HTMLElement>('a, button') ?? next)?.focus();
  document.getElementById('told')?.replaceChildren(...(fresh.getElementById('told')?.childNodes ?? []));
}

async function send({ action }: HTMLFormElement, { name, value }: HTMLButtonElement): Promise<void> {
  try {
    // The request outlives the page: the change is made even if the user leaves.
    const response = await fetch(action, {
      method: 'POST',
      keepalive: true,
      body: new URLSearchParams([[name, value]]),
    });
    take(new DOMParser().parseFromString(await response.text(), 'text/html'));
  } catch {
    announce(networkFailure);
  }
}

/**
 * Forms that only change their own screen are sent without leaving it: of the page they redirect to, the parts marked
 * `data-live` are taken. They run one after the other, because each change builds on the one before.
 */
export function changeInPlace(): void {
  let before = Promise.resolve();
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement && 'inPlace' in target.dataset)) return;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    before = before.then(() => send(target, submitter));
  });
}
