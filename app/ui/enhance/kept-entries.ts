import { signOutPath } from '../../paths';
import type { Control } from './entries';

/*
 * Keeps what is entered in the forms of a page over a reload, Back and a tab that the phone has closed (docs/product.md,
 * "Without script"): browsers do so themselves for some pages only. What differs from the page as it was loaded is in
 * the storage of the tab, under a key in the state of the history entry, and is put back into fields that have not changed.
 */

/** Fields of forms that write, and of a hydrated part. Searches and filters have theirs in the URL. */
const fields =
  ':is([method=post], #part form) :is(input, select, textarea)[name]:not([type=hidden], [type=password], [type=file])';

/** A combobox has the browser's suggestions off while it has the focus; other fields with them off hold a secret. */
const isSecret = (control: Control): boolean =>
  control.autocomplete === 'one-time-code' ||
  (control.autocomplete === 'off' && control.getAttribute('role') !== 'combobox');

const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === 'radio' || control.type === 'checkbox';

/** The form and name of a field; choices of one name share it. */
const getGroup = ({ form, name }: Control): string => `${form?.getAttribute('action') ?? ''} ${name}`;

const getValue = (control: Control): string | boolean => (isChoice(control) ? control.checked : control.value);

/** The value with which the page was loaded. */
function getDefault(control: Control): string | boolean {
  if (isChoice(control)) return control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

function setValue(control: Control, value: unknown): void {
  if (isChoice(control)) control.checked = value === true;
  else control.value = String(value);
  if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.value = String(getDefault(control));
  // Counters and figures follow it.
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The fields of the page by their keys, which are the same when it is loaded again; without those that share one. */
function findFields(): Map<string, Control> {
  const found = new Map<string, Control>();
  const shared = new Set<string>();
  for (const control of document.querySelectorAll<Control>(fields)) {
    if (isSecret(control)) continue;
    const key = `${getGroup(control)} ${isChoice(control) ? control.value : ''}`;
    if (found.has(key)) shared.add(key);
    found.set(key, control);
  }
  for (const key of shared) found.delete(key);
  return found;
}

/** The storage key of this history entry, made when something is entered. */
function getEntryKey(): string {
  if (!history.state?.entries) history.replaceState({ ...history.state, entries: `entries ${Date.now()}` }, '');
  return String(history.state.entries);
}

function putBack(storage: Storage, controls: ReadonlyMap<string, Control>): void {
  const kept: unknown = JSON.parse(storage.getItem(getEntryKey()) ?? '{}');
  const changed = new Set([...controls.values()].filter((one) => getValue(one) !== getDefault(one)).map(getGroup));
  for (const [key, control] of controls) {
    const value: unknown = Reflect.get(Object(kept), key);
    if (value !== undefined && !changed.has(getGroup(control))) setValue(control, value);
  }
}

function keep(storage: Storage): void {
  const isSignedIn = document.querySelector(`[action="${signOutPath}"]`) !== null;
  // What the last person entered is not for the next one.
  if (storage.getItem('isSignedIn') && !isSignedIn) storage.clear();
  if (isSignedIn) storage.setItem('isSignedIn', 'yes');
  const atStart = findFields();
  const defaults = new Map([...atStart].map(([key, control]) => [key, getDefault(control)]));
  // What a browser has restored where the entries were removed is that of a form that was sent, or of another user.
  const isRemoved = history.state?.entries && storage.getItem(getEntryKey()) === null;
  putBack(storage, atStart);

  const save = (): void => {
    // A script may have put in other elements since.
    const changed = [...findFields()].flatMap(([key, control]) =>
      getValue(control) === (defaults.get(key) ?? getDefault(control)) ? [] : [[key, getValue(control)]],
    );
    if (changed.length > 0) storage.setItem(getEntryKey(), JSON.stringify(Object.fromEntries(changed)));
    else storage.removeItem(getEntryKey());
  };
  if (!isRemoved) save();
  addEventListener('input', save);
  addEventListener('sent', () => {
    storage.removeItem(getEntryKey());
  });
}

try {
  keep(sessionStorage);
} catch {
  // A browser in which sites may store nothing, or no more.
}
