// Runs the site as users do, on each supported Node.js: a fresh copy of the checkout installs, builds and serves, and
// one database file is passed from each Node.js to the next and back to the first.
//   node tests/nodes/run.mjs         Node.js 20, 22, 24 and 26
//   node tests/nodes/run.mjs 24      one of them
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const majors = process.argv.length > 2 ? process.argv.slice(2) : ['20', '22', '24', '26'];
const photo = `data:image/png;base64,${readFileSync(join(root, 'docs/home.png')).toString('base64')}`;
const scratch = mkdtempSync(join(tmpdir(), 'dopahiya-nodes-'));
const secondsSince = (start) => (performance.now() - start) / 1000;

/** @throws with the output of the command when it fails */
function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/**
 * Installs one Node.js from the npm registry; the machine's npm runs on it.
 *
 * @returns the environment in which `node` is that one and addons are compiled with its own headers
 */
function installNode(major) {
  const folder = join(scratch, `node-${major}`);
  const name = `node-${process.platform}-${process.arch}`;
  run('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${major}`]);
  const home = join(folder, 'node_modules', name);
  const { NODE_OPTIONS: _, ...env } = process.env;
  return { ...env, PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`, npm_config_nodedir: home };
}

/** Copies the files that a commit of the working tree would contain. */
function copyCheckout(target) {
  const files = run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of files.split('\0')) {
    if (!file || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    copyFileSync(join(root, file), join(target, file));
  }
}

/**
 * Runs `npm start` in the copy until the site is open.
 *
 * @throws with its output when it ends before
 */
async function startSite(checkout, env, databasePath) {
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', DATABASE_PATH: databasePath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  const origin = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed += `${line}\n`;
      const [, address] = /open at (http:\S+)\/main$/.exec(line) ?? [];
      if (address) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${printed}`)));
  });
  const seconds = secondsSince(started);
  return {
    origin,
    seconds,
    /** Stops the site. @throws when its exit code is not 0 */
    stop: async () => {
      child.kill('SIGTERM');
      const [code, signal] = await ended;
      if (code !== 0) throw new Error(`The site ended with ${code ?? signal}:\n${printed}`);
    },
  };
}

/** @throws when the response does not have the expected status */
async function request(site, path, status, body, token) {
  const response = await fetch(new URL(path, site.origin), {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  if (response.status !== status) throw new Error(`${path} is ${response.status}: ${await response.text()}`);
  return response;
}

const requestJson = async (...args) => (await (await request(...args)).json()).data;

/** Signs up and lists a bike with a photo. @returns what `expectStored` looks for later */
async function writeAll(site, version) {
  const account = {
    name: 'Asha Rao',
    email: `asha.${randomBytes(4).toString('hex')}@example.com`,
    password: `${randomBytes(9).toString('base64url')}!`,
  };
  const { token } = await requestJson(site, '/api/auth/signup', 201, account);
  const bike = {
    name: `Hero Splendor of ${version}`,
    brand: 'Hero',
    year: 2022,
    type: 'Petrol',
    daysUsed: 900,
    condition: 'Good',
    mileage: 61,
    topSpeed: 87,
    presentPrice: 52_000,
    pastPrice: 74_000,
    license: 'MH 12 AB 1234',
    images: [photo],
  };
  const { id } = await requestJson(site, '/api/bikes', 201, bike, token);
  return { account, bike: { id, name: bike.name } };
}

/** @throws when an account cannot sign in, or its bike, photo or page is missing */
async function expectStored(site, { account, bike }) {
  await requestJson(site, '/api/auth/login', 200, account);
  const stored = await requestJson(site, `/api/bikes/${bike.id}`, 200);
  const { bike: listing = stored } = stored;
  if (listing.name !== bike.name) throw new Error(`The bike ${bike.id} is called ${listing.name}.`);
  const image = await request(site, new URL(listing.images[0]).pathname, 200);
  if (!image.headers.get('Content-Type')?.startsWith('image/')) throw new Error('The photo is not a picture.');
  const page = await (await request(site, `/sell-bikes?listing=${bike.id}`, 200)).text();
  if (!page.includes(bike.name)) throw new Error('The page of the bike does not name it.');
}

/** A start on a fresh file, a backup of it, and a start on the file that the other Node.js versions wrote. */
async function runOn(major, handedOn) {
  const env = installNode(major);
  const version = run('node', ['--version'], { env }).trim();
  const checkout = join(scratch, `checkout-${major}`);
  copyCheckout(checkout);

  const fresh = await startSite(checkout, env, join(scratch, `fresh-${major}.sqlite`));
  await expectStored(fresh, await writeAll(fresh, version));
  const backup = join(scratch, `backup-${major}.sqlite`);
  run('npm', ['run', 'backup', '--', backup], {
    cwd: checkout,
    env: { ...env, DATABASE_PATH: join(scratch, `fresh-${major}.sqlite`) },
  });
  if (!existsSync(backup)) throw new Error('There is no backup.');
  await fresh.stop();

  const again = await continueOn({ checkout, env }, handedOn);
  handedOn.stored.push(await writeAll(again, version));
  await again.stop();
  return { major, version, checkout, env, firstStart: fresh.seconds, nextStart: again.seconds };
}

/** Starts on the file of the other versions and checks everything stored in it. */
async function continueOn({ checkout, env }, handedOn) {
  const site = await startSite(checkout, env, handedOn.path);
  for (const written of handedOn.stored) await expectStored(site, written);
  return site;
}

try {
  const handedOn = { path: join(scratch, 'handed-on.sqlite'), stored: [] };
  const results = [];
  for (const major of majors) results.push(await runOn(major, handedOn));
  // The first driver can also open the last one's file.
  await (await continueOn(results[0], handedOn)).stop();
  console.table(
    results.map(({ version, firstStart, nextStart }) => ({
      'Node.js': version,
      'first start, s': Math.round(firstStart),
      'next start, s': Number(nextStart.toFixed(1)),
      result: 'as it should be',
    })),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
