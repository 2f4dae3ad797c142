import { errorTexts } from '~/domain/shared/error-texts';
import { paths } from '~/paths';
import type { Convention } from './conventions';
import { toReadableText } from './endpoint-reference.server';
import { guides } from './guides';

export type FoundPage = { href: string; title: string; about: string };

type Page = FoundPage & { texts: readonly string[] };

const guidePages = Object.entries(guides).map(([name, { title, about, notes }]): Page => {
  return { href: paths.apiGuide(name), title, about, texts: [title, about, notes] };
});
const errorPages = Object.entries(errorTexts).map(([code, text]): Page => {
  const about = toReadableText(text);
  return { href: paths.apiErrors(code), title: code, about, texts: [code, about] };
});

const mostErrors = 10;

/** Guides, conventions and errors with all words of a search in their texts. */
export function searchPages(text: string, conventions: readonly Convention[]): FoundPage[] {
  const words = text.toLowerCase().split(/\s+/);
  const find = (pages: readonly Page[]): FoundPage[] =>
    pages.flatMap(({ texts, ...page }) => {
      const all = texts.join(' ').toLowerCase();
      return words.every((word) => all.includes(word)) ? [page] : [];
    });
  const conventionPages = conventions.map(({ name, value }) => {
    return { href: `${paths.api()}#conventions`, title: name, about: value, texts: [name, value] };
  });
  const [code] = words;
  const errors = find(errorPages).sort((one, other) => Number(other.title === code) - Number(one.title === code));
  return [...find(guidePages), ...find(conventionPages), ...errors.slice(0, mostErrors)];
}
