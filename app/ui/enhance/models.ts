import { comboboxOf, suggestionsIn } from './combobox';

/** Maximum number of models that are suggested at a time. */
const mostSuggested = 6;

/** The option that keeps what was typed: every model is welcome. */
const other = 'Other: ';

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Models that begin with the brand, if any does, and have a word that begins like each one typed; 'cb350' is 'CB 350'. */
function matching(names: readonly string[], typed: string, brand: string): string[] {
  const words = wordsOf(typed).split(' ');
  const ofBrand = names.filter((name) => wordsOf(name).startsWith(wordsOf(brand)));
  return (ofBrand.length > 0 ? ofBrand : names).filter((name) => {
    const key = ` ${wordsOf(name)}`;
    const joined = key.replaceAll(' ', '');
    return words.every((word) => key.includes(` ${word}`) || (/\d/.test(word) && joined.includes(word)));
  });
}

/**
 * The model field of the sell form suggests the models of its brand while one is typed, and what is chosen fills the
 * empty fields in (docs/product.md, "Models").
 *
 * @param path of the list of models in the API
 */
export async function suggestModels(field: HTMLInputElement, path: string): Promise<void> {
  const { form, parentElement: box } = field;
  if (!form || !box || field.role) return;
  const show = comboboxOf(field, box, (text) => {
    if (text.startsWith(other)) return;
    field.value = text;
    form.requestSubmit(form.querySelector<HTMLButtonElement>('[value=fill]'));
  });
  const names = suggestionsIn(await (await fetch(path)).json());
  const suggest = (): void => {
    const typed = field.value.trim();
    const brand = form.querySelector<HTMLInputElement>('[name=brand]')?.value.trim() ?? '';
    // Without a letter of a name, or a brand, there is nothing to go by.
    const found = wordsOf(typed || brand) === '' ? [] : matching(names, typed, brand).slice(0, mostSuggested);
    const isWhole = found.length === 1 && found[0] === typed;
    show(isWhole || found.length === 0 ? [] : [...found, ...(typed ? [other + typed] : [])]);
  };
  field.addEventListener('input', suggest);
  field.addEventListener('focus', suggest);
  if (document.activeElement === field) suggest();
}
