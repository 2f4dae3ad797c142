/** Forms being sent, with the button that sent each and its label. */
const sent = new Map<HTMLFormElement, { button: HTMLButtonElement | null; text: string }>();

/** A form that writes is sent once, and its button shows it. Returning to the page makes it sendable again. */
export function submitOnce(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return;
    if (sent.has(form)) {
      event.preventDefault();
      return;
    }
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
    sent.set(form, { button, text: button?.textContent ?? '' });
    if (!button) return;
    // A button that is disabled at once would not be sent with its form.
    setTimeout(() => {
      button.disabled = true;
      if (button.dataset.busy) button.textContent = button.dataset.busy;
    });
  });
  addEventListener('pageshow', () => {
    for (const { button, text } of sent.values()) {
      if (!button) continue;
      button.disabled = false;
      if (button.dataset.busy) button.textContent = text;
    }
    sent.clear();
  });
}
