import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import { transformWithEsbuild } from 'vite';
import { expect, test } from 'vitest';
import { parseLayers, writeBlocks } from '~/page-style.server';
import { findClassNames } from '../../scripts/class-names.mjs';
import { cssTargets } from '../../scripts/oldest-browsers.mjs';

const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((file) => join('app', file));
const stylesheets = new Map(
  files.filter((file) => file.endsWith('.css')).map((file) => [file, readFileSync(file, 'utf8')]),
);
/** Each stylesheet as the build writes it. */
const built = new Map(
  [...stylesheets].map(([filename, style]) => {
    const { code } = transform({ filename, code: Buffer.from(style), minify: true, targets: cssTargets });
    return [filename, code.toString()];
  }),
);
const namesInStyles = new Set(
  [...stylesheets.values()].flatMap((style) =>
    [...style.replaceAll(/\/\*.*?\*\/|"[^"]*"/gs, '').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
  ),
);

test('classes are the same in the code and in the stylesheets', async () => {
  const used = new Set<string>();
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const source = readFileSync(file, 'utf8');
    if (!/class(?:Name|List)/i.test(source)) continue;
    const { code } = await transformWithEsbuild(source, file, { jsx: 'automatic', sourcemap: false });
    for (const name of findClassNames(code)) used.add(name);
  }
  expect([...used].filter((name) => !namesInStyles.has(name))).toEqual([]);
  expect([...namesInStyles].filter((name) => !used.has(name))).toEqual([]);
});

test('classes say what they are, in words', () => {
  expect([...namesInStyles].filter((name) => !/^[a-z]{3,}(-[a-z]{2,})*$/.test(name))).toEqual([]);
});

/** Of all other stylesheets a page without their classes has nothing. */
const base = 'app/ui/styles/';

test.each([...stylesheets.keys()].filter((file) => !file.startsWith(base)))('%s binds each rule to a class', (file) => {
  const style = built.get(file) ?? '';
  expect(style).toMatch(/^(@layer (?:parts|last|print)\{.*\})+$/);
  expect(writeBlocks(parseLayers([style]), new Set())).toBe('');
});

test.each([
  ['a class', '.card{}', '.tag', ''],
  ['one of two', '.card,.tag{}', '.tag', '.tag'],
  ['both of two', '.card .tag{}', '.tag', ''],
  ['an id', '#menu{}', '#menu', '#menu'],
  ['what another has', ':root:has(.card){}', '.tag', ''],
  ['one of several', ':is(.card,.tag) b{}', '.tag', ':is(.card,.tag) b'],
  ['not what it must not be', '.tag:not(.card){}', '.tag', '.tag:not(.card)'],
  ['the class that an animation is named as', '@keyframes card{}', '.tag', ''],
])('a rule needs %s', (_what, style, used, kept) => {
  const rules = parseLayers([`@layer parts{${style.replace('{}', '{color:red}')}}`]);
  expect(writeBlocks(rules, new Set([used]))).toBe(kept && `@layer parts{${kept}{color:red}}`);
});

/** A misspelt custom property fails silently: the rule is then as if it were not there. */
test('each custom property is a word, and set where it is used', () => {
  const sources = files.filter((file) => /\.(css|tsx?)$/.test(file)).map((file) => readFileSync(file, 'utf8'));
  const namesIn = (pattern: RegExp) => new Set([...sources.join('\n').matchAll(pattern)].map(([, name = '']) => name));
  const set = namesIn(/[^\w-](--[\w-]+)['"]?:/g);
  const used = namesIn(/var\((--[\w-]+)/g);
  expect([...used].filter((name) => !set.has(name))).toEqual([]);
  expect([...set].filter((name) => !/^--[a-z-]{3,}$/.test(name))).toEqual([]);
});

type Rule = {
  /** At-rules around it. */
  around: string;
  selectors: readonly string[];
  declarations: string;
};

const listRules = (blocks: ReturnType<typeof parseLayers>, around = ''): Rule[] =>
  blocks.flatMap(({ preludes, blocks: inner, declarations }) => {
    const selectors = preludes.map(({ text }) => text);
    return [{ around, selectors, declarations }, ...listRules(inner, `${around}${selectors.join()};`)];
  });

const rules = listRules(parseLayers([...built.values()]));
const moved = new Set(
  rules.flatMap(({ selectors, declarations }) => (declarations.includes('animation-timeline') ? selectors : [])),
);
const newSelector = /:has\(|:popover-open|::details-content/;
const newUnit = /(?:^|;)--[\w-]+:[^;]*\d(?:cq|[sld]v)[a-z]+/;

/** Browsers from `oldestBrowsers` on lack some of it, and drop what they cannot read: a declaration, or a whole rule. */
test.each<[string, (rule: Rule) => boolean]>([
  ['a width as an inequality', ({ selectors }) => selectors.some((text) => /^@media.*[<>]/.test(text))],
  [
    'a selector beside one that is newer',
    ({ around, selectors }) =>
      !around.includes('@supports selector(') &&
      new Set(selectors.map((selector) => newSelector.test(selector))).size > 1,
  ],
  [
    'a fold without its button, unless it is always open',
    ({ around, selectors, declarations }) =>
      selectors.some((selector) => selector.endsWith('summary')) &&
      /(?:^|;)(?:display|pointer-events):none/.test(declarations) &&
      !around.includes('@supports selector(::details-content)'),
  ],
  [
    'a bar over the page that would come only with the scroll position',
    ({ around, selectors, declarations }) =>
      !around.includes('@supports (animation-timeline:') &&
      selectors.some((selector) => moved.has(selector)) &&
      /(?:^|;)(?:position:(?:sticky|fixed)|animation-timeline:)/.test(declarations),
  ],
  [
    'a size in a newer unit that others depend on',
    ({ around, declarations }) => !around.includes('@supports (') && newUnit.test(declarations),
  ],
])('no stylesheet has %s', (_what, isBroken) => {
  expect(rules.filter(isBroken).map(({ around, selectors }) => around + selectors.join())).toEqual([]);
});

test('each drawing has a size without the stylesheets', () => {
  const drawings = files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/<svg\s[^<]*/g)].map(([tag]) => `${file}: ${tag}`));
  expect(drawings.length).toBeGreaterThan(0);
  // Without a `viewBox` it is 300 × 150 px; with one, its height follows its width.
  expect(drawings.filter((tag) => /\sviewBox=/.test(tag) && !/\swidth=/.test(tag))).toEqual([]);
});
