import { paths } from '~/paths';
import { browserHeaders } from '../support/wire-request';
import { startSending } from './cached-responses';
import type { LoadRequest } from './load';
import { printRates } from './report';
import { decodedResponse, inTurn, type Pace } from './rounds';
import type { BenchServer } from './servers';
import { reviewedVehicle } from './signed-in-users';

/**
 * A page beside a bare server that sends as many bytes.
 *
 * @param atLeast goal as a multiple of the rate of that server
 * @throws when the response is no success, or not in the encoding
 */
async function measurePage(
  what: string,
  path: string,
  headers: Record<string, string>,
  server: BenchServer,
  atLeast: number,
  pace: Pace,
): Promise<void> {
  const query: LoadRequest = { path, headers, connections: 32 };
  const response = await decodedResponse(server, query);
  if (response.status !== 200 || !response.headers['content-encoding']) throw new Error(`${path} is not compressed.`);
  const bare = await startSending(response);
  try {
    const [own = 0, bareRate = 0] = await inTurn(
      [server, bare].map((contender) => ({ server: contender, query })),
      pace,
    );
    printRates(what, own, [{ name: 'bare', perSecond: bareRate, atLeast }]);
  } finally {
    await bare.stop();
  }
}

/** Forms of a visitor: the cached page with another idempotency key each time. */
export async function measureForms(server: BenchServer, pace: Pace): Promise<void> {
  const forms = [
    ['Contact', paths.contact()],
    ['Contact about a vehicle', paths.contact({ about: '1' })],
    ['Feedback', paths.feedback()],
    ['Support', paths.support()],
    ['Service', paths.service()],
    ['Sell form', paths.sellForm('bike')],
    ['Visit', paths.newAppointment()],
    ['Status of a request', paths.status()],
    ['EMI calculator', paths.emiCalculator()],
  ] as const;
  for (const [what, path] of forms) {
    await measurePage(`${what}, Brotli`, path, browserHeaders, server, 0.15, pace);
    await measurePage(`${what}, gzip`, path, { 'Accept-Encoding': 'gzip' }, server, 0.15, pace);
  }
}

/** Screens of a signed-in user, none of which is cached whole. The goal is 2 ms of a core if a bare response takes 0.05. */
export async function measureSignedIn(server: BenchServer, session: string, pace: Pace): Promise<void> {
  const screens = [
    ['Contact', paths.contact()],
    ['A search of Browse', paths.browse({ q: 'honda pune' })],
    ['Details', paths.vehicle(reviewedVehicle)],
    ['Profile', paths.profile()],
    ['Dashboard', paths.dashboard()],
  ] as const;
  for (const [what, path] of screens) {
    const headers = { ...browserHeaders, Cookie: session };
    await measurePage(`${what}, signed in, Brotli`, path, headers, server, 0.025, pace);
  }
}
