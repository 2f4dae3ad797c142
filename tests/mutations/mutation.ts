import { readFileSync } from 'node:fs';

/** A small mistake in the sources, and the tests that have to detect it. */
export type Mutation = {
  area: string;
  /** Describes the mistake. */
  name: string;
  file: string;
  /** Text that occurs exactly once in the file: short, so that it survives other changes; and its replacement. */
  find: string;
  replace: string;
  /** Test files, of which at least one test has to fail. */
  tests: readonly string[];
};

/** `tests` as `unit/bands` or `http/desk`, separated by spaces. */
type Row = readonly [name: string, file: string, find: string, replace: string, tests: string];

const testFile = (name: string): string => `tests/${name}.test.ts${name.endsWith('-parts') ? 'x' : ''}`;

/** Unit tests take a second, requests several. */
const quickestFirst = (names: string[]): string[] => [
  ...names.filter((name) => name.startsWith('unit/')),
  ...names.filter((name) => !name.startsWith('unit/')),
];

/** The mutations of one area. */
export const defineMutations = (area: string, rows: readonly Row[]): Mutation[] =>
  rows.map(([name, file, find, replace, tests]) => ({
    area,
    name,
    file,
    find,
    replace,
    tests: quickestFirst(tests.split(' ')).map(testFile),
  }));

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Why a mutation cannot be made; null when it can. */
export function validate({ name, file, find, replace, tests }: Mutation): string | null {
  const missing = tests.find((test) => read(test) === null);
  if (missing !== undefined) return `"${name}": its test file ${missing} is gone.`;
  const text = read(file);
  if (text === null) return `"${name}": the file ${file} is gone.`;
  const found = text.split(find).length - 1;
  if (found !== 1) return `"${name}": the text ${JSON.stringify(find)} occurs ${found} times in ${file}, not once.`;
  return find === replace ? `"${name}": it changes nothing in ${file}.` : null;
}
