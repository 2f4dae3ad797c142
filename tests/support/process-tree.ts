import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that it has started, read from `/proc`. */
export function findTree(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(findTree)];
  } catch {
    return [];
  }
}

/** A file of a process in `/proc`; empty when it has ended. */
export function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Bytes of memory of processes; what they share is divided among them. */
export const measureMemory = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + 1_024 * Number(/^Pss:\s+(\d+)/m.exec(readProcess(pid, 'smaps_rollup'))?.[1] ?? 0), 0);
