/** The address of the content on the page, without its fragment. */
const here = (): string => location.pathname + location.search;
let shown = here();

/** Replaces the open dialog by that of another URL of this screen; `link` is the link that was followed. */
async function show(link: HTMLAnchorElement | null): Promise<void> {
  shown = here();
  const open = document.querySelector('dialog');
  open?.close();
  if (link?.dataset.escape === '') return open?.remove();
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.querySelector('dialog');
  open?.remove();
  if (!fresh) return;
  fresh.open = false;
  document.getElementById('main')?.append(fresh);
  fresh.showModal();
  if (link?.rel) fresh.querySelector<HTMLElement>(`[rel=${link.rel}]`)?.focus();
}

/**
 * Links that open, turn or close a dialog do so over the current page: the address changes with them, the list
 * stays where it was scrolled to, and the focus returns to what opened it.
 */
export function dialogInPlace(): void {
  const follow = (link: HTMLAnchorElement | null) => show(link).catch(() => location.reload());
  document.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // Only its backdrop is the dialog itself: its content covers the rest.
    const link = target.matches('dialog')
      ? target.querySelector<HTMLAnchorElement>('[data-escape]')
      : target.closest<HTMLAnchorElement>('a[data-dialog]');
    if (!link) return;
    event.preventDefault();
    history.pushState(null, '', link.href);
    void follow(link);
  });
  addEventListener('popstate', () => {
    if (here() !== shown) void follow(null);
  });
}

/** Escape follows the close link of the open panel. */
export function escapeCloses(): void {
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key !== 'Escape' || defaultPrevented) return;
    document.querySelector<HTMLAnchorElement>('a[data-escape]')?.click();
  });
}
