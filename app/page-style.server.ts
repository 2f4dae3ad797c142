import * as calculator from 'virtual:calculator-script';
import * as check from 'virtual:check-script';
import * as enhancement from 'virtual:enhancement-script';
import * as photo from 'virtual:photo-script';
import * as sellForm from 'virtual:sell-form-script';
import { errorPageStylesheets, getStyles, type StylesheetName } from '~/stylesheets.server';
import { isScreenHandle } from '~/ui/screen-kind';

/** A selector with the classes that the page must have for it to match, or the name and condition of an at-rule. */
type Prelude = { text: string; classes: readonly string[] };

/** A rule, or an at-rule with others in it. */
type Block = { preludes: readonly Prelude[]; blocks: Block[]; declarations: string };

/** The parts of a selector that can match without the classes in them, such as `:not()`. */
const brackets = /\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
const selector = new RegExp(`(?:[^,()]|${brackets.source})+`, 'g');

const parsePrelude = (text: string): Prelude => ({
  text,
  classes: [...text.replaceAll(brackets, '').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
});

/** Parses a stylesheet as Lightning CSS writes it: without comments and nested rules. */
function parseStyle(style: string): Block[] {
  const blocks: Block[] = [];
  const open: Block[] = [];
  for (const [, text = '', brace] of style.matchAll(/((?:[^{}"]|"[^"]*")*)([{}])/g)) {
    if (brace === '{') {
      const preludes = (text.match(selector) ?? []).map(parsePrelude);
      const block = { preludes, blocks: [], declarations: '' };
      (open.at(-1)?.blocks ?? blocks).push(block);
      open.push(block);
    } else {
      const block = open.pop();
      if (block) block.declarations = text;
    }
  }
  return blocks;
}

function writeBlocks(blocks: readonly Block[], used: ReadonlySet<string>): string {
  let style = '';
  for (const { preludes, blocks: inner, declarations } of blocks) {
    const kept = preludes.filter(({ classes }) => classes.every((name) => used.has(name)));
    if (kept.length === 0) continue;
    const content = inner.length > 0 ? writeBlocks(inner, used) : declarations;
    if (content !== '') style += `${kept.map(({ text }) => text).join(',')}{${content}}`;
  }
  return style;
}

const scripts = [calculator, check, enhancement, photo, sellForm];
/** The stylesheets, parsed once. Screens share them, so that all of them take less memory than their combinations. */
const parsed = new Map<string, Block[]>();

function parseOnce(style: string): Block[] {
  const blocks = parsed.get(style) ?? parseStyle(style);
  parsed.set(style, blocks);
  return blocks;
}

/**
 * The rules of styles that can apply to a page: those whose classes its elements have, or its scripts can set. The
 * rest is for other states of its screen, and would delay its first paint.
 *
 * @param styles the stylesheets of the screen
 * @param html the rendered page
 */
export function getPageStyle(styles: readonly string[], html: string): string {
  // The development server replaces stylesheets and modules in an open page.
  if (import.meta.env.DEV) return styles.join('');
  const used = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));
  for (const { default: path, classNames } of scripts) {
    if (html.includes(path)) for (const name of classNames) used.add(name);
  }
  return styles.map((style) => writeBlocks(parseOnce(style), used)).join('');
}

function getStylesheets(handle: unknown, search: URLSearchParams, status: number): readonly StylesheetName[] {
  if (!isScreenHandle(handle)) return [];
  const { stylesheets: named = [] } = handle;
  return typeof named === 'function' ? named(search, status) : named;
}

/**
 * The styles of a screen, to be inlined in its page.
 *
 * @param handle the route's `handle`, which Remix types as unknown
 * @param search the query of the screen's URL
 * @param status the status of the response
 */
export const getScreenStyles = (handle: unknown, search: URLSearchParams, status: number): string[] =>
  getStyles([
    ...new Set([
      ...getStylesheets(handle, search, status),
      ...(status === 404 || status === 410 ? errorPageStylesheets : []),
    ]),
  ]);
