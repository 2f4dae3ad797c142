import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { findTree, measureMemory } from '../support/process-tree';
import { type Curve, drawCurves } from './curves';
import { figure, printFigure, printGoal, printTitle } from './report';
import { startDeployed } from './servers';
import { type Measured, type RequestKind, visit } from './visitors';

const folder = '.cache/bench/endurance';
const visitorsAtOnce = 6;
const megabyte = 1_000_000;
/** Requests that are sent with a photo or read a whole list take as long as that does. */
const longKinds: readonly RequestKind[] = ['photo', 'list'];

type Sample = { at: number; memory: number; processes: number; attack: string };

/** The value below which a share of the values is. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The longest delays of the event loop in the current minute, in milliseconds. */
async function readLoopDelay(origin: string): Promise<number> {
  const text = await fetch(`${origin}/metrics`)
    .then((response) => response.text())
    .catch(() => '');
  const values = [...text.matchAll(/^dopahiya_event_loop_delay_seconds\{[^}]*\} (\S+)$/gm)];
  return 1_000 * Math.max(0, ...values.map(([, value]) => Number(value)));
}

const toCsv = (rows: readonly object[]): string => {
  const [first = {}] = rows;
  const lines = rows.map((row) =>
    Object.values(row).map((value) => (typeof value === 'number' ? figure(value).replaceAll(',', '') : `"${value}"`)),
  );
  return `${[Object.keys(first), ...lines].map((line) => line.join(',')).join('\n')}\n`;
};

/**
 * Visitors and attacks for some time on one process with its limits, as a site has them.
 *
 * @param picture where to draw the curves of memory and of the visitors' waiting
 */
export async function measureEndurance(template: string, minutes: number, picture: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const databasePath = `${folder}/site.sqlite`;
  copyFileSync(template, databasePath);
  const server = await startDeployed(databasePath);
  const attacker = spawn(process.execPath, ['tests/bench/run.mjs', '--attacks', server.origin], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let attack = '';
  const begin = createInterface({ input: attacker.stdout }).on('line', (line) => {
    attack = line;
  });
  await once(begin, 'line');
  const samples: Sample[] = [];
  const measured: (Measured & { at: number })[] = [];
  const loopDelays: number[] = [];
  const startedAt = performance.now();
  const elapsed = (): number => performance.now() - startedAt;
  const isOver = (): boolean => elapsed() > minutes * 60_000;

  const sampling = setInterval(() => {
    const tree = findTree(server.pid);
    samples.push({ at: elapsed(), memory: measureMemory(tree) / megabyte, processes: tree.length, attack });
  }, 1_000);
  const watching = setInterval(() => void readLoopDelay(server.origin).then((delay) => loopDelays.push(delay)), 55_000);
  try {
    await visit(server.origin, visitorsAtOnce, isOver, (one) => measured.push({ ...one, at: elapsed() }));
  } finally {
    clearInterval(sampling);
    clearInterval(watching);
    attacker.kill('SIGKILL');
    await server.stop();
  }
  report({ samples, measured, loopDelays, minutes, picture });
  printFigure('Database at the end', `${figure(statSync(databasePath).size / megabyte)} MB`);
}

function report(of: {
  samples: readonly Sample[];
  measured: readonly (Measured & { at: number })[];
  loopDelays: readonly number[];
  minutes: number;
  picture: string;
}): void {
  const { samples, measured, loopDelays, minutes, picture } = of;
  const short = measured.filter(({ kind }) => !longKinds.includes(kind));
  const failed = measured.filter(({ status }) => status < 200 || status >= 400);
  const byMinute = Array.from({ length: Math.ceil(minutes) }, (_, minute) => {
    const times = short.filter(({ at }) => Math.floor(at / 60_000) === minute).map(({ milliseconds }) => milliseconds);
    return { minute: minute + 1, requests: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  });
  const memory = samples.map((sample) => sample.memory);
  const quarters = [0, 1, 2, 3].map((at) =>
    quantile(memory.slice((at * memory.length) / 4, ((at + 1) * memory.length) / 4), 0.5),
  );

  printTitle(`${minutes} minutes of visitors and attacks; load average ${figure(loadavg()[0] ?? 0)}`);
  printGoal('Memory, highest', { value: Math.max(...memory), atMost: 350, unit: ' MB' });
  printFigure('Memory, median of each quarter', `${quarters.map(figure).join(', ')} MB`);
  const alone = samples.filter(({ processes }) => processes === 1).map((sample) => sample.memory);
  printGoal('Memory without the picture process', { value: Math.max(0, ...alone), atMost: 300, unit: ' MB' });
  const times = short.map(({ milliseconds }) => milliseconds);
  printGoal('Requests of visitors, 99th percentile', { value: quantile(times, 0.99), atMost: 250, unit: ' ms' });
  printFigure('… median, slowest', `${figure(quantile(times, 0.5))} ms, ${figure(Math.max(0, ...times))} ms`);
  for (const kind of ['page', 'search', 'form', 'api', 'write', 'photo', 'list'] satisfies RequestKind[]) {
    const own = measured.filter((one) => one.kind === kind).map(({ milliseconds }) => milliseconds);
    printFigure(
      `… ${kind}, ${own.length} requests`,
      `median ${figure(quantile(own, 0.5))} ms, 99th percentile ${figure(quantile(own, 0.99))} ms`,
    );
  }
  printGoal('Requests of visitors not served', { value: failed.length, atMost: 0, unit: ` of ${measured.length}` });
  const reasons = failed.map(({ kind, status, path }) => `${kind}, status ${status}: ${path.split('?', 1)[0]}`);
  for (const reason of new Set(reasons))
    printFigure(`… ${reason}`, `${reasons.filter((one) => one === reason).length}`);
  printFigure('Longest delay of the event loop', `${figure(Math.max(0, ...loopDelays))} ms`);
  printTitle('Highest memory during each attack, and the visitors’ 99th percentile');
  for (const name of new Set(samples.map(({ attack }) => attack))) {
    const all = samples.filter(({ attack }) => attack === name);
    const during = new Set(all.map(({ at }) => Math.floor(at / 1_000)));
    const own = short.filter(({ at }) => during.has(Math.floor(at / 1_000))).map(({ milliseconds }) => milliseconds);
    printFigure(
      name,
      `${figure(Math.max(...all.map((sample) => sample.memory)))} MB, ${figure(quantile(own, 0.99))} ms`,
    );
  }

  const curves: Curve[] = [
    {
      title: 'Memory of the site, highest and lowest of ten seconds',
      unit: 'MB',
      bound: 350,
      lines: [
        { name: 'highest', values: ofTenSeconds(memory, Math.max) },
        { name: 'lowest', values: ofTenSeconds(memory, Math.min) },
      ],
    },
    {
      title: 'Waiting of visitors for pages, searches, forms and the API, by minute',
      unit: 'ms',
      bound: 250,
      lines: [
        { name: '99th percentile', values: byMinute.map(({ p99 }) => p99) },
        { name: 'median', values: byMinute.map(({ p50 }) => p50) },
      ],
    },
  ];
  writeFileSync(picture, drawCurves(curves, minutes));
  writeFileSync(`${folder}/seconds.csv`, toCsv(samples));
  writeFileSync(`${folder}/minutes.csv`, toCsv(byMinute));
}

const ofTenSeconds = (values: readonly number[], choose: (...values: number[]) => number): number[] =>
  Array.from({ length: Math.ceil(values.length / 10) }, (_, at) => choose(...values.slice(at * 10, at * 10 + 10)));
