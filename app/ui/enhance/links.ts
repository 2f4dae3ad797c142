import dialogsScript from 'virtual:dialogs-script';
import { announce } from './forms';
import { replaceMain } from './lists';
import { createStatus, getPageUrl, onPress, openModal } from './pages';

function showLoading(text: string): HTMLElement {
  const line = createStatus('note');
  line.textContent = text;
  document.querySelector('main > section, #listings')?.prepend(line);
  return line;
}

/** *Refresh* loads the screen again and replaces its content; when that fails, the previous content stays. */
export function enhanceRefreshLinks(): void {
  onPress<HTMLAnchorElement>('a[data-refresh]', async (link, event) => {
    event.preventDefault();
    const loading = showLoading(link.dataset.refresh ?? '');
    try {
      await replaceMain(link.href);
      announce('');
    } catch {
      announce(link.dataset.refreshFailure ?? '');
    }
    loading.remove();
  });
}

let currentUrl = getPageUrl();

/** @param link null when the address is another one by the history */
async function follow(link: HTMLAnchorElement | null): Promise<void> {
  currentUrl = getPageUrl();
  try {
    const { showDialog }: typeof import('./dialogs') = await import(/* @vite-ignore */ dialogsScript);
    await showDialog(link);
  } catch {
    location.reload();
  }
}

/**
 * The dialog of the page's URL is modal. Links that open, turn or close a dialog do so over the current page: the URL changes, the list keeps its scroll
 * position, and the focus returns to the link that opened the dialog.
 */
export function enhanceDialogs(): void {
  const open = document.querySelector('dialog');
  if (open) openModal(open);
  onPress('dialog, a[data-dialog]', (pressed, event) => {
    // Only a press on the backdrop has the dialog itself as its target: the content covers the rest.
    const link = (pressed === event.target && pressed.querySelector('[data-escape]')) || pressed;
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    history[link.rel ? 'replaceState' : 'pushState'](null, '', link.href);
    void follow(link);
  });
  addEventListener('popstate', () => {
    // Lists in place load their own pages.
    if (getPageUrl() !== currentUrl && !document.querySelector('[data-list]')) void follow(null);
  });
}

/** Escape closes the dialog, else an open panel of filters, sorting or actions, whose button then has the focus. */
export function closeOnEscape(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const link = document.querySelector<HTMLAnchorElement>('a[data-escape]');
    if (link) return link.click();
    const panel = document.querySelector<HTMLDetailsElement>('main details[name][open]');
    if (!panel) return;
    panel.open = false;
    panel.querySelector('summary')?.focus();
  });
}

/** The screen of a URL, regardless of the picture shown. */
function getScreenUrl(href: string): string {
  const url = new URL(href);
  for (const name of ['image', 'photo']) url.searchParams.delete(name);
  return url.pathname + url.search;
}

/**
 * Back returns to the previous page in its former state, skipping pictures viewed in between. When that page is unknown
 * or on another site, it works as a plain link.
 */
export function enhanceBackLinks(): void {
  onPress('a[data-back]', (_, event) => {
    // Browsers without the Navigation API follow the link.
    if (!('navigation' in window)) return;
    const here = navigation.currentEntry?.index ?? 0;
    const before = navigation
      .entries()
      .slice(0, here)
      .reverse()
      .find(({ url }) => url && getScreenUrl(url) !== getScreenUrl(location.href));
    if (!before) return;
    event.preventDefault();
    navigation.traverseTo(before.key);
  });
}

export function enablePrintButtons(): void {
  onPress('[data-print]', () => print());
}

export function enableCopyButtons(): void {
  const { clipboard } = navigator;
  // The clipboard is unavailable over plain HTTP.
  if (!clipboard) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await clipboard.writeText(button.dataset.copy ?? '');
      button.textContent = 'Copied';
    });
  }
}
