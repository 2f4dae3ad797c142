// Runs all checks required before a change is merged, on two cores: types, lint and format in parallel with the build
// and the tests, then the browser tests. Continues after a failure, and ends with a summary table.
//   npm test
//   npm test -- --all                     the exhaustive tests too
//   npm test -- --checks                  no tests: types, lint, format, direction of imports, unused code
//   npm test -- tests/http/sign-in.test.ts tests/e2e/feedback.spec.ts
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';

const { values: options, positionals: files } = parseArgs({
  options: { all: { type: 'boolean' }, checks: { type: 'boolean' } },
  allowPositionals: true,
});
const isExhaustive = options.all === true;
const env = {
  // In a file, colours would be most of the output.
  ...(!process.stdout.isTTY && { NO_COLOR: '1' }),
  // The compiler of types, a Go program, collects its garbage less often: a fifth less of processor time.
  GOGC: '400',
  ...process.env,
  // Read by the configurations of Vitest and Playwright, and by the property tests.
  ...(isExhaustive && { TEST_EXHAUSTIVE: '1' }),
};

/** Milliseconds for an interrupted part to end its own processes. */
const shutdownTimeout = 5_000;
const startedAt = performance.now();
const running = new Set();
const seconds = (since) => (performance.now() - since) / 1000;

function signalAll(signal) {
  for (const child of running) {
    try {
      // The whole process group, including servers and browsers that a test started.
      process.kill(-child.pid, signal);
    } catch {
      // The process has already ended.
    }
  }
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.on(signal, () => {
    signalAll('SIGINT');
    const end = () => process.exit(code);
    setTimeout(end, shutdownTimeout);
    setInterval(() => running.size === 0 && end(), 50);
  });
}
process.on('exit', () => signalAll('SIGKILL'));

function run(args, { isLive = false, variables = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      env: { ...env, ...variables },
      stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
      detached: true,
    });
    running.add(child);
    let printed = '';
    let onlyStdout = '';
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      onlyStdout += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      printed += chunk;
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, printed, stdout: onlyStdout.trim() });
    });
  });
}

/** @type {{ name: string, passed: number, failed: number, skipped: number, seconds: number }[]} */
const parts = [];
const hasPassed = (name) => parts.some((part) => part.name === name && part.failed === 0);

async function check(name, ...args) {
  const since = performance.now();
  const { code, printed } = await run(args);
  const failed = code === 0 ? 0 : 1;
  parts.push({ name, passed: 1 - failed, failed, skipped: 0, seconds: seconds(since) });
  console.log(`${failed ? '✗' : '✓'} ${name}, ${seconds(since).toFixed(1)} s${failed ? `\n${printed}` : ''}`);
}

const reports = 'test-results';
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function pushParts(code, results) {
  const isUnexplained = code !== 0 && results.every(({ failed }) => failed === 0);
  if (isUnexplained) results.push({ name: 'errors outside tests', passed: 0, failed: 1, skipped: 0, seconds: 0 });
  parts.push(...results);
}

async function vitest(textBrowser, names = []) {
  const report = `${reports}/vitest.json`;
  rmSync(report, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...names];
  const { code } = await run(args, { isLive: true, variables: { W3M_PATH: textBrowser } });
  const kinds = new Map();
  for (const { name, status, startTime, endTime, assertionResults } of readReport(report)?.testResults ?? []) {
    const kind = /\/tests\/(\w+)\//.exec(name)?.[1] ?? 'other';
    const part = kinds.get(kind) ?? { name: kind, passed: 0, failed: 0, skipped: 0, from: Infinity, to: 0 };
    const count = (...states) => assertionResults.filter((result) => states.includes(result.status)).length;
    const failed = count('failed');
    part.passed += count('passed');
    part.skipped += count('skipped', 'pending', 'todo');
    part.failed += failed === 0 && status === 'failed' ? 1 : failed;
    // A file with only skipped tests is recorded before the first test of any kind.
    if (count('passed', 'failed') > 0) {
      part.from = Math.min(part.from, startTime);
      part.to = Math.max(part.to, endTime);
    }
    kinds.set(kind, part);
  }
  pushParts(
    code,
    [...kinds.values()].map(({ from, to, ...part }) => ({ ...part, seconds: Math.max(0, to - from) / 1000 })),
  );
}

async function browserJourneys(browser, names = []) {
  const since = performance.now();
  const report = `${reports}/browser.json`;
  rmSync(report, { force: true });
  const args = ['node_modules/playwright/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts'];
  const { code } = await run([...args, '--reporter=dot,json', ...names], {
    isLive: true,
    variables: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const stats = readReport(report)?.stats ?? { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  pushParts(code, [
    {
      name: 'browser',
      // A flaky test, which passes only on retry, counts as failed.
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
      seconds: seconds(since),
    },
  ]);
}

async function findBrowsers() {
  const paths = [];
  for (const kind of ['chromium', 'text']) {
    const { code, printed, stdout } = await run(['scripts/find-browser.mjs', kind]);
    if (code !== 0) {
      console.log(printed);
      parts.push({ name: `browser: ${kind}`, passed: 0, failed: 1, skipped: 0, seconds: 0 });
    }
    paths.push(stdout);
  }
  return paths;
}

function printTable() {
  const columns = ['', 'passed', 'failed', 'skipped', 'seconds'];
  const rows = parts.map((part) => [
    part.name,
    ...[part.passed, part.failed, part.skipped].map(String),
    part.seconds.toFixed(1),
  ]);
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  const totals = ['all', ...['passed', 'failed', 'skipped'].map((key) => String(sum(key)))];
  const lines = [columns, ...rows, [...totals, seconds(startedAt).toFixed(1)]];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  const pad = (text, at) => (at === 0 ? text.padEnd(widths[at]) : text.padStart(widths[at]));
  console.log(`\n${lines.map((line) => line.map(pad).join('  ')).join('\n')}\n`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed');
}

async function runChecks() {
  // Several checkers would check the same files: one takes half of the processor time of the usual four.
  const types = ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'];
  await check('types', 'node_modules/typescript-7/bin/tsc', ...types);
  await check('lint', 'node_modules/@biomejs/biome/bin/biome', 'lint', '.');
  await check('format', 'node_modules/@biomejs/biome/bin/biome', 'format', '.');
  const structure = ['--config', '.dependency-cruiser.mjs', 'app', 'server', 'ops', 'db'];
  await check('structure', 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs', ...structure);
  await check('unused code', 'node_modules/knip/bin/knip.js');
}

const isJourney = (file) => file.endsWith('.spec.ts');

async function runTests(browsers, checks) {
  await check('build', 'scripts/prepare.mjs');
  if (!hasPassed('build')) return;
  const [chromium, textBrowser] = await browsers;
  const [journeys, tests] = [files.filter(isJourney), files.filter((file) => !isJourney(file))];
  if (files.length === 0 || tests.length > 0) await vitest(textBrowser, tests);
  await checks;
  if (files.length === 0 || journeys.length > 0) await browserJourneys(chromium, journeys);
}

mkdirSync(reports, { recursive: true });
if (options.checks) await runChecks();
else {
  const browsers = findBrowsers();
  const checks = files.length === 0 ? runChecks() : null;
  await runTests(browsers, checks);
  await checks;
}
process.exitCode = printTable() === 0 ? 0 : 1;
