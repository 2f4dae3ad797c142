import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { type HostileBody, hostileBodies } from '../support/hostile-bodies';
import { hostilePhotos } from '../support/hostile-photos';
import { listAddresses, sendFrom, toForm, toJson, toMultipart } from './send-from';

/** Goes on until `isOver`, from addresses of its own. */
type Attack = (origin: string, isOver: () => boolean) => Promise<void>;

const attackers = listAddresses(200);
const takeAddresses = (count: number): string[] => Array.from({ length: count }, () => attackers.next().value);

/** Keeps so many connections open from each of some addresses, opening another one for each that is closed. */
const holdOpen =
  (connections: number, addresses: number, begin: (socket: Socket) => void, drip?: (socket: Socket) => void): Attack =>
  async (origin, isOver) => {
    const { hostname, port } = new URL(origin);
    const sockets = new Map<Socket, string>();
    const open = (localAddress: string): void => {
      const socket = connect({ port: Number(port), host: hostname, localAddress });
      sockets.set(socket, localAddress);
      socket.on('error', () => undefined);
      socket.on('connect', () => begin(socket));
      socket.on('close', () => sockets.delete(socket));
    };
    const from = takeAddresses(addresses);
    while (!isOver()) {
      for (const address of from) {
        const missing = connections - [...sockets.values()].filter((used) => used === address).length;
        for (let at = 0; at < Math.min(missing, 100); at += 1) open(address);
      }
      for (const socket of sockets.keys()) if (drip && socket.writable && !socket.connecting) drip(socket);
      await setTimeout(1_000);
    }
    for (const socket of sockets.keys()) socket.destroy();
  };

/** Sends one request after the other, so many at a time from each of some addresses. */
const repeat =
  (atOnce: number, addresses: number, send: (origin: string, address: string) => Promise<unknown>, pause = 0): Attack =>
  async (origin, isOver) => {
    const senders = takeAddresses(addresses).flatMap((address) => Array.from({ length: atOnce }, () => address));
    await Promise.all(
      senders.map(async (address) => {
        for (; !isOver(); await setTimeout(pause)) await send(origin, address);
      }),
    );
  };

let counter = 0;
const count = (): number => {
  counter += 1;
  return counter;
};

type Format = keyof typeof hostilePhotos;

const formats: readonly Format[] = ['jpeg', 'png', 'webp', 'avif'];
const photos = new Map<Format, Buffer[]>();

/** Makes photos of each format once, before the attacks: making them takes more than decoding them. */
async function makePhotos(): Promise<void> {
  for (const format of formats) {
    const files: fc.Arbitrary<{ make: () => Promise<Buffer> }> = hostilePhotos[format].files;
    const samples: Buffer[] = [];
    for (const { make } of fc.sample(files, { numRuns: 12, seed: 7 })) samples.push(await make());
    photos.set(format, samples);
  }
}

const sendPhotos = (format: Format): Attack =>
  repeat(2, 2, async (origin, address) => {
    const samples = photos.get(format) ?? [];
    const bytes = samples[count() % samples.length];
    if (!bytes) return;
    const parts = [
      { name: 'idempotencyKey', value: `a-key-of-a-photo-${count()}` },
      { name: 'images', fileName: 'bike.jpg', bytes },
    ];
    await sendFrom(origin, address, { path: '/draft-photos', accept: 'application/json', ...toMultipart(parts) });
  });

async function sendHostile(origin: string, localAddress: string, { path, contentType, pieces }: HostileBody) {
  const { hostname, port } = new URL(origin);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  socket.on('error', () => undefined).resume();
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${contentType}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  for (const piece of pieces()) {
    if (!socket.writable) break;
    socket.write(`${piece.length.toString(16)}\r\n`);
    await new Promise((resolve) => socket.write(piece, resolve));
    socket.write('\r\n');
  }
  socket.end('0\r\n\r\n');
  await setTimeout(200);
  socket.destroy();
}

const bodies = hostileBodies(8 * 1024 * 1024);
const long = 'z'.repeat(240_000);
const message = {
  name: 'Ravi',
  email: 'ravi@example.com',
  phone: '+91 98200 12345',
  subject: 'Hello',
  message: 'Hello',
};

const attacks: Record<string, Attack> = {
  'slow headers': holdOpen(
    500,
    2,
    (socket) => socket.write('GET /main HTTP/1.1\r\nHost: a\r\nX-A: '),
    (socket) => socket.write('a'),
  ),
  'slow bodies': holdOpen(
    500,
    2,
    (socket) => socket.write('POST /contact HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\nname=a'),
    (socket) => socket.write('a'.repeat(700)),
  ),
  'silent connections': holdOpen(500, 2, () => undefined),
  'unread lists': holdOpen(300, 2, (socket) => {
    socket.pause();
    socket.write('GET /api/bikes HTTP/1.1\r\nHost: a\r\nAccept: text/csv\r\nAccept-Encoding: br\r\n\r\n');
  }),
  'costly JPEG': sendPhotos('jpeg'),
  'costly PNG': sendPhotos('png'),
  'costly WebP': sendPhotos('webp'),
  'costly AVIF': sendPhotos('avif'),
  'forms to store': repeat(2, 3, (origin, address) => {
    const fields = { idempotencyKey: `key-of-a-form-${count()}`, type: 'general', subject: 'Good', message: long };
    return sendFrom(origin, address, { path: '/feedback', ...toForm({ ...fields, rating: '4', more: long }) });
  }),
  'repeated writes': repeat(20, 2, (origin, address) => {
    const idempotencyKey = `a-key-that-is-repeated-${Math.floor(count() / 40)}`;
    return sendFrom(origin, address, { path: '/contact', ...toForm({ ...message, idempotencyKey }) });
  }),
  'hostile JSON': repeat(3, 2, (origin, address) => {
    const body = bodies[count() % bodies.length];
    return body ? sendHostile(origin, address, body) : Promise.resolve();
  }),
  'searches without results': repeat(4, 4, (origin, address) =>
    sendFrom(origin, address, { path: `/browse?q=${encodeURIComponent(`pizza ${count()} pune qqq${count()}`)}` }),
  ),
  'aborted requests': repeat(
    5,
    4,
    (origin, address) =>
      sendFrom(origin, address, { path: '/api/bikes', accept: 'application/x-ndjson', timeout: 1 + (count() % 40) }),
    20,
  ),
  'wrong passwords': repeat(4, 6, (origin, address) =>
    sendFrom(origin, address, {
      path: '/api/auth/login',
      accept: 'application/json',
      ...toJson({ email: `asha${count() % 3}@example.com`, password: 'wrong!canary' }),
    }),
  ),
};

const secondsEach = 20;

/**
 * Runs all attacks in turn, then three at a time, and so on, until this process is killed. Prints the names of those
 * that begin, one line for each turn.
 */
export async function attackInTurn(origin: string): Promise<never> {
  await makePhotos();
  const names = Object.keys(attacks);
  for (let round = 0; ; round += 1) {
    for (let at = 0; at < names.length; at += 1) {
      const atOnce = round % 2 === 0 ? [0] : [0, 5, 9];
      const turn = atOnce.map((step) => names[(at + step) % names.length] ?? '');
      console.log(turn.join(', '));
      const endsAt = performance.now() + secondsEach * 1_000;
      await Promise.all(turn.map((name) => attacks[name]?.(origin, () => performance.now() > endsAt)));
    }
  }
}
