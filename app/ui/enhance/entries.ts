import entriesScript from 'virtual:entries-script';

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const getControls = (place: HTMLElement): Control[] => [
  ...place.querySelectorAll<Control>('input[name], select[name], textarea[name]'),
];

/** Whether two controls are the same one in two renderings of a form: radio buttons differ by their value. */
const isSame = (one: Control, other: Control): boolean =>
  one.name === other.name && one.type === other.type && (one.type !== 'radio' || one.value === other.value);

/** `focused` is the element that had the focus in the earlier rendering. */
export function copyEntries(from: readonly Control[], to: readonly Control[], focused: Element | null): void {
  for (const old of from) {
    const fresh = to.find((control) => isSame(old, control));
    if (!fresh || old.type === 'hidden') continue;
    if (!(old instanceof HTMLInputElement && fresh instanceof HTMLInputElement)) fresh.value = old.value;
    else if (old.type === 'file') fresh.files = old.files;
    else if (old.type === 'radio' || old.type === 'checkbox') fresh.checked = old.checked;
    else fresh.value = old.value;
    if (old !== focused) continue;
    fresh.focus({ preventScroll: true });
    if ('selectionStart' in old && 'selectionStart' in fresh && old.selectionStart !== null)
      fresh.setSelectionRange(old.selectionStart, old.selectionEnd);
  }
}

/**
 * Loads the script that keeps what is entered on the page: at the first input in a form that writes, or at once where
 * the history entry has a state, because one has come back to it. Without a connection nothing is kept.
 */
export function keepEntries(): void {
  const load = () => import(/* @vite-ignore */ entriesScript).catch(() => undefined);
  if (history.state) void load();
  // A second import is the same module.
  for (const form of document.querySelectorAll('[method=post], #part')) form.addEventListener('input', load);
}
