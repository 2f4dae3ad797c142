import * as calculator from 'virtual:calculator-script';
import * as check from 'virtual:check-script';
import * as enhancement from 'virtual:enhancement-script';
import * as photo from 'virtual:photo-script';
import * as sellForm from 'virtual:sell-form-script';

/** A rule, or an at-rule with others in it. */
type Block = {
  prelude: string;
  /** For each selector the classes that the page must have for it to match. */
  selectors: readonly (readonly string[])[];
  blocks: Block[];
  /** The declarations of a block without others in it. */
  text: string;
};

/** What is in brackets, such as in `:not()`, can match without its classes. */
const withoutBrackets = (selectors: string): string => {
  const rest = selectors.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, '');
  return rest === selectors ? rest : withoutBrackets(rest);
};

const findClasses = (selector: string): string[] =>
  [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);

/** Parses a stylesheet as Lightning CSS writes it: without comments and nested rules. */
function parseStyle(style: string): Block[] {
  const blocks: Block[] = [];
  const open: Block[] = [];
  for (const [, text = '', brace] of style.matchAll(/((?:[^{}"]|"[^"]*")*)([{}])/g)) {
    if (brace === '{') {
      const selectors = withoutBrackets(text).split(',').map(findClasses);
      const block = { prelude: text, selectors, blocks: [], text: '' };
      (open.at(-1)?.blocks ?? blocks).push(block);
      open.push(block);
    } else {
      const block = open.pop();
      if (block) block.text = text;
    }
  }
  return blocks;
}

function writeBlocks(blocks: readonly Block[], classes: ReadonlySet<string>): string {
  let style = '';
  for (const { prelude, selectors, blocks: inner, text } of blocks) {
    if (!selectors.some((names) => names.every((name) => classes.has(name)))) continue;
    const content = inner.length > 0 ? writeBlocks(inner, classes) : text;
    if (content !== '') style += `${prelude}{${content}}`;
  }
  return style;
}

const scripts = [calculator, check, enhancement, photo, sellForm];
/** Each combination of stylesheets, parsed once. */
const parsed = new Map<string, Block[]>();

/**
 * The rules of a style that can apply to a page: those whose classes its elements have, or its scripts can set. The
 * rest is for other states of its screen, and would delay its first paint.
 *
 * @param style the stylesheets of the screen
 * @param html the rendered page
 */
export function getPageStyle(style: string, html: string): string {
  // The development server replaces stylesheets and modules in an open page.
  if (import.meta.env.DEV) return style;
  const blocks = parsed.get(style) ?? parseStyle(style);
  parsed.set(style, blocks);
  const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));
  for (const { default: path, classNames } of scripts) {
    if (html.includes(path)) for (const name of classNames) classes.add(name);
  }
  return writeBlocks(blocks, classes);
}
