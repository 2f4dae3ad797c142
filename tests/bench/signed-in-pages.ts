import { type EncodingName, encodings, decodeText } from './encodings';
import type { LoadRequest } from './load';
import { printRates } from './report';
import { decodedResponse, inTurn, type Pace } from './rounds';
import type { BenchServer } from './servers';

/**
 * A page that is rendered for each user and never cached, beside the stock server on the same build.
 *
 * @param goals multiples of the other rates
 * @throws when both send different content
 */
export async function measureOwn(
  what: string,
  path: string,
  cookie: string,
  [ours, stock]: readonly [BenchServer, BenchServer],
  goals: Record<EncodingName, number>,
  pace: Pace,
): Promise<void> {
  for (const [encoding, headers] of encodings) {
    // The stock server begins all responses at once: of many, none would end in a round.
    const query: LoadRequest = { path, headers: { ...headers, Cookie: cookie }, connections: 8 };
    const [text, stockText] = [
      decodeText(path, encoding, await decodedResponse(ours, query)),
      decodeText(path, encoding, await decodedResponse(stock, query)),
    ];
    if (text !== stockText) throw new Error(`${path} is not the same on both servers.`);
    const contenders = [ours, stock].map((server) => ({ server, query }));
    const [own = 0, stockRate = 0] = await inTurn(contenders, pace);
    printRates(`${what}, ${encoding}`, own, [{ name: 'remix-serve', perSecond: stockRate, atLeast: goals[encoding] }]);
  }
}
