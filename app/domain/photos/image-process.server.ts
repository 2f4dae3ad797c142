import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ImageJob } from './image-jobs';

/** Limits of one job. `seconds` is the share of a processor; `milliseconds` passes also while others have it. */
const limits = { residentBytes: 165_000_000, seconds: 2, milliseconds: 4_500 } as const;
/** Private memory in kilobytes that the system grants the process, so that it never has more for an instant. */
const dataKilobytes = 160_000;
const stackKilobytes = 2_048;
const checkMilliseconds = 20;
/** After this time without a job the process ends, and its memory returns to the system. */
const idleMilliseconds = 10_000;
/** Without `--jitless`, Node.js 24 and later reserve more memory for machine code than the limit, and do not start. */
const nodeOptions = [
  ...['--max-old-space-size=32', '--max-semi-space-size=1', '--v8-pool-size=1'],
  ...['--expose-gc', '--jitless'],
];
const environment = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '2',
  // Only pictures are large enough to be returned to the system at once: doing so for less costs a tenth of the time.
  MALLOC_TRIM_THRESHOLD_: '4194304',
  MALLOC_MMAP_THRESHOLD_: '1048576',
};
/** What the process is given of the environment of the server, which has secrets. */
const passedVariables = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH'];

/** Beside the server in its build. Where the sources run, in development and tests, it is built for them. */
const files = ['./image-process.js', '../image-process.js', '../../../.cache/image-process/image-process.js'].map(
  (path) => fileURLToPath(new URL(path, import.meta.url)),
);

/** Clock ticks per second, of every Linux. */
const ticks = 100;

/** Memory and processor time of a process; null where the system does not report them. */
function readUsage(pid: number): { residentBytes: number; seconds: number } | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    // After the name of the program, in which anything may stand.
    const [, numbers = ''] = /.*\)\s(.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    const [user, system] = numbers.split(' ').slice(11, 13).map(Number);
    return { residentBytes: Number(kilobytes ?? 0) * 1024, seconds: ((user ?? 0) + (system ?? 0)) / ticks };
  } catch {
    return null;
  }
}

/** At a limit, by a crash of the decoder, killed by another process, or without a start of the process. */
export type AbruptEnd = 'memory' | 'processor' | 'time' | 'crash' | 'killed' | 'no-start';

/** `reason` is that of a process that did not start. */
export type JobEnd = { reply: unknown } | { end: AbruptEnd; reason?: string };

/** It is limited from outside, because no limit within a decoder holds for every file. */
export class ImageProcess {
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  file = files.find((path) => existsSync(path)) ?? files[0] ?? '';
  onAbruptEnd: (end: AbruptEnd, milliseconds: number, reason: string | undefined) => void = () => undefined;

  constructor() {
    process.once('exit', () => this.stop());
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Runs one job at a time. A job whose process was killed by another one is repeated once. */
  async run(job: ImageJob): Promise<JobEnd> {
    const end = await this.#runOnce(job);
    return 'end' in end && end.end === 'killed' ? this.#runOnce(job) : end;
  }

  stop(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  async #runOnce(job: ImageJob): Promise<JobEnd> {
    clearTimeout(this.#idle);
    const startedAt = performance.now();
    const end = await this.#send(job, startedAt);
    if ('end' in end) {
      this.stop();
      this.onAbruptEnd(end.end, Math.round(performance.now() - startedAt), end.reason);
    } else this.#idle = setTimeout(() => this.stop(), idleMilliseconds).unref();
    return end;
  }

  #start(): ChildProcess {
    const command = [process.execPath, ...nodeOptions, this.file];
    // Limits that this system does not know are left out.
    const limit = `ulimit -c 0; ulimit -s ${stackKilobytes}; ulimit -d ${dataKilobytes}; exec "$0" "$@"`;
    const [program = '', ...words] = process.platform === 'linux' ? ['/bin/sh', '-c', limit, ...command] : command;
    const passed = passedVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
    const child = spawn(program, words, {
      env: { ...Object.fromEntries(passed), ...environment },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    // It does not keep the server running.
    child.unref();
    child.channel?.unref();
    // For example, of a message to a process that has just ended.
    child.on('error', () => undefined);
    // It may end between two jobs, and has no reply for the next one then.
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    return child;
  }

  #send(job: ImageJob, startedAt: number): Promise<JobEnd> {
    if (!this.#child && !existsSync(this.file))
      return Promise.resolve({ end: 'no-start', reason: `${this.file} is missing.` });
    return new Promise((resolve) => {
      let isReady = this.#child !== null;
      const child = this.#child ?? this.#start();
      this.#child = child;
      let before = isReady && child.pid ? (readUsage(child.pid)?.seconds ?? 0) : 0;
      let limitReached: AbruptEnd | null = null;
      let reason: string | undefined;

      const settle = (end: JobEnd): void => {
        clearInterval(watch);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        resolve(end);
      };
      const send = (): void => {
        child.send(job, () => undefined);
      };
      const onMessage = (message: unknown): void => {
        if (isReady) settle({ reply: message });
        else if (message !== 'ready') reason = String(message);
        else {
          isReady = true;
          before = child.pid ? (readUsage(child.pid)?.seconds ?? 0) : 0;
          send();
        }
      };
      const onExit = (code: number | null, signal: string | null): void => {
        const cause = limitReached ?? (signal === 'SIGKILL' ? 'killed' : isReady ? 'crash' : 'no-start');
        if (cause === 'no-start') settle({ end: cause, reason: reason ?? `It ended with ${signal ?? code}.` });
        else settle({ end: cause });
      };
      const onError = (error: Error): void => settle({ end: 'no-start', reason: error.message });
      const watch = setInterval(() => {
        const usage = child.pid ? readUsage(child.pid) : null;
        if (performance.now() - startedAt > limits.milliseconds) limitReached = 'time';
        else if (usage && usage.residentBytes > limits.residentBytes) limitReached = 'memory';
        else if (usage && usage.seconds - before > limits.seconds) limitReached = 'processor';
        if (limitReached) child.kill('SIGKILL');
      }, checkMilliseconds);
      child.on('message', onMessage).on('exit', onExit).on('error', onError);
      if (isReady) send();
    });
  }
}
