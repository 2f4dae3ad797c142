/* The keyboard shortcuts of the desk (docs/product.md, "Keyboard shortcuts"). Each presses what has its key. */

/** Milliseconds within which the second key follows `g`. */
const sequenceTime = 1500;
let beganAt = -sequenceTime;

const find = (key: string): HTMLElement | null => document.querySelector(`[data-key="${CSS.escape(key)}"]`);

const findRow = (): Element | null | undefined => document.activeElement?.closest('li:has(.row-link)');

function move(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('main .row-link')].filter((link) => link.offsetParent);
  const current = links.findIndex((link) => link.closest('li') === findRow());
  links[current === -1 && by < 0 ? -1 : current + by]?.focus();
}

const findTick = (row: Element | null | undefined) => row?.querySelector<HTMLInputElement>('[name=chosen]');

/** With the ticked rows, or with the current one. */
function finish(): void {
  const control = find('e');
  if (!document.querySelector('[name=chosen]:checked')) {
    const tick = findTick(findRow());
    if (!tick) return;
    tick.checked = true;
  }
  if (control instanceof HTMLOptionElement) {
    control.selected = true;
    control.closest('form')?.requestSubmit();
  } else control?.click();
}

function openFind(): void {
  const field = document.getElementById('find');
  field?.focus();
  if (document.activeElement !== field) find('/')?.click();
}

const actions: Readonly<Record<string, () => void>> = {
  '/': openFind,
  j: () => move(1),
  k: () => move(-1),
  x: () => findTick(findRow())?.click(),
  e: finish,
  u: () => document.querySelector<HTMLElement>('.done-notice button')?.click(),
};

/** A tick takes no text. */
const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog';

function findAction({ key, ctrlKey, metaKey, timeStamp }: KeyboardEvent, target: Element): (() => void) | undefined {
  const press = (element: HTMLElement | null | undefined) => (element ? () => element.click() : undefined);
  if (ctrlKey || metaKey) {
    return key === 'Enter' ? press(target.closest('form')?.querySelector<HTMLElement>('[data-key=send]')) : undefined;
  }
  if (target.closest(fields)) return;
  return timeStamp - beganAt < sequenceTime ? press(find(`g${key}`)) : (actions[key] ?? press(find(key)));
}

document.addEventListener('keydown', (event) => {
  const { key, target, altKey, defaultPrevented, isComposing, timeStamp } = event;
  if (defaultPrevented || isComposing || altKey || !(target instanceof Element)) return;
  const action = findAction(event, target);
  beganAt = key === 'g' && !action ? timeStamp : -sequenceTime;
  if (!action) return;
  event.preventDefault();
  action();
});
