import { networkFailure } from '../network-failure';
import { tell, tellNothing } from './tell';

async function change(heart: HTMLButtonElement): Promise<void> {
  const isToSave = heart.name === 'save';
  try {
    const response = await fetch(heart.formAction, {
      method: 'POST',
      // A person in a hurry leaves the page before the response.
      keepalive: true,
      headers: { Accept: 'application/json' },
      body: new URLSearchParams([[heart.name, heart.value]]),
    });
    const { message } = await response.json();
    if (message) return tell(String(message));
    tellNothing();
    for (const same of document.querySelectorAll<HTMLButtonElement>('[aria-pressed][formaction]')) {
      if (same.value !== heart.value) continue;
      same.name = isToSave ? 'drop' : 'save';
      same.ariaPressed = String(isToSave);
    }
  } catch {
    tell(networkFailure);
  }
}

/** Hearts save and drop without leaving the page, every heart of the same vehicle at once. */
export function heartsInPlace(): void {
  document.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement && submitter.matches('[aria-pressed][formaction]'))) return;
    event.preventDefault();
    void change(submitter);
  });
}
