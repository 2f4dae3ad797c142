import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';

/** The Nu HTML Checker of the W3C, which `npm run test:all` installs on first use. It needs Java. */
const version = '26.9.27';
const folder = '.cache/html-checker';
const jar = `${folder}/node_modules/vnu-jar/build/dist/vnu.jar`;

/** What the checker rejects although it is right, each with its reason. */
const known: readonly { message: RegExp; why: string }[] = [
  { message: /^CSS: /, why: 'Its CSS parser is older than container units, nesting, layers and scroll timelines.' },
  {
    message: /^Bad value “later” for attribute “type” on element “script”/,
    why: 'A script of no known type waits, and `startAfterPaint` gives it its type.',
  },
  {
    message: /^A “link” element must not appear as a descendant of a “body” element/,
    why: 'The same for the links of those scripts: `rel=later` until the first paint.',
  },
  { message: /“blocking” attribute/, why: '`link rel=expect` with `blocking=render` is newer.' },
  {
    message: /^The “role” attribute must not be used on a “(?:td|th|tr)” element which has a “table” ancestor/,
    why: 'Where `display` changes, browsers forget that cells are cells; the role says so again.',
  },
  {
    message: /^Bad value “allow-scripts allow-same-origin.* for attribute “sandbox”/,
    why: 'The map is of another origin, so its frame cannot reach the page around it.',
  },
];

const report = z.object({
  messages: z.array(
    z.object({ type: z.string(), url: z.string().optional(), message: z.string(), extract: z.string().optional() }),
  ),
});

/** @returns why the checker cannot run here; null if it can */
export function whyNoChecker(): string | null {
  if (spawnSync('java', ['-version']).status !== 0) return 'the Nu HTML Checker needs Java (`java`), which is missing';
  if (existsSync(jar)) return null;
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  const { status } = spawnSync('npm', ['install', ...options, `vnu-jar@${version}`], { stdio: 'inherit' });
  return status === 0 ? null : `vnu-jar ${version} could not be installed`;
}

/** Checks pages by their names. @returns errors, each with the page and the place in it */
export async function htmlErrors(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'pages-'));
  try {
    const names = [...pages.keys()];
    await Promise.all(names.map((name, at) => writeFile(join(directory, `${at}.html`), pages.get(name) ?? '')));
    const args = ['-jar', jar, '--format', 'json', '--errors-only', '--exit-zero-always', directory];
    const printed = await new Promise<string>((resolve, reject) => {
      execFile('java', args, { maxBuffer: 256 * 1024 * 1024 }, (error, _stdout, stderr) =>
        error ? reject(error) : resolve(stderr),
      );
    });
    return report
      .parse(JSON.parse(printed))
      .messages.filter(({ message }) => !known.some((one) => one.message.test(message)))
      .map(({ url, message, extract }) => `${names[Number.parseInt(basename(url ?? ''), 10)]}: ${message} ${extract}`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
