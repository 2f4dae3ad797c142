type Visit = { key: string; url: string | null; index: number };

/** The part of the Navigation API used here; browsers without it follow the link. */
type Journey = { entries: () => Visit[]; currentEntry: Visit | null; traverseTo: (key: string) => unknown };

declare global {
  interface Window {
    navigation?: Journey;
  }
}

/** The screen of a URL, whichever of its pictures is shown. */
function screenAt(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('image');
  return url.pathname + url.search;
}

/**
 * Back leads to the previous page in its former state, skipping pictures viewed meanwhile. When that page is unknown or
 * of
 * another site, it works as a plain link.
 */
export function backInTime(): void {
  document.addEventListener('click', (event) => {
    const { target, defaultPrevented, button, metaKey, ctrlKey, shiftKey } = event;
    if (defaultPrevented || button || metaKey || ctrlKey || shiftKey) return;
    if (!(target instanceof Element && target.closest('a[data-back]'))) return;
    const journey = window.navigation;
    const here = journey?.currentEntry?.index ?? 0;
    const before = journey
      ?.entries()
      .slice(0, here)
      .reverse()
      .find(({ url }) => url && screenAt(url) !== screenAt(location.href));
    if (!journey || !before) return;
    event.preventDefault();
    journey.traverseTo(before.key);
  });
}
