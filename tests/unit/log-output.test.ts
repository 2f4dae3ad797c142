import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LogOutput } from '~/http/log.server';

/** A pipe whose reader reads only on command. */
class SlowPipe extends Writable {
  readonly lines: string[] = [];
  #written: (() => void) | null = null;

  override _write(chunk: Buffer, _encoding: string, written: () => void): void {
    this.lines.push(chunk.toString());
    this.#written = written;
  }

  async readAll(): Promise<void> {
    while (this.#written) {
      const written = this.#written;
      this.#written = null;
      written();
      await setImmediate();
    }
  }
}

const line = `${'x'.repeat(10_000)}\n`;

describe('a log without a reader', () => {
  it('holds a megabyte, drops the rest, and reports the number of dropped lines to the next reader', async () => {
    const pipe = new SlowPipe();
    const output = new LogOutput(pipe);
    for (let n = 0; n < 300; n += 1) output.write(line);
    expect(pipe.writableLength).toBeLessThanOrEqual(1024 * 1024);
    await pipe.readAll();
    const cached = pipe.lines.filter((each) => each === line).length;
    expect(cached).toBeGreaterThan(90);
    const reported = pipe.lines.filter((each) => each !== line).map((each) => JSON.parse(each));
    expect(reported).toEqual([
      expect.objectContaining({ level: 'warn', event: 'log-lines-dropped', dropped: 300 - cached }),
    ]);
    output.write(line);
    await pipe.readAll();
    expect(pipe.lines.at(-1)).toBe(line);
  });

  it('that was closed does not end the process', async () => {
    const pipe = new SlowPipe();
    const output = new LogOutput(pipe);
    pipe.destroy(Object.assign(new Error('The reader is gone.'), { code: 'EPIPE' }));
    await setImmediate();
    expect(() => output.write(line)).not.toThrow();
    expect(pipe.lines).toEqual([]);
  });
});
