import { fstatSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { memoize } from '~/domain/shared/memoize';
import type { Settings } from './settings.server';

/** Size of the output buffer in bytes. Beyond it lines are dropped, so that logging never blocks. */
const maxBufferedBytes = 1024 * 1024;

const standardOutput = 1;

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

/**
 * Output of the log. A stalled or closed pipe or a full disk loses log lines, never responses: lines that cannot be
 * written are dropped, and their number is logged once the output accepts lines again.
 */
export class LogOutput {
  #dropped = 0;
  droppedTotal = 0;

  /** @param stream a pipe or a terminal; if standard output is a file, lines are written to it synchronously */
  constructor(
    readonly stream: Writable = process.stdout,
    readonly writesToFile = stream === process.stdout && isFile(standardOutput),
  ) {
    // A closed pipe must not end the process; later lines are dropped.
    stream.on('error', () => undefined);
    stream.on('drain', () => this.#logDropped());
  }

  write(line: string): void {
    if (this.#dropped > 0 && this.#hasRoom()) this.#logDropped();
    if (this.#put(line)) return;
    this.#dropped += 1;
    this.droppedTotal += 1;
  }

  #hasRoom(): boolean {
    return this.writesToFile || (!this.stream.destroyed && this.stream.writableLength < maxBufferedBytes / 2);
  }

  #put(line: string): boolean {
    if (this.writesToFile) {
      try {
        writeSync(standardOutput, line);
        return true;
      } catch {
        return false;
      }
    }
    if (this.stream.destroyed || this.stream.writableLength + line.length > maxBufferedBytes) return false;
    this.stream.write(line);
    return true;
  }

  #logDropped(): void {
    if (this.#dropped === 0) return;
    const time = new Date().toISOString();
    const line = { level: 'warn', time, event: 'log-lines-dropped', dropped: this.#dropped, msg: 'log lines dropped' };
    if (this.#put(`${JSON.stringify(line)}\n`)) this.#dropped = 0;
  }
}

/** One per process, even if a test opens several sites: each instance adds listeners to standard output. */
const logOutput = memoize(() => new LogOutput());

/** Creates the log: JSON lines on standard output. Callers never log bodies, tokens or addresses. */
export function createLog(level: Settings['logLevel']): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  return pino(options, logOutput());
}

export const countDroppedLines = (): number => logOutput().droppedTotal;
