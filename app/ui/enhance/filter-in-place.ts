const fold = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('en-IN').trim();

/** Text by which a vehicle on the page is found: its name, and its brand where the name lacks it. */
function textOf(item: HTMLElement): string {
  return fold(item.dataset.find ?? item.querySelector('h3')?.textContent ?? '');
}

/**
 * Hides the vehicles in `list` that don't match, and its parts without any.
 *
 * @returns number of different vehicles that match
 */
function filter(list: HTMLElement, form: HTMLFormElement, q: string): number {
  const found = new Set<string>();
  for (const part of list.children) {
    if (!(part instanceof HTMLElement) || part.contains(form)) continue;
    let isFound = q === '';
    for (const item of part.getElementsByClassName('vehicle-card')) {
      if (!(item instanceof HTMLElement)) continue;
      const text = textOf(item);
      const matches = text.includes(q);
      item.hidden = !matches;
      if (matches) found.add(text);
      isFound ||= matches;
    }
    part.hidden = !isFound;
  }
  return found.size;
}

function messageFor(count: number, q: string): string {
  if (q === '') return '';
  const vehicles = count === 1 ? '1 vehicle on this page matches.' : `${count || 'No'} vehicles on this page match.`;
  return `${vehicles} Press Search to look through everything.`;
}

/**
 * A search filters the vehicles on its page while the visitor types, without a request; submitting it still asks the
 * server.
 */
export function filterInPlace(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-filters]')) {
    const list = document.getElementById(form.dataset.filters ?? '');
    const input = form.querySelector('input');
    if (!list || !input) continue;
    const status = document.createElement('p');
    // Takes no room until it has a text: the page must not move when the script arrives.
    status.className = 'visually-hidden';
    status.role = 'status';
    form.after(status);
    const apply = (): void => {
      const q = fold(input.value);
      status.textContent = messageFor(filter(list, form, q), q);
      status.className = q === '' ? 'visually-hidden' : 'note';
    };
    input.addEventListener('input', apply);
    // On a slow connection the visitor may have typed before this script arrived.
    if (input.value !== input.defaultValue) apply();
  }
}
