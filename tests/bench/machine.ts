import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The core that the measured server runs on, and the other one, from which it is loaded. */
export const serverCore = 0;
export const loadCore = 1;

/** Before this process itself is moved to one of them. */
export const cores = availableParallelism();

/** Of Linux, on every processor. */
const ticksPerSecond = 100;

/** @returns one sentence saying what is missing to measure here, or null */
export function whatIsMissing(): string | null {
  if (cores < 2) return 'The benchmark needs two processor cores: one for the server, one for the load.';
  for (const [command, debianPackage] of [
    ['wrk', 'wrk'],
    ['taskset', 'util-linux'],
  ]) {
    const { status } = spawnSync('sh', ['-c', `command -v ${command}`]);
    if (status !== 0) return `The benchmark needs ${command}: install it with "apt-get install ${debianPackage}".`;
  }
  return null;
}

type Core = number | 'all';
const toCoreList = (core: Core): string => (core === 'all' ? `0-${cores - 1}` : String(core));

/** Starts a program on one core, or on all; its standard error is passed through. */
export function spawnOn(
  core: Core,
  command: string,
  args: readonly string[],
  { env = process.env, output }: { env?: NodeJS.ProcessEnv; output: 'read' | 'dropped' },
): ChildProcess {
  return spawn('taskset', ['-c', toCoreList(core), command, ...args], {
    env,
    stdio: ['ignore', output === 'read' ? 'pipe' : 'ignore', 'inherit'],
  });
}

/** Moves this process itself to one core, out of the way of the servers, or to all. */
export function stayOn(core: Core): void {
  spawnSync('taskset', ['-a', '-p', '-c', toCoreList(core), String(process.pid)]);
}

/** Seconds of processor time that a process and those it has started have taken, which other programs hardly change. */
export function processorSeconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const ticks = [pid, ...children].map((id) => {
    const [, ...fields] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ');
    const [user, system] = fields.join().split(' ').slice(11, 13);
    return Number(user) + Number(system);
  });
  return ticks.reduce((sum, count) => sum + count, 0) / ticksPerSecond;
}

/** Megabytes of resident memory of a process. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The machine the figures were taken on, for the head of the report. */
export function machineName(): string {
  const [, processor = 'unknown processor'] =
    /^model name\s*:\s*(.+)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8')) ?? [];
  return `${processor}, ${cores} cores, Node.js ${process.versions.node}`;
}
