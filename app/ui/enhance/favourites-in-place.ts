import { networkFailure } from '../enhance/announce';
import { announce, clearAnnouncement } from './announce';

async function change(heart: HTMLButtonElement): Promise<void> {
  const isToSave = heart.name === 'save';
  try {
    const response = await fetch(heart.formAction, {
      method: 'POST',
      // The request outlives the page.
      keepalive: true,
      headers: { Accept: 'application/json' },
      body: new URLSearchParams([[heart.name, heart.value]]),
    });
    const { message } = await response.json();
    if (message) return announce(String(message));
    clearAnnouncement();
    for (const same of document.querySelectorAll<HTMLButtonElement>('[aria-pressed][formaction]')) {
      if (same.value !== heart.value) continue;
      same.name = isToSave ? 'drop' : 'save';
      same.ariaPressed = String(isToSave);
    }
  } catch {
    announce(networkFailure);
  }
}

/** Hearts save and remove without leaving the page, every heart of the same vehicle at once. */
export function favouritesInPlace(): void {
  document.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement && submitter.matches('[aria-pressed][formaction]'))) return;
    event.preventDefault();
    void change(submitter);
  });
}
