import { requestOnTheWire, type WireResponse } from '../support/wire-request';
import { type Load, type LoadRequest, load } from './load';
import type { BenchServer } from './servers';

/** Duration of each measurement: whole seconds, as wrk counts. */
export type Pace = { rounds: number; seconds: number; warmUpSeconds: number };
export const defaultPace: Pace = { rounds: 3, seconds: 2, warmUpSeconds: 1 };
export const quickPace: Pace = { rounds: 1, seconds: 1, warmUpSeconds: 1 };

/** The median of the values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

/** What differs between responses of one server: the time, request ids that grow longer, a compressed idempotency key. */
const bytesThatVary = 24;

/**
 * @throws when the responses under load were not as long as the inspected one. A response that the end of the
 *   measurement
 * cut short counts in part, one for each connection at most.
 */
function checkLength(what: string, expected: number, measured: Load, connections: number): void {
  const cutShort = (expected * connections) / measured.requests;
  if (Math.abs(measured.bytesPerResponse - expected) > bytesThatVary + cutShort) {
    throw new Error(`${what}: an answer has ${expected} bytes, under load ${Math.round(measured.bytesPerResponse)}.`);
  }
}

type Contender = { server: BenchServer; query: LoadRequest };

/**
 * Loads the contenders in turn, round after round, so that other load on the machine affects all of them alike.
 *
 * @returns for each, in order, the responses a second of its median round
 */
export async function inTurn(contenders: readonly Contender[], pace: Pace): Promise<number[]> {
  const lengths: number[] = [];
  for (const { server, query } of contenders) {
    await load(server.origin, query, pace.warmUpSeconds);
    lengths.push(query.method === 'POST' ? Number.NaN : (await decodedResponse(server, query)).bytes);
  }
  const rates = contenders.map((): number[] => []);
  for (let round = 0; round < pace.rounds; round += 1) {
    for (const [index, { server, query }] of contenders.entries()) {
      const measured = await load(server.origin, query, pace.seconds);
      const expected = lengths[index] ?? Number.NaN;
      if (!Number.isNaN(expected)) {
        checkLength(`${server.name} ${query.path}`, expected, measured, query.connections);
      }
      rates[index]?.push(measured.perSecond);
    }
  }
  return rates.map(median);
}

/** A response once best compression, which takes another thread some milliseconds, has replaced the quick one. */
export async function decodedResponse({ origin }: BenchServer, { path, headers }: LoadRequest): Promise<WireResponse> {
  let response = await requestOnTheWire(origin, path, headers);
  for (let alike = 0; alike < 5; ) {
    const next = await requestOnTheWire(origin, path, headers);
    alike = Math.abs(next.bytes - response.bytes) <= bytesThatVary ? alike + 1 : 0;
    response = next;
  }
  return response;
}
