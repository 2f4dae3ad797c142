import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { transformWithEsbuild } from 'vite';
import { z } from 'zod';
import { mutations } from './list';
import { type Mutation, validate } from './mutation';

/** The minimum share of mutations that tests have to detect. */
const minScore = 0.95;
/** A mutation may make its tests hang: that counts as detected. */
const maxRunMilliseconds = 120_000;
const maxWorkers = 2;

/** Folders left out of a copy of the project: linked, generated, or large. */
const left = new Set(['node_modules', 'build', '.git', '.cache', 'test-results', 'docs']);

const message = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ failures: z.array(z.string()), milliseconds: z.number() }),
  z.object({ problem: z.string() }),
]);
type Job = Partial<Pick<Mutation, 'file' | 'find' | 'replace'>> & Pick<Mutation, 'tests'>;
type Verdict = { failures: string[]; milliseconds: number };

/** A copy of the project in a temporary folder, and the process that runs tests in it. */
class Worker {
  readonly #folder = mkdtempSync(join(tmpdir(), 'dopahiya-mutations-'));
  #process: ChildProcess | null = null;

  constructor() {
    cpSync('.', this.#folder, {
      recursive: true,
      filter: (path) => !left.has(path) && !/\.sqlite(?:-\w+)?$/.test(path),
    });
    for (const linked of ['node_modules', 'build', 'docs'])
      symlinkSync(join(process.cwd(), linked), join(this.#folder, linked));
  }

  async run(job: Job, longest = maxRunMilliseconds): Promise<Verdict> {
    const child = this.#process ?? (await this.#start());
    const startedAt = performance.now();
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), longest);
    child.once('exit', () => waiting.abort(new Error('A worker ended before its tests.')));
    child.send(job);
    try {
      const [data]: unknown[] = await once(child, 'message', { signal: waiting.signal });
      const report = message.parse(data);
      if ('failures' in report) return report;
      throw new Error('problem' in report ? report.problem : 'A worker said nothing of its tests.');
    } catch (error) {
      this.#end();
      // In any state of the worker, the next one starts with the original sources.
      if (job.file !== undefined) cpSync(job.file, join(this.#folder, job.file));
      const isLate = performance.now() - startedAt >= longest;
      if (!isLate) throw error;
      return { failures: ['no end in two minutes'], milliseconds: longest };
    } finally {
      clearTimeout(timer);
      child.removeAllListeners('exit');
    }
  }

  async #start(): Promise<ChildProcess> {
    const child = fork('tests/mutations/worker.mjs', {
      cwd: this.#folder,
      // Leads a process group, so that the test process of a mutation that loops forever ends with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Every run of Vitest adds a listener to the same pipe, which Node.js would report as a leak.
      env: { ...process.env, NODE_ENV: 'test', NODE_NO_WARNINGS: '1' },
    });
    this.#process = child;
    await once(child, 'message');
    return child;
  }

  #end(): void {
    const pid = this.#process?.pid;
    this.#process = null;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group has already ended.
    }
  }

  close(): void {
    this.#end();
    // A process that was just killed may still be writing.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Distributes tasks to the workers, each the next one as soon as it is free. */
async function share<Task>(
  workers: readonly Worker[],
  tasks: readonly Task[],
  work: (worker: Worker, task: Task) => Promise<void>,
) {
  const waiting = [...tasks];
  await Promise.all(
    workers.map(async (worker) => {
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await work(worker, task);
    }),
  );
}

/** A mutation that does not compile proves nothing. */
async function isCompiled({ file, find, replace }: Mutation): Promise<boolean> {
  if (!/\.tsx?$/.test(file)) return true;
  const mutated = readFileSync(file, 'utf8').replace(find, () => replace);
  return transformWithEsbuild(mutated, file).then(
    () => true,
    () => false,
  );
}
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/**
 * Makes each mutation of the table in a copy of the project and runs its tests, which have to fail.
 *
 * @param given parts of areas, names or files to choose mutations by; none: all. `--workers=1` runs one at a time
 * @returns the exit code: 1 under 95 %, and where the table is stale or a test fails without any mutation
 */
export async function mutate(given: readonly string[]): Promise<number> {
  const [, count] = given.map((one) => /^--workers=(\d+)$/.exec(one)).find((match) => match !== null) ?? [];
  const names = given.filter((one) => !one.startsWith('--'));
  const chosen = mutations.filter(
    ({ area, name, file }) => names.length === 0 || names.some((part) => `${area}: ${name} ${file}`.includes(part)),
  );
  const invalid = chosen.flatMap((mutation) => validate(mutation) ?? []);
  for (const mutation of chosen)
    if (invalid.length === 0 && !(await isCompiled(mutation)))
      invalid.push(`"${mutation.name}": ${mutation.file} does not compile with it.`);
  if (chosen.length === 0) invalid.push('No mutation has such a name.');
  if (invalid.length > 0) {
    console.error(
      `The table of mutations in tests/mutations/list does not fit the sources:\n${invalid.map((reason) => `- ${reason}`).join('\n')}`,
    );
    return 1;
  }
  const startedAt = performance.now();
  const workers = Array.from(
    { length: Number(count) || Math.min(maxWorkers, availableParallelism()) },
    () => new Worker(),
  );
  const close = () => {
    for (const worker of workers) worker.close();
  };
  const interrupted = (signal: NodeJS.Signals) => {
    close();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
    const red: string[] = [];
    // Files run together share their imports.
    const parts = workers.map((_, at) => files.filter((_, index) => index % workers.length === at));
    await share(
      workers,
      parts.filter((part) => part.length > 0),
      async (worker, tests) => {
        red.push(...(await worker.run({ tests }, maxRunMilliseconds * tests.length)).failures);
      },
    );
    if (red.length > 0) {
      console.error(`These tests fail without any mutation:\n${red.map((name) => `- ${name}`).join('\n')}`);
      return 1;
    }
    console.log(`${files.length} test files pass without a mutation, ${seconds(performance.now() - startedAt)}.`);
    const survivors: Mutation[] = [];
    await share(workers, chosen, async (worker, mutation) => {
      const { failures, milliseconds } = await worker.run(mutation);
      if (failures.length === 0) survivors.push(mutation);
      const how = failures[0] === undefined ? 'SURVIVED' : `killed by "${failures[0]}"`;
      console.log(`${mutation.area}: ${mutation.name}: ${how}, ${seconds(milliseconds)}`);
    });
    return report(chosen, survivors, performance.now() - startedAt);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    close();
  }
}

function report(chosen: readonly Mutation[], survivors: readonly Mutation[], milliseconds: number): number {
  console.log('\nArea: killed of all');
  for (const area of new Set(chosen.map(({ area }) => area))) {
    const of = (list: readonly Mutation[]) => list.filter((mutation) => mutation.area === area).length;
    console.log(`  ${area}: ${of(chosen) - of(survivors)} of ${of(chosen)}`);
  }
  for (const { area, name, file, tests } of survivors) {
    console.log(
      `Survived: ${area}: ${name} (${file}); none of ${tests.map((test) => basename(test)).join(', ')} fails.`,
    );
  }
  const score = 1 - survivors.length / chosen.length;
  console.log(
    `${chosen.length - survivors.length} of ${chosen.length} killed, ${(score * 100).toFixed(1)} %, ${seconds(milliseconds)}.`,
  );
  return score < minScore ? 1 : 0;
}
