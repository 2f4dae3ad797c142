import { setTimeout } from 'node:timers/promises';
import { cameraPhoto, samplePhoto } from '../support/photo-samples';
import { shine } from '../support/sample-content';
import { type Answer, listAddresses, sendFrom, toForm, toJson, toMultipart } from './send-from';

/** What a request was for; each kind has its own figures. */
export type RequestKind = 'page' | 'search' | 'form' | 'photo' | 'api' | 'write' | 'list';
export type Measured = { kind: RequestKind; milliseconds: number; status: number; path: string };

const message = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+91 98200 12345',
  subject: 'A test ride',
  message: 'May I come by on Saturday?',
  category: 'sales',
  priority: 'high',
};
const pages = [
  ...['/main', '/bikes', '/scooters', '/explore', '/sell-bikes', '/sell-scooters', '/compare?vehicles=1,105'],
  ...['/emi-calculator', '/sell-bikes?view=form', '/showroom', '/accessories', '/feedback', '/support', '/login'],
];
const searches = ['honda', 'activa 6g', 'bike under 80000', 'scooter in pune', 'royal enfield 350', 'bajaj pulsr'];

const pick = <T>(values: readonly [T, ...T[]] | readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
};
const upTo = (count: number): number => Math.floor(Math.random() * count);
const hidden = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';

/**
 * Visitors who each come from an address of their own, open some pages with pauses between them, and leave, until
 * `isOver`.
 *
 * @param atOnce how many are there at a time
 */
export async function visit(
  origin: string,
  atOnce: number,
  isOver: () => boolean,
  report: (measured: Measured) => void,
): Promise<void> {
  const photos = [await samplePhoto('jpeg', { width: 1_600, height: 1_200 }), await cameraPhoto()];
  const addresses = listAddresses(1);
  const come = async (): Promise<void> => {
    const address = addresses.next().value;
    let cookie = '';
    const send = async (kind: RequestKind, path: string, sent: Partial<Parameters<typeof sendFrom>[2]> = {}) => {
      const answer: Answer = await sendFrom(origin, address, { path, cookie, ...sent });
      report({ kind, milliseconds: answer.milliseconds, status: answer.status, path });
      if (answer.cookie) cookie = answer.cookie;
      await setTimeout(200 + upTo(600));
      return answer;
    };
    const image = () => ({ name: 'images', fileName: 'bike.jpg', bytes: pick(photos) });
    const jobs: (() => Promise<unknown>)[] = [
      () => send('page', pick(pages)),
      () => send('page', pick(pages)),
      () => send('page', `/vehicle-details?vehicle=${1 + upTo(10)}`),
      () => send('page', `/sell-bikes?page=${1 + upTo(100)}`),
      () => send('search', `/browse?q=${encodeURIComponent(pick(searches))}`),
      () => send('search', `/browse?q=${encodeURIComponent(`${pick(searches)} ${2010 + upTo(15)}`)}`),
      () => send('api', `/api/bikes?limit=20&page=${1 + upTo(100)}`, { accept: 'application/json' }),
      () => send('api', '/api/bikes/stats/overview', { accept: 'application/json' }),
      async () => {
        const idempotencyKey = hidden((await send('page', '/contact')).text, 'idempotencyKey');
        await send('form', '/contact', toForm({ ...message, idempotencyKey }));
      },
    ];
    const rareJobs: (() => Promise<unknown>)[] = [
      () => send('write', '/api/bikes', { accept: 'application/json', ...toJson(shine) }),
      () => send('list', '/api/bikes', { accept: 'text/csv' }),
      () => send('list', '/api/bikes', { accept: 'application/x-ndjson' }),
      async () => {
        const path = '/sell-bikes?view=form';
        const idempotencyKey = hidden((await send('page', path)).text, 'idempotencyKey');
        const fields = Object.entries({ ...shine, idempotencyKey, intent: 'list' });
        const parts = fields.map(([name, value]) => ({ name, value: String(value) }));
        await send('photo', path, toMultipart([...parts, image()]));
      },
    ];
    // Each of them once, so that no visitor comes near a limit of an address.
    for (const job of jobs.sort(() => Math.random() - 0.5)) await job();
    if (upTo(2) === 0) await pick(rareJobs)();
  };
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (!isOver()) await come();
    }),
  );
}
