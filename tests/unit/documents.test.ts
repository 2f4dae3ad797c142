import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** A path in backticks that begins with a folder of the repository, or a bare file name. */
const pathInBackticks =
  /`((?:app|bin|db|docs|drizzle|ops|public|scripts|server|tests)\/[\w./-]+|[\w.-]+\.(?:css|json|mjs|tsx?))`/g;
/** A camelCase name in backticks, also as a property: `handle.stylesheets`. */
const nameInBackticks = /`(?:[a-z]\w*\.)?([a-z]+(?:[A-Z]\w*)+)(?:\(\))?`/g;
/** A row of the schema of settings, or a variable read from the environment. */
const environmentVariable = /^ {2}([A-Z][A-Z_]+): (?!')|process\.env\.([A-Z_]+)|\{ ([A-Z_]+): \w+ \} = process\.env/gm;
/** Files that exist only on a running site, or once a guide is followed. */
const absentFiles = new Set(['db/dopahiya.sqlite', 'app/routes/warranty/route.tsx']);

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(existsSync);
const sources = tracked.filter((file) => /^(?:app|db|ops|server|scripts|tests)\/.*\.(?:css|mjs|tsx?)$/.test(file));
const documents = tracked.filter((file) => /^(?:(?:[a-z]+\/)*[A-Z]+|docs\/.*)\.md$/.test(file));

/** A citation may continue on the next line of a comment. */
const citation = /docs\/([\w/-]+\.md),(?:\s|\/\/|\*)+"([^"]+)"/g;

const getHeadings = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);

/** Fragment of a heading, as GitHub derives it. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

describe('a citation in a comment', () => {
  const cited = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(citation)].map(([, document = '', heading = '']) => ({
      file,
      document: `docs/${document}`,
      heading: heading.replaceAll(/\s+(?:\*|\/\/)?\s*/g, ' '),
    })),
  );

  it('names an existing document and heading', () => {
    expect(cited.length).toBeGreaterThan(100);
    const missing = cited.filter(
      ({ document, heading }) => !existsSync(document) || !getHeadings(document).includes(heading),
    );
    expect(missing).toEqual([]);
  });
});

it('the changelog has the date of this version, and the guides of operators name it', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const dated = getHeadings('CHANGELOG.md').filter((heading) => /^\d.* - \d{4}-\d\d-\d\d$/.test(heading));
  expect(dated[0]?.split(' ')[0]).toBe(version);
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(`dopahiya-${version}.tar.gz`);
});

it('every environment variable that the site and its commands read is in the table of settings', () => {
  const read = sources
    // The guides are programs of API clients.
    .filter((file) => /^(?:app\/(?!api\/guides\/)|db|ops|server|scripts)/.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(environmentVariable)])
    .flatMap(([, inTable, ofProcess, destructured]) => inTable ?? ofProcess ?? destructured ?? []);
  const rows = readFileSync('docs/operations.md', 'utf8').match(/^\| (?:`[A-Z_]+`(?:, )?)+ \|/gm) ?? [];
  const documented = rows.flatMap((row) => row.match(/[A-Z][A-Z_]+/g) ?? []);
  expect(new Set(read).size).toBeGreaterThan(30);
  expect([...new Set(read)].filter((name) => !documented.includes(name))).toEqual([]);
  expect(documented.filter((name) => !read.includes(name) && !name.startsWith('LITESTREAM_'))).toEqual([]);
});

describe('a link between documents', () => {
  it('leads to an existing file and heading', () => {
    const broken: string[] = [];
    let links = 0;
    for (const file of documents) {
      const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : '';
      for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
        links += 1;
        const [path = '', anchor] = target.split('#');
        const page = path === '' ? file : new URL(path, `file:///${folder}`).pathname.slice(1);
        const isThere = existsSync(page) && (!anchor || getHeadings(page).map(toAnchor).includes(anchor));
        if (!isThere) broken.push(`${file}: ${target}`);
      }
    }
    expect(links).toBeGreaterThan(0);
    expect(broken).toEqual([]);
  });
});

describe('a name in backticks in a document', () => {
  const current = documents
    .filter((file) => file !== 'CHANGELOG.md')
    .map((file) => [file, readFileSync(file, 'utf8')] as const);
  const namesIn = (pattern: RegExp) =>
    current.flatMap(([file, text]) => [...text.matchAll(pattern)].map(([, name = '']) => ({ file, name })));

  it('that is a path exists in the repository', () => {
    const paths = namesIn(pathInBackticks).filter(({ name }) => !absentFiles.has(name));
    expect(paths.length).toBeGreaterThan(100);
    const fileNames = new Set(tracked.map((file) => file.slice(file.lastIndexOf('/') + 1)));
    expect(paths.filter(({ name }) => !(name.includes('/') ? existsSync(name) : fileNames.has(name)))).toEqual([]);
  });

  it('in the map of the code exists in the repository, and each folder of it is there', () => {
    const [, map = ''] = /^## Map of the code\n+```\n(.*?)^```/ms.exec(readFileSync('README.md', 'utf8')) ?? [];
    const paths: string[] = map.match(/(?<=^| {2})[a-z]+\/\S*/gm) ?? [];
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    const folders = tracked.flatMap((file) => /^(?:app\/)?[a-z]+\/(?=.)/.exec(file)?.[0] ?? []);
    expect([...new Set(folders)].filter((folder) => folder !== 'app/' && !paths.includes(folder))).toEqual([]);
  });

  it('that is an identifier exists in the sources', () => {
    const names = namesIn(nameInBackticks);
    expect(names.length).toBeGreaterThan(20);
    const identifiers = new Set(sources.flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []));
    expect(names.filter(({ name }) => !identifiers.has(name))).toEqual([]);
  });
});

it('every `npm run` command of documents and sources exists, and a newcomer has at most 20 to choose from', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const named = [...documents, ...sources].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => ({
      file,
      name,
    })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
});

it('each failure in the table of failures has a test of that name', () => {
  const [, , ...rows] = readFileSync('docs/failures.md', 'utf8').match(/^\|.+\|$/gm) ?? [];
  const missing = rows.filter((row) => {
    const [, file = '', title = ''] = /\| `(tests\/\S+)`: (.+) \|$/.exec(row) ?? [];
    return (
      !existsSync(file) || ![`'`, `"`, '`'].some((quote) => readFileSync(file, 'utf8').includes(quote + title + quote))
    );
  });
  expect(rows.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});
