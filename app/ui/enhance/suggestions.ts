import { suggestionsPath } from '../../paths';
import { comboboxOf, suggestionsIn } from './combobox';

/** Delay in milliseconds between the last key press and the request. */
const pause = 120;

/** Suggests searches while a visitor types in a search field (docs/product.md, "Suggestions"). */
export function suggestInPlace(): void {
  const form = document.querySelector<HTMLFormElement>('[role=search]');
  const field = form?.querySelector<HTMLInputElement>('[name=q]');
  if (!form || !field) return;
  let timer = 0;
  const show = comboboxOf(field, form, (text) => {
    field.value = text;
    form.requestSubmit();
  });

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const { value } = field;
      fetch(`${suggestionsPath}?q=${encodeURIComponent(value)}`)
        .then((response) => response.json())
        .then((body) => {
          if (value === field.value && document.activeElement === field) show(suggestionsIn(body));
        })
        .catch(() => show([]));
    }, pause);
  });
}
