import { comboboxOf, suggestionsIn } from './combobox';

/** Maximum number of models that are suggested at a time. */
const maxSuggestions = 6;

/** The option that keeps the typed text: any model is allowed. */
const other = 'Other: ';

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Models with a word starting with each typed word, preferring those whose name starts with the brand; 'cb350' matches
 * 'CB 350'.
 */
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
 * The model field of the sell form suggests the models of its brand, and a selected one fills in empty fields
 * (docs/product.md, "Models").
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
    // Without a brand or a letter of a name, any suggestion would be arbitrary.
    const found = wordsOf(typed || brand) === '' ? [] : matching(names, typed, brand).slice(0, maxSuggestions);
    const isWhole = found.length === 1 && found[0] === typed;
    show(isWhole || found.length === 0 ? [] : [...found, ...(typed ? [other + typed] : [])]);
  };
  field.addEventListener('input', suggest);
  field.addEventListener('focus', suggest);
  if (document.activeElement === field) suggest();
}
