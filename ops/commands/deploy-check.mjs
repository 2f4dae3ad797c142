// Checks the examples in deploy/ as far as this machine can, and says what it could not check:
//   node ops/commands/deploy-check.mjs
// Needs the system packages caddy, systemd and buildah, and debootstrap where no base image can be fetched.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const exposureLimit = 1.5;
const requestsPerSecond = 50;
const results = [];
const passed = (what) => results.push(['passed', what]);
const failed = (what) => results.push(['FAILED', what]);
const skipped = (what) => results.push(['skipped', what]);

const hasProgram = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
const run = (program, args, env = {}) =>
  spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env } });

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Connects from a service with the restrictions of the site to an address of this machine other than localhost, which
 * a filter of addresses would block like a mail server.
 */
function checkOutgoing() {
  const text = 'the restrictions of dopahiya.service let mail, webhooks, notifications, S3 and SFTP through';
  const unit = readFileSync('deploy/dopahiya.service', 'utf8');
  const restrictions = unit
    .split('\n')
    .filter((line) => /^(?:IPAddress|RestrictAddressFamilies|PrivateNetwork|SystemCall)\w*=/.test(line));
  if (restrictions.some((line) => /^IPAddressDeny=|^PrivateNetwork=yes/.test(line))) return failed(text);
  const address = Object.values(networkInterfaces())
    .flat()
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  const isManaged = run('systemctl', ['is-system-running']).stdout.match(/running|degraded/) && process.getuid() === 0;
  if (!isManaged || !address) return passed(`${text}: it filters no addresses; no systemd runs here to try it`);
  const script = `const server = require('node:net').createServer((socket) => socket.end()).listen(0, '${address}', () => {
    require('node:net').connect(server.address().port, '${address}', () => process.exit(0)).on('error', () => process.exit(1));
  });`;
  const { status } = run('systemd-run', [
    '--wait',
    '--quiet',
    ...restrictions.flatMap((line) => ['-p', line]),
    process.execPath,
    '-e',
    script,
  ]);
  if (status === 0) passed(text);
  else failed(text);
}

function checkUnits() {
  if (!hasProgram('systemd-analyze')) return skipped('the units: systemd-analyze is not installed');
  for (const unit of ['dopahiya.service', 'dopahiya-backup.service']) {
    const { stdout } = run('systemd-analyze', ['security', '--offline=true', `deploy/${unit}`]);
    const exposure = Number(/exposure level for \S+ ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
    const text = `${unit} has an exposure of ${exposure}, at most ${exposureLimit}`;
    if (exposure <= exposureLimit) passed(text);
    else failed(text);
  }
  checkOutgoing();
  const { status, stdout } = run('systemd-analyze', ['calendar', '*-*-* 03:30:00 Asia/Kolkata']);
  if (status === 0) passed(`the timer runs next at ${/Next elapse: (.+)/.exec(stdout)?.[1]}`);
  else failed('the time of the timer is invalid');
}

function requestStatus(port) {
  return new Promise((resolve) => {
    const sent = request({ port, path: '/main', agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', (error) => resolve(error.code)).end();
  });
}

async function checkRestart() {
  if (!hasProgram('caddy')) return skipped('a restart behind Caddy: caddy is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-deploy-'));
  const [sitePort, port] = [await freePort(), await freePort()];
  const env = {
    SITE_ADDRESS: `http://127.0.0.1:${port}`,
    SITE_UPSTREAM: `127.0.0.1:${sitePort}`,
    HOME: folder,
    PORT: String(sitePort),
    DATABASE_PATH: join(folder, 'site.sqlite'),
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  };
  const config = ['--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'];
  const { status, stderr } = run('caddy', ['validate', ...config], env);
  if (status !== 0) return failed(`deploy/Caddyfile: ${stderr}`);
  const startSite = () => spawn('bin/serve', { stdio: 'ignore', env: { ...process.env, ...env } });
  const proxy = spawn('caddy', ['run', ...config], { stdio: 'ignore', env: { ...process.env, ...env } });
  let site = startSite();
  while ((await requestStatus(port)) !== 200) await setTimeout(100);
  const responses = [];
  let isLoading = true;
  const load = (async () => {
    while (isLoading) {
      responses.push(requestStatus(port));
      await setTimeout(1_000 / requestsPerSecond);
    }
  })();
  for (let restart = 0; restart < 2; restart += 1) {
    await setTimeout(1_000);
    site.kill('SIGTERM');
    await once(site, 'exit');
    site = startSite();
    await setTimeout(3_000);
  }
  isLoading = false;
  await load;
  const statuses = await Promise.all(responses);
  const wrong = statuses.filter((one) => one !== 200);
  const text = `${statuses.length - wrong.length} of ${statuses.length} requests through Caddy got a page during two restarts`;
  if (wrong.length === 0) passed(text);
  else failed(`${text}; others: ${[...new Set(wrong)].join(', ')}`);
  for (const child of [site, proxy]) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Builds a base image where none can be fetched: Debian by debootstrap, with Node.js and npm from its packages. It gets
 * the certificates of this machine, because the build fetches packages through the same network.
 *
 * @returns whether the image exists now
 */
function makeBaseImage(name) {
  if (!hasProgram('debootstrap') || process.getuid() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-base-'));
  const [, major] = /^FROM node:(\d+)/m.exec(readFileSync('Dockerfile', 'utf8'));
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  const script = `
    set -e
    debootstrap --variant=minbase --include=ca-certificates,libstdc++6 bookworm base
    npm pack --silent node-linux-${process.arch}@${major} npm@11
    tar -xzf node-linux-*.tgz && install package/bin/node base/usr/local/bin/ && rm -r package
    tar -xzf npm-*.tgz && mkdir -p base/usr/local/lib/node_modules && mv package base/usr/local/lib/node_modules/npm
    ln -s ../lib/node_modules/npm/bin/npm-cli.js base/usr/local/bin/npm
    chroot base useradd --create-home node
    rm -rf base/var/cache/apt base/var/lib/apt
    cp ${certificates} base${certificates}
    base=$(buildah from scratch)
    buildah add --quiet "$base" base /
    buildah config --env NODE_EXTRA_CA_CERTS=${certificates} "$base"
    buildah commit --quiet --rm "$base" ${name}`;
  const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  if (status !== 0) console.error(stderr);
  return status === 0;
}

async function checkImageStarts(image) {
  const port = await freePort();
  const [container] = run('buildah', ['from', '--pull-never', image]).stdout.trim().split('\n');
  const started = performance.now();
  const site = spawn(
    'buildah',
    ['run', '--isolation', 'chroot', '--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1', container, '--', 'bin/serve'],
    { stdio: 'ignore' },
  );
  let status = 0;
  while (status !== 200 && site.exitCode === null && performance.now() - started < 30_000) {
    status = await requestStatus(port);
    await setTimeout(50);
  }
  const milliseconds = Math.round(performance.now() - started);
  site.kill('SIGTERM');
  if (site.exitCode === null) await once(site, 'exit');
  run('buildah', ['rm', container]);
  if (status === 200) passed(`the site of the image served a page ${milliseconds} ms after its start, by its own user`);
  else failed('the site of the image did not start');
}

async function checkImage() {
  if (!hasProgram('buildah')) return skipped('the image: buildah is not installed');
  const image = 'dopahiya-check';
  const build = (...more) =>
    run('buildah', ['bud', '--format', 'docker', '--isolation', 'chroot', ...more, '-t', image, '.']);
  const base = /^FROM (\S+)/m.exec(readFileSync('Dockerfile', 'utf8'))[1];
  let built = build();
  let of = '';
  if (built.status !== 0 && /pull|registry|lookup|dial|initializing source/.test(built.stderr)) {
    if (!makeBaseImage(base)) {
      return skipped("the image: its base image can't be fetched, and building one requires root and debootstrap");
    }
    built = build('--pull-never');
    of = ' on a base image built with debootstrap';
  }
  if (built.status === 0) {
    const getSize = (name) => run('buildah', ['images', '--format', '{{.Size}}', name]).stdout.trim();
    passed(`the image was built${of}: ${getSize(image)}, its base ${getSize(base)}`);
    await checkImageStarts(image);
    run('buildah', ['rmi', image]);
  } else {
    failed(`the image: ${built.stderr.trim().split('\n').at(-1)}`);
  }
  // Under the original name it would be mistaken for the real base image.
  if (of) run('buildah', ['rmi', '--force', base]);
}

checkUnits();
await checkRestart();
await checkImage();
for (const [verdict, what] of results) console.log(`${verdict.padEnd(9)}  ${what}.`);
process.exitCode = results.some(([verdict]) => verdict === 'FAILED') ? 1 : 0;
