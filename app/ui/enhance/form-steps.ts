import { adoptStyle } from './pages';
import style from './one-part.css?inline';

/** Below it the bottom bar is shown. */
const phone = '(max-width: 63.99rem)';

/** The browser's search opens what is hidden so, where it can. */
const hiddenState = 'onbeforematch' in document.documentElement ? 'until-found' : '';

function setHidden(element: Element | null, isHidden: boolean): void {
  if (isHidden) element?.setAttribute('hidden', hiddenState);
  else element?.removeAttribute('hidden');
}

/**
 * On a phone, shows one part of a form at a time (docs/product.md, "Listings"), each with a history entry. The actions
 * of the form become the bar *Back · 3 of 5 · Next*. The parts stay in the page: nothing entered is lost, all is printed.
 *
 * React may render the parts again. It sets none of the attributes and adds none of the elements that this sets and
 * adds. Fields that are missing when one goes on get `invalid` events, which the form answers; it reports an answer with
 * errors by a `rejected` event with the names of their fields.
 */
export function enhanceSteps(form: HTMLFormElement): void {
  adoptStyle(style);
  const query = matchMedia(phone);
  const links = [...form.querySelectorAll<HTMLAnchorElement>('.form-steps a')];
  const last = links.length - 1;
  const getParts = (): HTMLElement[] => [...form.querySelectorAll<HTMLElement>('.form-section')];
  /** What comes before the links belongs to the first part. */
  const findStep = (element: Element | null): number =>
    element?.closest('.model-first') ? 0 : getParts().findIndex((part) => part.contains(element));

  const actions = form.querySelector('.form-cards > fieldset > .row');
  const [send, cancel] = actions?.children ?? [];
  const back = document.createElement('a');
  back.className = 'button';
  back.textContent = 'Back';
  const next = document.createElement('button');
  next.type = 'button';
  next.className = 'button button-theme';
  next.textContent = 'Next';
  const count = document.createElement('b');
  actions?.prepend(back, count);
  actions?.append(next);
  const notes = links.map((link) => {
    const note = document.createElement('span');
    note.textContent = ', complete';
    link.lastElementChild?.append(note);
    return note;
  });

  let step = 0;
  const update = (): void => {
    const isOn = query.matches;
    form.classList.toggle('one-part', isOn);
    for (const [at, part] of getParts().entries()) {
      setHidden(part, isOn && at !== step);
      const legend = part.querySelector('legend');
      if (legend) legend.tabIndex = -1;
      const photos = part.querySelector('[data-photos]');
      const isDone =
        !part.querySelector(':invalid, [aria-invalid=true]') && (!photos || photos.querySelector('[name=photos]'));
      links[at]?.toggleAttribute('data-done', !!isDone);
      setHidden(notes[at] ?? null, !isOn || !isDone);
      if (isOn && at === step) links[at]?.setAttribute('aria-current', 'step');
      else links[at]?.removeAttribute('aria-current');
    }
    setHidden(form.querySelector('.model-first'), isOn && step > 0);
    // The bar takes the place of the bottom bar.
    for (const element of document.querySelectorAll('.bottom-bar, .footer')) element.toggleAttribute('hidden', isOn);
    back.hidden = !isOn || step === 0;
    cancel?.toggleAttribute('hidden', isOn && step > 0);
    next.hidden = !isOn || step === last;
    send?.toggleAttribute('hidden', isOn && step < last);
    count.hidden = !isOn;
    const text = `${step + 1} of ${links.length}`;
    if (count.textContent !== text) count.textContent = text;
    back.href = links[step - 1]?.hash ?? '';
  };

  /** Shows a part, and moves the focus to its heading or to what was asked for in it. */
  const show = (at: number, target: HTMLElement | null = null): void => {
    step = at;
    update();
    if (!target) scrollTo({ top: 0, behavior: 'instant' });
    (target ?? getParts()[at]?.querySelector('legend'))?.focus();
  };
  const goTo = (at: number, target: HTMLElement | null): void => {
    if (at !== step) {
      // What was entered is kept under one key for all parts.
      const state = { entries: `entries ${Date.now()}`, ...history.state };
      history.replaceState(state, '');
      history.pushState(state, '', links[at]?.hash);
    }
    show(at, target);
  };
  const showFromUrl = (): void => {
    const at = location.hash ? findStep(document.getElementById(location.hash.slice(1))) : 0;
    if (at >= 0) show(at);
  };

  form.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="#"]');
    const target = link ? document.getElementById(link.hash.slice(1)) : null;
    const at = findStep(target);
    if (!query.matches || !target || at < 0) return;
    event.preventDefault();
    goTo(at, target.localName === 'legend' ? null : target);
  });
  next.addEventListener('click', () => {
    const missing = getParts()[step]?.querySelectorAll<HTMLInputElement>(':required:invalid') ?? [];
    if (missing.length === 0) return goTo(step + 1, null);
    for (const field of missing) field.checkValidity();
    setTimeout(() => document.getElementById('errors')?.focus());
  });
  // Enter in a field presses a hidden button. It leads to the next part, so that half a form is not sent by accident.
  form.addEventListener(
    'submit',
    (event) => {
      if (!query.matches || step === last || !event.submitter?.matches('.unseen')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      next.click();
    },
    true,
  );
  form.addEventListener('beforematch', ({ target }) => {
    if (!(target instanceof Element)) return;
    step = Math.max(0, findStep(target));
    update();
  });
  form.addEventListener('input', update);
  query.addEventListener('change', update);
  addEventListener('popstate', () => query.matches && showFromUrl());
  // Photos come and go, and React renders parts again; before they are painted.
  new MutationObserver(update).observe(form, { childList: true, subtree: true });

  form.addEventListener('rejected', (event) => {
    const names: unknown = event instanceof CustomEvent && event.detail;
    if (!Array.isArray(names)) return;
    const steps = names.map((name) => findStep(document.getElementById(String(name)))).filter((at) => at >= 0);
    if (steps.length === 0) return;
    step = Math.min(...steps);
    update();
  });

  const { activeElement } = document;
  const named = findStep(document.getElementById(location.hash.slice(1)));
  // Someone who already writes stays there.
  const entered = form.contains(activeElement) ? findStep(activeElement) : -1;
  const faulty = getParts().findIndex((part) => part.querySelector('[aria-invalid=true]'));
  step = [faulty, entered, named, 0].find((at) => at >= 0) ?? 0;
  update();
  if (query.matches && step > 0) {
    if (step === entered) activeElement?.scrollIntoView({ block: 'center' });
    else scrollTo({ top: 0, behavior: 'instant' });
  }
}
