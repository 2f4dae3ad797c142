import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { loadCore, spawnOn } from './machine';

/** A request that is repeated. */
export type LoadRequest = {
  path: string;
  headers?: Record<string, string>;
  connections: number;
  method?: 'GET' | 'POST';
  /** Path of a file with the body. */
  bodyFile?: string;
  /** A file with one path a line, requested in turn in place of `path`. */
  pathsFile?: string;
};

/** Results of one load. */
export type Load = {
  perSecond: number;
  /** Headers and body of the average response. */
  bytesPerResponse: number;
  requests: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
};

const printed = z.object({
  requests: z.number(),
  microseconds: z.number(),
  bytes: z.number(),
  failed: z.number(),
  broken: z.number(),
  p50: z.number(),
  p99: z.number(),
});

/**
 * Loads a server for some seconds from one thread.
 *
 * @throws when any response was not a success, or a connection broke
 */
export async function load(origin: string, query: LoadRequest, seconds: number): Promise<Load> {
  const headers = Object.entries(query.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = [
    ...['-t', '1', '-c', String(query.connections), '-d', `${seconds}s`],
    // The slowest server answers all connections once in some seconds: that it is slow is the result, not a failure.
    ...['--timeout', '30s', '-s', 'tests/bench/load.lua', ...headers],
    ...[origin + query.path, '--', query.method ?? 'GET', query.bodyFile ?? '-', query.pathsFile ?? '-'],
  ];
  const wrk = spawnOn(loadCore, 'wrk', args, { output: 'read' });
  if (!wrk.stdout) throw new Error('What wrk prints cannot be read.');
  const [output] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')]);
  const counted = printed.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
  if (counted.requests === 0 || counted.failed > 0 || counted.broken > 0) {
    throw new Error(
      `${origin}${query.path} under load: ${counted.requests} answers, ${counted.failed} of them refusals, and ${counted.broken} broken connections.`,
    );
  }
  return {
    perSecond: (counted.requests * 1e6) / counted.microseconds,
    bytesPerResponse: counted.bytes / counted.requests,
    requests: counted.requests,
    p50Milliseconds: counted.p50 / 1000,
    p99Milliseconds: counted.p99 / 1000,
  };
}
