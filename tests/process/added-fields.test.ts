import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isExhaustive } from '../support/exhaustive';

const readGuide = (heading: string): string =>
  new RegExp(`^## ${heading}\n(.*?)^## `, 'ms').exec(readFileSync('CONTRIBUTING.md', 'utf8'))?.[1] ?? '';

const guide = readGuide('Add a field to a listing');

const schema = 'db/schema/listings.ts';
const fieldTable = 'app/domain/listings/offer-fields.ts';
const options = 'db/enums.ts';

/** Where the lines of the guide go in each of its files. */
const places: Readonly<Record<string, RegExp>> = {
  [schema]: /^ {4}hasRc: /m,
  [fieldTable]: /^ {2}hideLicenseDigits: /m,
  [options]: /$/,
};

/** The blocks of code in the guide, each with the file that was last named before it. */
function readSteps(): { file: string; code: string }[] {
  let file = '';
  return [...guide.matchAll(/`((?:app|db)\/[\w/.-]+\.ts)`|^ *```ts\n(.*?)^ *```$/gms)].flatMap(([, named, code]) => {
    file = named ?? file;
    return code === undefined ? [] : [{ file, code }];
  });
}

/** The steps of the guide "Add a static screen": a new file, or lines of the list that it names in a file. */
const screenSteps = readGuide('Add a static screen')
  .split(/^\d+\. /m)
  .slice(1)
  .map((step) => ({
    file: /`((?:app|tests)\/[^`]+)`/.exec(step)?.[1] ?? '',
    list: /`(\w+)`/.exec(step)?.[1] ?? '',
    code: (/^ *```tsx?\n(.*?)^ *```$/ms.exec(step)?.[1] ?? '').replaceAll(/^ {3}/gm, ''),
  }));

/** Does what the guide says, in a copy of the project. */
function addScreen(root: string): void {
  for (const { file, list, code } of screenSteps) {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    const start = new RegExp(`^export const ${list}\\b.*[[{]\n`, 'm');
    const text = existsSync(path) ? readFileSync(path, 'utf8').replace(start, (line) => line + code) : code;
    expect([file, text]).toEqual([file, expect.stringContaining(code)]);
    writeFileSync(path, text);
  }
}

/** Does what the guide says, in a copy of the project. */
function followGuide(root: string): void {
  const steps = readSteps();
  expect(new Set(steps.map(({ file }) => file))).toEqual(new Set(Object.keys(places)));
  const lists = steps.flatMap(({ file, code }) => (file === options ? [/const (\w+)/.exec(code)?.[1] ?? ''] : []));
  for (const [file, place] of Object.entries(places)) {
    const code = steps.filter((step) => step.file === file).map((step) => step.code);
    const names = lists.filter((list) => file !== options && code.join('').includes(list));
    const imports = names.map((name) =>
      `import { ${name} } from '~db/enums';\n`.replace('~db', file === schema ? '..' : '~db'),
    );
    const path = join(root, file);
    writeFileSync(path, imports.join('') + readFileSync(path, 'utf8').replace(place, (line) => code.join('') + line));
  }
  const [, tool = '', values = ''] = /`npx (drizzle-kit) (generate [^`]+)`/.exec(guide) ?? [];
  execFileSync(resolve('node_modules/.bin', tool), values.split(' '), { cwd: root, stdio: 'pipe' });
}

test('the guides that add a screen and a field to a listing are complete', {
  timeout: 240_000,
}, () => {
  const root = mkdtempSync(join(tmpdir(), 'dopahiya-guide-'));
  const copied = ['app', 'db', 'drizzle', 'drizzle.config.ts', 'ops', 'package.json', 'scripts', 'server'];
  for (const name of [...copied, 'tests/mutations/vitest.config.ts', 'tests/support', 'tsconfig.json']) {
    cpSync(name, join(root, name), { recursive: true });
  }
  cpSync('tests/guides', join(root, 'tests/http'), { recursive: true });
  for (const name of ['node_modules', 'build']) symlinkSync(resolve(name), join(root, name));
  followGuide(root);
  const migrations = readdirSync(join(root, 'drizzle')).filter((name) => name.endsWith('.sql'));
  const [added = ''] = migrations.filter((name) => !existsSync(join('drizzle', name)));
  const columns = readFileSync(join(root, 'drizzle', added), 'utf8').match(/(?<=ADD `)\w+/g);
  expect(columns?.sort()).toEqual(['owned_since', 'repair_cost_rupees', 'starter']);
  expect(new Set(screenSteps.map(({ file }) => file)).size).toBeLessThanOrEqual(5);
  addScreen(root);

  // Half a minute, in which the sources are compiled twice.
  if (isExhaustive) {
    const run = (file: string, values: string[]) =>
      spawnSync(process.execPath, [resolve(file), ...values], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, VITEST: '' },
      });
    expect(run('node_modules/typescript-7/bin/tsc', ['--noEmit']).stdout).toBe('');
    const shown = run('node_modules/vitest/vitest.mjs', [
      'run',
      '--config',
      'tests/mutations/vitest.config.ts',
      'tests/http/added-fields.test.ts',
    ]);
    expect([shown.status, shown.stdout + shown.stderr]).toEqual([0, expect.stringContaining('2 passed')]);
  }
  rmSync(root, { recursive: true });
});
