/** Escape follows the close link of whatever stands open beside the list. */
export function escapeCloses(): void {
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key !== 'Escape' || defaultPrevented) return;
    document.querySelector<HTMLAnchorElement>('a[data-escape]')?.click();
  });
}
