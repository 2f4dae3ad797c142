import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { minuteMs } from '~/domain/shared/dates';
import type { Runtime } from '~/http/runtime.server';
import { findProgram } from './programs';

const run = promisify(execFile);
/** Longer than all timeouts of the doctor's own connections. */
const timeout = minuteMs / 2;
/** Each run takes a process of some 100 MB. */
const keptMilliseconds = minuteMs;

const report = z.array(
  z.object({
    check: z.string(),
    status: z.enum(['ok', 'warning', 'failure']),
    message: z.string(),
    remedy: z.string().optional(),
  }),
);

/** Runs the doctor (docs/operations.md, "Doctor"), once a minute at most. */
export function createDiagnosis({ log, stopping }: Pick<Runtime, 'log' | 'stopping'>): Runtime['diagnose'] {
  let last: { at: number; findings: ReturnType<Runtime['diagnose']> } | null = null;

  async function diagnose(): ReturnType<Runtime['diagnose']> {
    const program = findProgram('doctor');
    if (program === null) return null;
    const options = { timeout, signal: stopping.signal };
    try {
      // Its exit code is not 0 when there are warnings or failures.
      const output = await run(process.execPath, [program, '--json'], options).catch((error: { stdout?: string }) => {
        if (error.stdout) return { stdout: error.stdout };
        throw error;
      });
      return report.parse(JSON.parse(output.stdout));
    } catch (err) {
      log.error({ event: 'diagnosis', err }, 'the doctor could not be run');
      return null;
    }
  }

  return () => {
    const now = performance.now();
    if (last === null || now - last.at > keptMilliseconds) last = { at: now, findings: diagnose() };
    return last.findings;
  };
}
