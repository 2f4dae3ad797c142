import { loadPage, openModal } from './pages';

/* Loaded when a dialog is opened over the page. */

/** Shows the dialog of the address in place of the open one, if it has one. @param link what was pressed */
export async function showDialog(link: HTMLAnchorElement | null): Promise<void> {
  const open = document.querySelector('dialog');
  const fresh = link?.dataset.escape === '' ? null : (await loadPage(location.href)).querySelector('dialog');
  // Returns the focus to what opened it.
  open?.close();
  open?.remove();
  if (!fresh) return;
  document.getElementById('main')?.append(fresh);
  openModal(fresh);
  if (link?.rel) fresh.querySelector<HTMLElement>(`[rel=${link.rel}]`)?.focus();
}

/** Marks the small picture of the photo to which the strip was swiped. */
function markShownPhoto(strip: Element): void {
  const label = strip.children[Math.round(strip.scrollLeft / strip.clientWidth)]?.querySelector('.picture-label');
  const number = Number.parseInt(label?.textContent ?? '', 10);
  for (const [index, thumb] of document.querySelectorAll('dialog .stage-thumbs a').entries()) {
    if (index + 1 === number) thumb.setAttribute('aria-current', 'true');
    else thumb.removeAttribute('aria-current');
  }
}

// Scrolling does not bubble.
document.addEventListener(
  'scroll',
  ({ target }) => {
    if (target instanceof Element && target.matches('.photo-view > ol')) markShownPhoto(target);
  },
  { capture: true, passive: true },
);

const directions: Readonly<Record<string, string>> = { ArrowLeft: 'prev', ArrowRight: 'next' };

document.addEventListener('keydown', ({ key }) => {
  const rel = directions[key];
  if (rel) document.querySelector<HTMLAnchorElement>(`dialog [rel=${rel}]`)?.click();
});
