import { formatCount, formatRupees } from '~/domain/shared/money';
import { adoptStyle } from '~/ui/enhance/pages';
import style from './listing-preview.css?inline';

/** On narrower screens one part of the form is in view, without room for a preview. */
const desk = '(min-width: 64rem)';

/** What a card of a list says of what is entered; an empty text for what cannot be read. */
function describeEntries(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const format = (name: string, toText: (figure: number) => string): string => {
    const figure = Number((values[name] ?? '').replaceAll(/[₹,\s]/g, ''));
    return figure > 0 ? toText(figure) : '';
  };
  const { name = '', year = '', city = '' } = values;
  return {
    ...{ name, year, city },
    presentPrice: format('presentPrice', formatRupees),
    pastPrice: format('pastPrice', formatRupees),
    kilometresDriven: format('kilometresDriven', (km) => `${formatCount(km)} km`),
  };
}

/** What the preview shows of the entries, by their names; the photo is that of the first tile. */
const markup = `<h2>How buyers see it</h2><div><figure></figure>
<p><b data-shows="presentPrice"></b> <s data-shows="pastPrice"></s></p><strong data-shows="name"></strong>
<p><span data-shows="year"></span><span data-shows="kilometresDriven"></span><span data-shows="city"></span></p></div>
<h3>Still needed</h3><ul></ul>`;

function createNeeded(form: HTMLFormElement, name: string): HTMLElement {
  const item = document.createElement('li');
  const label = document.getElementById(`${name}-label`) ?? form.querySelector(`label[for="${name}"]`);
  const link = document.createElement('a');
  link.href = `#${name}`;
  link.textContent = name === 'images' ? 'Photos' : (label?.textContent ?? name);
  item.append(name ? link : 'Nothing: it is complete');
  return item;
}

/**
 * On a desk, shows the vehicle of a form beside its parts as buyers will see it, with links to what is still needed. Its
 * style comes with it: pages have only what they are painted with.
 */
export function followEntries(form: HTMLFormElement): void {
  const parts = form.querySelector('.form-cards');
  if (!parts) return;
  adoptStyle(style);
  const preview = document.createElement('section');
  preview.className = 'sell-preview';
  preview.ariaLabel = 'How buyers see it';
  preview.innerHTML = markup;
  const figure = preview.querySelector('figure');
  const list = preview.querySelector('ul');
  let needed: string | null = null;

  const update = (): void => {
    // While it is sent it has no entries.
    if (!preview.isConnected || form.querySelector('fieldset:disabled')) return;
    const entered = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const texts = describeEntries(Object.fromEntries(entered));
    for (const element of preview.querySelectorAll<HTMLElement>('[data-shows]')) {
      const text = texts[element.dataset.shows ?? ''] ?? '';
      if (element.textContent !== text) element.textContent = text;
    }
    const { src } = form.querySelector<HTMLImageElement>('.photo-tiles img[src]') ?? {};
    if (figure && figure.querySelector('img')?.src !== src) {
      const image = new Image();
      image.alt = '';
      if (src) image.src = src;
      figure.replaceChildren(...(src ? [image] : []));
    }
    const missing = [...form.querySelectorAll<HTMLInputElement>(':required:invalid')].map(({ name }) => name);
    const names = [...(form.querySelector('[name=photos]') ? [] : ['images']), ...new Set(missing)];
    if (names.join() === needed) return;
    needed = names.join();
    list?.replaceChildren(...(names.length > 0 ? names : ['']).map((name) => createNeeded(form, name)));
  };
  const query = matchMedia(desk);
  const place = (): void => {
    if (query.matches) parts.append(preview);
    else preview.remove();
    update();
  };
  place();
  query.addEventListener('change', place);
  form.addEventListener('input', update);
  // Photos come and go, and a model fills in fields.
  form.addEventListener('load', update, true);
  new MutationObserver(update).observe(form, { childList: true, subtree: true });
}
