import { networkFailure } from '../network-failure';
import { tell, tellNothing } from './tell';

type Answer = { ids: string[]; message: string | null };

function isAnswer(value: unknown): value is Answer {
  return (
    typeof value === 'object' && value !== null && 'ids' in value && Array.isArray(value.ids) && 'message' in value
  );
}

/** Shows on every button and badge what is on the list now. */
function show(ids: readonly string[]): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-compare] .sq')) {
    const isCompared = ids.includes(button.value);
    const icon = button.querySelector('use');
    button.name = isCompared ? 'remove' : 'add';
    button.setAttribute('aria-pressed', String(isCompared));
    icon?.setAttribute('href', `${icon.getAttribute('href')?.split('#')[0]}#${isCompared ? 'check' : 'plus'}`);
  }
  for (const badge of document.querySelectorAll('.count')) badge.textContent = ids.length > 0 ? String(ids.length) : '';
}

async function change(form: HTMLFormElement, { name, value }: HTMLButtonElement): Promise<void> {
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams([[name, value]]),
    });
    const answer: unknown = await response.json();
    if (!isAnswer(answer)) throw new Error('not the compare list');
    show(answer.ids);
    if (answer.message) tell(answer.message);
    else tellNothing();
  } catch {
    tell(networkFailure);
  }
}

/** Compare buttons change the list without leaving the page. The server's answer decides what they show. */
export function compareInPlace(): void {
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement && 'compare' in target.dataset)) return;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    void change(target, submitter);
  });
}
