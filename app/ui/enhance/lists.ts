import { createStatus, getPageUrl, loadPage, onPress } from './pages';

/** @throws when the page cannot be loaded, or is not a screen; the previous content stays */
export async function replaceMain(url: string, init?: RequestInit): Promise<Document> {
  const page = await loadPage(url, init);
  const main = document.getElementById('main');
  const fresh = page.getElementById('main');
  if (!main || !fresh) throw new Error();
  main.replaceChildren(...fresh.childNodes);
  return page;
}

const focusable = 'a, button, input, select, summary';

/** Identifies a control before and after an update: its id, or its name and text without counts. */
const getControlName = (control: Element): string =>
  control.id ||
  [control.tagName, control.getAttribute('name'), control.getAttribute('value'), control.textContent]
    .join()
    .replace(/[\d,+()]+/g, '')
    .trim();

/**
 * Moves the focus to the control that had it, to the summary of a closed group that contains it, or else to the list.
 */
function restoreFocus(name: string | null): void {
  const count = document.getElementById('found');
  const same = [...document.querySelectorAll<HTMLElement>(`#main :is(${focusable})`)].find(
    (control) => getControlName(control) === name,
  );
  for (const target of [same, same?.closest('details')?.querySelector('summary'), count]) {
    target?.focus({ preventScroll: true });
    if (target && document.activeElement === target) return;
  }
}

export function getFormUrl(form: HTMLFormElement): string {
  const url = new URL(form.action);
  url.search = '';
  for (const [name, value] of new FormData(form)) if (value) url.searchParams.append(name, String(value));
  return url.href;
}

const getPage = (url: string): string | null => new URL(url, location.href).searchParams.get('page');

/**
 * Filters, sort orders, tabs and pages of a list update it in place: the URL changes with it, focus and scroll position
 * stay, and the new count is read out. Another page starts at the top. If the update fails, the link is followed.
 */
export function enhanceLists(): void {
  if (!document.querySelector('[data-list]')) return;
  const status = createStatus('unseen');
  document.body.append(status);
  let current = getPageUrl();
  let before = new AbortController();

  async function show(url: string, isNew: boolean): Promise<void> {
    before.abort();
    before = new AbortController();
    const { signal } = before;
    const focused = document.activeElement;
    const name = focused && getControlName(focused);
    const isTurned = getPage(url) !== getPage(current);
    const main = document.getElementById('main');
    if (main) main.ariaBusy = 'true';
    try {
      const { title } = await replaceMain(url, { signal });
      if (isNew) {
        history.replaceState({ top: scrollY }, '');
        history.pushState(null, '', url);
      }
      current = getPageUrl();
      document.title = title;
      const count = document.getElementById('found');
      restoreFocus(isTurned ? null : name);
      // The count itself may be in a row that stays in view.
      if (isNew && isTurned) document.querySelector('[data-list]')?.scrollIntoView();
      if (!isNew) scrollTo(0, history.state?.top ?? 0);
      status.textContent = count?.textContent ?? '';
    } catch {
      if (!signal.aborted) location.href = url;
    }
    if (main && !signal.aborted) main.ariaBusy = null;
  }

  /**
   * Another state of the same list. The form of a sell list (`view=form`) has a script of its own, and its panel
   * (`listing=`) is the target of its link, so those load the page.
   */
  const isList = ({ pathname, origin, search }: URL): boolean =>
    pathname === location.pathname && origin === location.origin && !/w=form|ng=/.test(search + location.search);
  onPress<HTMLAnchorElement>('#main a[href]', (link, event) => {
    const url = new URL(link.href);
    if (!isList(url) || url.hash) return;
    event.preventDefault();
    link.focus();
    void show(url.href, true);
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return;
    if (!isList(new URL(form.action))) return;
    event.preventDefault();
    void show(getFormUrl(form), true);
  });
  addEventListener('popstate', () => {
    if (getPageUrl() !== current) void show(location.href, false);
  });
}
