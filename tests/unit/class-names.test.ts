import { readdirSync, readFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import { transformWithEsbuild } from 'vite';
import { describe, expect, it, test } from 'vitest';
import { classSelectors, classStrings, shortClassNames, withShortClassNames } from '../../scripts/class-names.mjs';

const names = shortClassNames('app');

describe('class names', () => {
  it('are the same in the sources and in the stylesheets', async () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    const used = new Set<string>();
    for (const file of files) {
      const source = readFileSync(`app/${file}`, 'utf8');
      if (!/class(?:Name|List)/i.test(source)) continue;
      const { code } = await transformWithEsbuild(source, file, { jsx: 'automatic', sourcemap: false });
      for (const { value } of classStrings(code)) for (const name of value.split(' ')) used.add(name);
    }
    expect([...used].filter((name) => !names.has(name))).toEqual([]);
    expect([...names.keys()].filter((name) => !used.has(name))).toEqual([]);
  });

  it('are in no selector of a script and in no attribute that it sets, where the build would not find them', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    const hidden =
      /(?:querySelector(?:All)?|closest|matches)(?:<[^()]*>)?\(\s*['"`][^'"`{]*\.[a-z]|setAttribute\(\s*['"`]class['"`]/;
    expect(files.filter((file) => hidden.test(readFileSync(`app/${file}`, 'utf8')))).toEqual([]);
  });

  it('say what they are, in words', () => {
    expect([...names.keys()].filter((name) => !/^[a-z]{3,}(-[a-z]{2,})*$/.test(name))).toEqual([]);
  });

  it('are short in the build, one for each, and never that of another in the sources', () => {
    const short = [...names.values()];
    expect(new Set(short).size).toBe(names.size);
    expect(short.filter((name) => !/^[a-zA-Z]\d?$/.test(name) || names.has(name))).toEqual([]);
  });
});

describe('shortening', () => {
  const few = new Map([
    ['button', 'a'],
    ['button-primary', 'b'],
    ['icon', 'c'],
  ]);

  test.each([
    ['an attribute, as the compiler leaves it', 'f("p", { className: "button icon" })', 'f("p", { className: "a c" })'],
    [
      'both results of a condition',
      'f({ className: x === "icon" ? "icon" : "button" })',
      'f({ className: x === "icon" ? "c" : "a" })',
    ],
    ['what stands in for nothing', 'f({ className: x["icon"] ?? "icon" })', 'f({ className: x["icon"] ?? "c" })'],
    ['a table', 'const classNames = { button: "button button-primary" }', 'const classNames = { button: "a b" }'],
    ['an assignment', 'line.className = "icon"', 'line.className = "c"'],
    ['a search', 'page.getElementsByClassName("icon")', 'page.getElementsByClassName("c")'],
    ['a list', 'icon.classList.add("icon")', 'icon.classList.add("c")'],
    ['nothing else', 'const icon = f("icon", { name: "button" })', 'const icon = f("icon", { name: "button" })'],
  ])('changes %s', (_what, code, result) => {
    expect(withShortClassNames(code, few)).toBe(result);
  });

  it('rejects a class without a rule, and one that is concatenated', () => {
    expect(() => withShortClassNames('f({ className: "buton" })', few)).toThrow("'buton'");
    expect(() => withShortClassNames('f({ className: `button-` + kind })', few)).toThrow('must be written whole');
  });

  it('changes selectors, also within others, and leaves short ones', () => {
    const shortened = (css: string) =>
      transform({
        filename: 'x.css',
        code: Buffer.from(css),
        visitor: classSelectors(few),
        minify: true,
      }).code.toString();
    const result = '.a:has(>.c:not(.b)){&>:is(.c,.other){color:red}}';
    expect(shortened('.button:has(> .icon:not(.button-primary)) { & > :is(.icon, .other) { color: red } }')).toBe(
      result,
    );
    expect(shortened(result)).toBe(result);
  });
});
