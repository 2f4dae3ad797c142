import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(existsSync);
const sources = tracked.filter((file) => /^(?:app|db|server|scripts|tests)\/.*\.(?:css|mjs|tsx?)$/.test(file));
const documents = tracked.filter((file) => /^(?:[A-Z]+|docs\/.*)\.md$/.test(file));

/** The text of a comment may go on in the next line. */
const citation = /docs\/([\w/-]+\.md),(?:\s|\/\/|\*)+"([^"]+)"/g;

const headingsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);

/** The address that a heading has within its page. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

describe('what comments cite', () => {
  const cited = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(citation)].map(([, document = '', heading = '']) => ({
      file,
      document: `docs/${document}`,
      heading: heading.replaceAll(/\s+(?:\*|\/\/)?\s*/g, ' '),
    })),
  );

  it('is a heading that its document has', () => {
    expect(cited.length).toBeGreaterThan(100);
    const missing = cited.filter(
      ({ document, heading }) => !existsSync(document) || !headingsOf(document).includes(heading),
    );
    expect(missing).toEqual([]);
  });
});

describe('a link between documents', () => {
  it('leads to a file and a heading that are there', () => {
    const broken: string[] = [];
    let links = 0;
    for (const file of documents) {
      const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : '';
      for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
        links += 1;
        const [path = '', anchor] = target.split('#');
        const page = path === '' ? file : new URL(path, `file:///${folder}`).pathname.slice(1);
        const isThere = existsSync(page) && (!anchor || headingsOf(page).map(anchorOf).includes(anchor));
        if (!isThere) broken.push(`${file}: ${target}`);
      }
    }
    expect(links).toBeGreaterThan(0);
    expect(broken).toEqual([]);
  });
});
