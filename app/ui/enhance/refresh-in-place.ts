import { announce, clearAnnouncement } from './announce';

/** Shows a loading message in the place of the list, as `LoadingLine` does. */
function sayLoading(text: string): HTMLElement {
  const line = document.createElement('p');
  line.className = 'loading';
  line.role = 'status';
  line.textContent = text;
  document.querySelector('main > section')?.prepend(line);
  return line;
}

/**
 * *Refresh* loads the screen again and replaces its content; when that fails, the previous content stays.
 *
 * @param afterwards attaches event handlers to the new content
 */
export function refreshInPlace(afterwards: () => void): void {
  document.addEventListener('click', async (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-refresh]') : null;
    const main = document.getElementById('main');
    if (!link || !main || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const loading = sayLoading(link.dataset.refresh ?? '');
    try {
      const response = await fetch(link.href);
      const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('main');
      if (!response.ok || !fresh) throw new Error('no list');
      main.replaceChildren(...fresh.childNodes);
      clearAnnouncement();
      afterwards();
    } catch {
      announce(link.dataset.refreshFailure ?? '');
    }
    loading.remove();
  });
}
