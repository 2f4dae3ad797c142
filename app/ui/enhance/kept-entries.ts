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
  const controls = new Map<string, Control>();
  const shared = new Set<string>();
  for (const control of document.querySelectorAll<Control>(fields)) {
    if (isSecret(control)) continue;
    const key = `${getGroup(control)} ${isChoice(control) ? control.value : ''}`;
    if (controls.has(key)) shared.add(key);
    controls.set(key, control);
  }
  for (const key of shared) controls.delete(key);
  return controls;
}

/** The storage key of this history entry, made when something is entered. */
function getEntryKey(): string {
  if (!history.state?.entries) history.replaceState({ ...history.state, entries: `entries ${Date.now()}` }, '');
  return String(history.state.entries);
}

type Entries = Record<string, unknown>;

/** Those of a history entry whose form was sent. */
const noEntries = '{}';

const read = (storage: Storage, key: string): Entries => Object(JSON.parse(storage.getItem(key) ?? noEntries));

function write(storage: Storage, key: string, entries: Entries): void {
  if (Object.keys(entries).length > 0) storage.setItem(key, JSON.stringify(entries));
  else storage.removeItem(key);
}

/** Where is noted what remains of the entries of each history entry once a form that was sent has been stored. */
const sentKey = 'sent';

/**
 * Notes a form that the browser sends. After errors it is sent again from another history entry: what was entered in
 * all of them goes when it has been stored.
 */
function noteSent(storage: Storage, form: HTMLFormElement): void {
  const remaining = read(storage, getEntryKey());
  for (const [key, control] of findFields()) if (control.form === form) delete remaining[key];
  const action = form.getAttribute('action') ?? '';
  const { action: actionBefore, remains } = read(storage, sentKey);
  const others = actionBefore === action ? Object(remains) : {};
  write(storage, sentKey, { action, remains: { ...others, [getEntryKey()]: remaining } });
}

/** On the page after a form was stored (`FlashRegion`), removes what was sent. */
function removeSent(storage: Storage): void {
  if (!document.querySelector('[data-stored]')) return;
  const { remains } = read(storage, sentKey);
  for (const [key, entries] of Object.entries(Object(remains))) storage.setItem(key, JSON.stringify(entries));
  storage.removeItem(sentKey);
}

function resetFields(): void {
  for (const control of findFields().values())
    if (getValue(control) !== getDefault(control)) setValue(control, getDefault(control));
}

function putBack(storage: Storage, controls: ReadonlyMap<string, Control>): void {
  const kept = read(storage, history.state?.entries);
  const changed = new Set([...controls.values()].filter((one) => getValue(one) !== getDefault(one)).map(getGroup));
  for (const [key, control] of controls) {
    const value = kept[key];
    if (value !== undefined && !changed.has(getGroup(control))) setValue(control, value);
  }
}

function keep(storage: Storage): void {
  const isSignedIn = document.querySelector(`[action="${signOutPath}"]`) !== null;
  // What the last person entered is not for the next one.
  if (storage.getItem('isSignedIn') && !isSignedIn) storage.clear();
  if (isSignedIn) storage.setItem('isSignedIn', 'yes');
  removeSent(storage);
  const atStart = findFields();
  const defaults = new Map([...atStart].map(([key, control]) => [key, getDefault(control)]));
  const getKept = (): string | null | undefined => history.state?.entries && storage.getItem(history.state.entries);
  const kept = getKept();
  // What a browser has restored of a form that was sent goes, unless the visitor may have entered it since.
  const resetSent = (isPageKept: boolean): void => {
    if (getKept() === noEntries && (isPageKept || !navigator.userActivation?.hasBeenActive)) resetFields();
  };
  resetSent(false);
  putBack(storage, atStart);

  const save = (): void => {
    // A script may have put in other elements since.
    const changed = [...findFields()].flatMap(([key, control]) =>
      getValue(control) === (defaults.get(key) ?? getDefault(control)) ? [] : [[key, getValue(control)]],
    );
    if (changed.length > 0 || history.state?.entries) write(storage, getEntryKey(), Object.fromEntries(changed));
  };
  // Nor is it kept again; where the entries were removed, it is that of another user.
  if (kept !== noEntries && kept !== null) save();
  addEventListener('input', save);
  // By a script, which has the response.
  addEventListener('sent', () => {
    storage.setItem(getEntryKey(), noEntries);
  });
  // Some browsers restore after the page was loaded, or the whole page.
  addEventListener('pageshow', ({ persisted }) => resetSent(persisted));
  addEventListener('submit', ({ defaultPrevented, target }) => {
    if (!defaultPrevented && target instanceof HTMLFormElement && target.method === 'post') noteSent(storage, target);
  });
}

try {
  keep(sessionStorage);
} catch {
  // A browser in which sites may store nothing, or no more.
}
