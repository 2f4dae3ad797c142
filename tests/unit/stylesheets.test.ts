import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import { transformWithEsbuild } from 'vite';
import { expect, test } from 'vitest';
import { parseLayers, writeBlocks } from '~/page-style.server';
import { findClassNames } from '../../scripts/class-names.mjs';

const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((file) => join('app', file));
const stylesheets = new Map(
  files.filter((file) => file.endsWith('.css')).map((file) => [file, readFileSync(file, 'utf8')]),
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
  const code = Buffer.from(stylesheets.get(file) ?? '');
  const style = transform({ filename: file, code, minify: true, targets: { chrome: 111 << 16 } }).code.toString();
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
