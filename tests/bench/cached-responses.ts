import { writeFileSync } from 'node:fs';
import type { WireResponse } from '../support/wire-request';
import { type EncodingName, encodings, decodeText } from './encodings';
import type { LoadRequest } from './load';
import { printRates } from './report';
import { decodedResponse, inTurn, type Pace } from './rounds';
import { type BenchServer, startBare } from './servers';

/** A bare server that sends the same bytes as the response, headers included. */
export async function startSending({ status, rawHeaders, body }: WireResponse): Promise<BenchServer> {
  const recorded = '.cache/bench/recorded.json';
  // Headers that node:http writes by itself would be duplicated.
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !/^(?:date|connection|keep-alive)$/i.test(name) ? [name, rawHeaders[index + 1] ?? ''] : [],
  );
  writeFileSync(recorded, JSON.stringify({ status, headers, body: body.toString('base64') }));
  return startBare('bare-bytes.mjs', recorded);
}

/** Goals as multiples of the other servers' rates. */
type CachedGoals = { stock?: Partial<Record<EncodingName, number>>; bare: number; perSecond?: number };

/**
 * A response that is cached for every visitor: beside the stock server on the same build, and a bare one with the same
 * bytes.
 *
 * @throws when ours and the stock server send different content
 */
export async function measureCached(
  what: string,
  path: string,
  [ours, stock]: readonly [BenchServer, BenchServer],
  goals: CachedGoals,
  pace: Pace,
): Promise<void> {
  for (const [encoding, headers] of encodings) {
    const query: LoadRequest = { path, headers, connections: 32 };
    const response = await decodedResponse(ours, query);
    const stockResponse = await decodedResponse(stock, query);
    // Too short to be compressed, by our server and by the stock one.
    if (encoding === 'Brotli' && !response.headers['content-encoding']) continue;
    if (decodeText(path, encoding, response) !== decodeText(path, encoding, stockResponse)) {
      throw new Error(`${path} is not the same on both servers.`);
    }
    const bare = await startSending(response);
    try {
      // The stock server begins all responses at once: of many, none would end in a round.
      const few = { server: stock, query: { ...query, connections: 8 } };
      const contenders = [{ server: ours, query }, few, { server: bare, query }];
      const [own = 0, stockRate = 0, bareRate = 0] = await inTurn(contenders, pace);
      printRates(
        `${what}, ${encoding}`,
        own,
        [
          { name: 'remix-serve', perSecond: stockRate, atLeast: goals.stock?.[encoding] },
          { name: 'bare', perSecond: bareRate, atLeast: goals.bare },
        ],
        goals.perSecond,
      );
    } finally {
      await bare.stop();
    }
  }
}
