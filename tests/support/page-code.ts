import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const hasCommands = async (...names: string[]): Promise<boolean> => {
  const searches = names.map((name) => run('sh', ['-c', `command -v ${name}`]));
  return (await Promise.allSettled(searches)).every(({ status }) => status === 'fulfilled');
};

/** The languages of examples, in the order of the pages, and whether this machine has what they need. */
export const readCommands = async () => [
  { ending: 'sh', command: 'sh', isHere: await hasCommands('curl', 'jq', 'openssl', 'sha256sum') },
  { ending: 'mjs', command: process.execPath, isHere: true },
  { ending: 'py', command: 'python3', isHere: await hasCommands('python3') },
];

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };

/** The preformatted texts of a page, as a reader copies them. */
export const readPreformatted = (html: string): string[] =>
  [...html.matchAll(/<pre>(?:<code>)?(.*?)(?:<\/code>)?<\/pre>/gs)].map(([, text = '']) =>
    text.replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => entities[name] ?? ''),
  );
