import { LRUCache } from 'lru-cache';

/**
 * All stylesheets. Within a layer later rules win: those of screens over those of components, and theirs over those of
 * the primitives that they are composed of.
 */
const stylesheets = [
  import.meta.glob<string>('./ui/styles/*.css', { query: '?inline', import: 'default', eager: true }),
  import.meta.glob<string>('./ui/primitives/*.css', { query: '?inline', import: 'default', eager: true }),
  import.meta.glob<string>(['./ui/**/*.css', '!./ui/styles/*', '!./ui/primitives/*'], {
    query: '?inline',
    import: 'default',
    eager: true,
  }),
  import.meta.glob<string>('./routes/**/*.css', { query: '?inline', import: 'default', eager: true }),
].flatMap((sheets) => Object.values(sheets));

/** Later layers win: elements, then components, then what must always hold, then print. */
const layers = ['base', 'parts', 'last', 'print'];

/** A selector, or the name and condition of an at-rule. */
type Prelude = {
  text: string;
  /** Classes and ids that the page must have for it to match, as selectors; an animation and a paper have the name of one. */
  names: readonly string[];
  /** From each of these lists the page must have the names of at least one selector. */
  either: readonly (readonly Prelude[])[];
};

type Block = { preludes: readonly Prelude[]; blocks: Block[]; declarations: string };

const brackets = /\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
const selector = new RegExp(`(?:[^,()]|${brackets.source})+`, 'g');
const excluded = new RegExp(`:not${brackets.source}`, 'g');
const included = new RegExp(`:(?:is|where|has)(${brackets.source})`, 'g');
/** Attributes, and the arguments of at-rules and other pseudo-classes. */
const ignored = new RegExp(`${brackets.source}|\\[[^\\]]*\\]`, 'g');
const classOrId = /[.#][a-z][\w-]*/gi;
const namedRule = /^@(?:keyframes|page) (\S+)/;

const parsePreludes = (text: string): Prelude[] => (text.match(selector) ?? []).map(parsePrelude);

function parsePrelude(text: string): Prelude {
  const [, className] = namedRule.exec(text) ?? [];
  if (className) return { text, names: [`.${className}`], either: [] };
  const matched = text.replaceAll(excluded, '');
  return {
    text,
    names: matched.replaceAll(included, '').replaceAll(ignored, '').match(classOrId) ?? [],
    either: [...matched.matchAll(included)]
      .map(([, selectors = '']) => parsePreludes(selectors.slice(1, -1)))
      .filter((selectors) => selectors.length > 0),
  };
}

const canMatch = ({ names, either }: Prelude, used: ReadonlySet<string>): boolean =>
  names.every((name) => used.has(name)) &&
  either.every((selectors) => selectors.some((prelude) => canMatch(prelude, used)));

/** Parses a stylesheet as Lightning CSS writes it: without comments and nested rules. */
function parseStyle(style: string): Block[] {
  const blocks: Block[] = [];
  const open: Block[] = [];
  for (const [, text = '', brace] of style.matchAll(/((?:[^{}"]|"[^"]*")*)([{}])/g)) {
    if (brace === '{') {
      const block = { preludes: parsePreludes(text), blocks: [], declarations: '' };
      (open.at(-1)?.blocks ?? blocks).push(block);
      open.push(block);
    } else {
      const block = open.pop();
      if (block) block.declarations = text;
    }
  }
  return blocks;
}

/** @param used classes and ids, as selectors */
export function writeBlocks(blocks: readonly Block[], used: ReadonlySet<string>): string {
  let style = '';
  for (const { preludes, blocks: inner, declarations } of blocks) {
    const kept = preludes.filter((prelude) => canMatch(prelude, used));
    if (kept.length === 0) continue;
    const content = inner.length > 0 ? writeBlocks(inner, used) : declarations;
    if (content !== '') style += `${kept.map(({ text }) => text).join(',')}{${content}}`;
  }
  return style;
}

export function parseLayers(styles: readonly string[]): Block[] {
  const blocks = styles.flatMap(parseStyle);
  return layers.map((layer) => {
    const preludes = parsePreludes(`@layer ${layer}`);
    const parts = blocks.filter(({ preludes: [prelude] }) => prelude?.text === preludes[0]?.text);
    return { preludes, blocks: parts.flatMap((part) => part.blocks), declarations: '' };
  });
}

const rules = parseLayers(stylesheets);

const listNames = (preludes: readonly Prelude[]): string[] =>
  preludes.flatMap(({ names, either }) => [...names, ...either.flatMap(listNames)]);

const listBlockNames = (blocks: readonly Block[]): string[] =>
  blocks.flatMap(({ preludes, blocks: inner }) => [...listNames(preludes), ...listBlockNames(inner)]);

/** Others, as the ids of offers, change nothing. */
const namesInRules: ReadonlySet<string> = new Set(listBlockNames(rules));

/** By the names that a page has of those in rules. Writing one takes half a millisecond. */
const stylesByNames = new LRUCache<string, string>({ max: 50 });

/** Stands for the style of a page while it is rendered. */
export const stylePlaceholder = '/* style */';

/**
 * The rules that can apply to a page: those whose classes its elements have, or its scripts can set. The rest would
 * delay its first paint.
 */
export function getPageStyle(
  html: string,
  scripts: readonly { default: string; classNames: readonly string[] }[],
): string {
  // The development server replaces stylesheets and modules in an open page.
  if (import.meta.env.DEV) return `@layer ${layers.join()};${stylesheets.join('')}`;
  const used = new Set<string>();
  for (const text of new Set(html.match(/ (?:class|id|style)="[^"]*"/g))) {
    const [name, value = ''] = text.split('"', 2);
    if (name === ' class=') for (const word of value.split(' ')) used.add(`.${word}`);
    else if (name === ' id=') used.add(`#${value}`);
    // The name of an animation (`SlideShow`).
    else for (const [, turn] of value.matchAll(/--turn:([\w-]+)/g)) used.add(`.${turn}`);
  }
  for (const { default: path, classNames } of scripts) {
    if (html.includes(path)) for (const name of classNames) used.add(`.${name}`);
  }
  const names = [...used].filter((name) => namesInRules.has(name)).sort();
  const key = names.join(' ');
  const style = stylesByNames.get(key) ?? writeBlocks(rules, new Set(names));
  stylesByNames.set(key, style);
  return style;
}
