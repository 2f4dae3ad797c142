import { networkFailure } from './pages';

/*
 * The script of `CheckedForm` (docs/product.md, "Forms"): checks a form while it is filled in and before it is sent, by
 * the constraints and messages in its attributes, and sends it without a page load. The server checks everything again.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Errors = Record<string, string>;

const controls = 'input, textarea, select';

const getControl = ({ target }: Event): Control | null =>
  target instanceof Element ? target.closest<Control>(`[data-checked] :is(${controls})`) : null;

function getError(control: Control): string | undefined {
  const { required, validity, dataset } = control;
  const text = control.value.trim();
  if (!text || validity.valueMissing) return required ? dataset.errorRequired : undefined;
  if ('minLength' in control && [...text].length < control.minLength) return dataset.errorMinlength;
  if (validity.patternMismatch) return dataset.errorPattern;
  return validity.rangeUnderflow ? dataset.errorMin : undefined;
}

function createParent<Tag extends 'a' | 'h2' | 'li'>(tag: Tag, child: Node | string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.append(child);
  return element;
}

function createLink(id: string, text: string): HTMLAnchorElement {
  const link = createParent('a', text);
  link.href = `#${id}`;
  return link;
}

/** A copy of a template of `FormErrors`: the frame of the summary, or a note. */
function getPart(form: HTMLFormElement, index: 0 | 1): HTMLElement {
  const part = form.querySelector('template')?.content.children[index]?.cloneNode(true);
  if (!(part instanceof HTMLElement)) throw new Error();
  return part;
}

function showFieldError(form: HTMLFormElement, name: string, error?: string): void {
  const id = `${name}-error`;
  document.getElementById(id)?.remove();
  const named = form.querySelectorAll<Control>(`[name="${name}"]`);
  // The property is unknown to Firefox before 119.
  for (const control of named) control.setAttribute('aria-invalid', `${!!error}`);
  const group = named[0]?.closest('[role=radiogroup]');
  const help = document.getElementById(`${name}-help`);
  (group ?? named[0])?.setAttribute('aria-describedby', [error && id, help?.id].filter(Boolean).join(' '));
  if (!error) return;
  const note = getPart(form, 1);
  note.id = id;
  note.append(error);
  // The element with this name contains the notes, where there is one, such as the group of days.
  const place = document.getElementById(name);
  (place?.matches(controls) ? (group ?? place.parentElement) : place)?.insertBefore(note, help);
}

function clearSummary(form: HTMLFormElement): void {
  form.querySelector('#errors')?.remove();
  form.querySelector('[href="#errors"]')?.parentElement?.remove();
}

function showErrors(form: HTMLFormElement, button: Element | null, message = '', errors: Errors = {}): void {
  clearSummary(form);
  for (const { name } of form.querySelectorAll<Control>('[aria-invalid]')) showFieldError(form, name);
  const summary = getPart(form, 0);
  const list = document.createElement('ul');
  for (const [name, error] of Object.entries(errors)) {
    showFieldError(form, name, error);
    list.append(createParent('li', createLink(name, error)));
  }
  summary.lastElementChild?.append(createParent('h2', message), list.firstChild ? list : '');
  form.querySelector('template')?.after(summary);
  const note = getPart(form, 1);
  note.append(createLink('errors', message));
  button?.closest('p')?.before(note);
  summary.focus();
}

/** Re-enables a form after a rejection, and when the browser restores the page from its cache. */
let stopSending = (): void => undefined;
addEventListener('pageshow', () => stopSending());

function startSending(form: HTMLFormElement, button: HTMLElement | null): void {
  const content = [...(button?.childNodes ?? [])];
  const enabled = form.querySelectorAll(':enabled');
  const set = (isSending: boolean): void => {
    for (const control of enabled) control.toggleAttribute('disabled', isSending);
    if (!button) return;
    button.ariaBusy = isSending ? 'true' : null;
    button.replaceChildren(...(isSending && button.dataset.busy ? [button.dataset.busy] : content));
  };
  stopSending = () => set(false);
  set(true);
}

/** Navigates to a URL, also when only the fragment differs from that of this page. */
function navigate(url: string): void {
  dispatchEvent(new Event('sent'));
  location.assign(url);
  if (url.startsWith(`${location.pathname + location.search}#`)) location.reload();
}

/**
 * Sends a form as the script of Remix does: the response has a redirect or errors. Any other response, such as a
 * conflict or numbers to choose from, can only be rendered by the server, so the form is then sent without a script.
 */
async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const url = new URL(form.action);
  url.searchParams.set('_data', form.dataset.checked ?? '');
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  startSending(form, button);
  try {
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
    const next = response.headers.get('X-Remix-Redirect');
    if (next) return navigate(next);
    const { message, errors, readings } = await response.json().catch(() => ({}));
    if (!errors && response.status >= 500) throw new Error();
    stopSending();
    const isShownHere = errors && Object.keys(errors).every((name) => form.querySelector(`[id="${name}"]`));
    if (isShownHere && !readings && response.status !== 409) showErrors(form, button, message, errors);
    else form.submit();
  } catch (error) {
    stopSending();
    showErrors(form, button, error instanceof TypeError ? networkFailure : form.dataset.failure);
  }
}

// Capturing, so that other scripts of the page ignore a form that is handled here.
addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement && form.dataset.checked)) return;
    // A button with `formnovalidate` sends its own value, regardless of the fields.
    if (submitter instanceof HTMLButtonElement && submitter.formNoValidate) return;
    event.preventDefault();
    const errors: Errors = {};
    for (const control of form.querySelectorAll<Control>(controls)) {
      const error = getError(control);
      if (error) errors[control.name] = error;
    }
    if (Object.keys(errors).length > 0) showErrors(form, submitter, form.dataset.invalid, errors);
    else void send(form, submitter);
  },
  true,
);

const edited = new WeakSet<Control>();

addEventListener('input', (event) => {
  const control = getControl(event);
  if (!control?.form) return;
  const { form, name, value, dataset } = control;
  edited.add(control);
  if (control.matches('[aria-invalid=true]')) showFieldError(form, name);
  const listed = form.querySelector(`#errors [href="#${name}"]`);
  listed?.parentElement?.remove();
  if (listed && !form.querySelector('#errors li')) clearSummary(form);
  const help = document.getElementById(`${name}-help`);
  if (dataset.counter && help) help.textContent = `${[...value].length}/${dataset.counter}`;
});

addEventListener('focusout', (event) => {
  const control = getControl(event);
  // The layout must not shift while a button is being pressed, which does not get the focus in Safari: sending checks
  // everything anyway.
  if (!control?.form || !edited.has(control) || document.querySelector('button:active')) return;
  const error = getError(control);
  if (error) showFieldError(control.form, control.name, error);
});

// Browser tests wait for it.
document.documentElement.dataset.checks = '';
