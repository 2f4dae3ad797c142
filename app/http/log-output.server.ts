import { fstatSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';

/** Bytes of log lines that wait for a reader. Beyond it lines are dropped, so that nobody has to wait for a log. */
const mostWaiting = 1024 * 1024;

const standardOutput = 1;

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    // Closed by whoever started the process.
    return false;
  }
}

/**
 * Where the lines of the log go. A pipe that is not read, a reader that is gone or a full disk cost lines, never
 * answers: lines that can't be written are dropped and counted, and the count is logged once the output takes lines
 * again.
 */
export class LogOutput {
  #dropped = 0;
  readonly #writesToFile: boolean;

  /** @param stream of a pipe or a terminal; standard output that is a file is written by itself */
  constructor(
    readonly stream: Writable = process.stdout,
    writesToFile = stream === process.stdout && isFile(standardOutput),
  ) {
    this.#writesToFile = writesToFile;
    // A reader that is gone is no reason to end; what is written from then on is dropped.
    stream.on('error', () => undefined);
    stream.on('drain', () => this.#tellDropped());
  }

  /** Takes one line with its end; called by the logger. */
  write(line: string): void {
    if (this.#dropped > 0 && this.#hasRoom()) this.#tellDropped();
    if (!this.#put(line)) this.#dropped += 1;
  }

  #hasRoom(): boolean {
    return this.#writesToFile || (!this.stream.destroyed && this.stream.writableLength < mostWaiting / 2);
  }

  #put(line: string): boolean {
    if (this.#writesToFile) {
      try {
        writeSync(standardOutput, line);
        return true;
      } catch {
        return false;
      }
    }
    if (this.stream.destroyed || this.stream.writableLength + line.length > mostWaiting) return false;
    this.stream.write(line);
    return true;
  }

  #tellDropped(): void {
    if (this.#dropped === 0) return;
    const time = new Date().toISOString();
    const line = { level: 'warn', time, event: 'log-lines-dropped', dropped: this.#dropped, msg: 'log lines dropped' };
    if (this.#put(`${JSON.stringify(line)}\n`)) this.#dropped = 0;
  }
}
