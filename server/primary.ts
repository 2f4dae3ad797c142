import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { databaseStatus } from '~/domain/shared/database-status.server';
import { addUp, countedBy, type Measured } from '~/http/measurements.server';
import type { ReadOnly, Runtime } from '~/http/runtime.server';
import { newStart } from './send-response';
import { type FromPrimary, type FromWorker, fromWorker, type Joined, type TurnName } from './worker-messages';

type Holder = { worker: number; id: number };

/**
 * Slots for heavy work that workers share: as many tasks run at a time in all of them together, in the order in which
 * they asked. Each worker asks for one at a time, so that none has more turns than another.
 */
export class SharedSlots {
  readonly #held: Holder[] = [];
  readonly #waiting: (Holder & { grant: () => void })[] = [];

  constructor(readonly slots: number) {}

  take(worker: number, id: number, grant: () => void): void {
    this.#waiting.push({ worker, id, grant });
    this.#next();
  }

  giveBack(worker: number, id: number): void {
    this.#forget((holder) => holder.worker === worker && holder.id === id);
  }

  /** Frees what a worker that has ended held and waited for. */
  forget(worker: number): void {
    this.#forget((holder) => holder.worker === worker);
  }

  #forget(isGone: (holder: Holder) => boolean): void {
    for (const list of [this.#held, this.#waiting]) list.splice(0, list.length, ...list.filter((one) => !isGone(one)));
    this.#next();
  }

  #next(): void {
    while (this.#held.length < this.slots) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#held.push(next);
      next.grant();
    }
  }
}

/** A worker that ends earlier than this after its start has not served for long. */
const quickMilliseconds = 10_000;
/** Quick ends in a row after which a worker is not started again. */
const mostQuickEnds = 6;
/** Delays before a worker is started again: each twice the one before. */
const firstDelayMilliseconds = 50;
const longestDelayMilliseconds = 10_000;
/** Time between two looks for a database file that is gone. */
const missingFileMilliseconds = 1_000;
/** Longest time to wait for the figures of a worker; its last ones are taken then. */
const figuresMilliseconds = 1_000;
/** Longest time that a worker may take to hear whether it may write; it is replaced then. */
const readOnlyMilliseconds = 5_000;
/** Longest time that a worker may take to stop; longer than its own patience with stalled clients. */
const stopMilliseconds = 15_000;

const nothingMeasured: Measured = { samples: [], day: [] };

/** One of the processes that serve: a worker, and the one in its place after it has ended. */
type Place = { worker: Worker | null; startedAt: number; quickEnds: number; timer: NodeJS.Timeout | null };

/**
 * Starts the workers of a site, starts others in the place of those that end, and keeps what they have in common
 * (docs/operations.md, "Workers").
 *
 * Each worker accepts connections by itself, from one queue of the system. Node's other way has the primary accept and
 * pass them on: a connection passed to a worker that is killed meanwhile would stay open without a response.
 */
export class Workers {
  readonly #places: Place[];
  readonly #slots: Record<TurnName, SharedSlots>;
  readonly #common: Omit<Joined, 'readOnly'>;
  /** The last figures of each worker that runs, by its id. */
  readonly #figures = new Map<number, Measured>();
  readonly #awaited = new Map<string, () => void>();
  /** What workers that have ended had counted. */
  #former = nothingMeasured;
  #restarts = 0;
  #measurements = 0;
  #isStopping = false;

  /** Called with the reason when a worker ends again and again. */
  onFailure: (reason: string) => void = () => undefined;

  constructor(readonly runtime: Runtime) {
    const { workers, port } = runtime.settings;
    this.#places = Array.from({ length: workers }, () => ({ worker: null, startedAt: 0, quickEnds: 0, timer: null }));
    const slots = () => new SharedSlots(Math.max(1, Math.floor(workers / 2)));
    this.#slots = { images: slots(), passwords: slots() };
    this.#common = { startId: newStart().id, photoKey: randomBytes(32).toString('base64'), port, build: BUILD_ID };
    runtime.metrics.workers = () => ({ running: 0, restarts: this.#restarts });
    cluster.schedulingPolicy = cluster.SCHED_NONE;
  }

  /**
   * Starts one worker, and the others once it accepts requests.
   *
   * @returns the port; null when it ended before, for a reason that it has printed
   */
  async start(): Promise<number | null> {
    const [first, ...others] = this.#places;
    if (!first) return null;
    const { host } = this.runtime.settings;
    // Left to the workers, it would be another one after all of them have ended.
    if (this.#common.port === 0) this.#common.port = await freePort(host);
    const worker = this.#fork(first);
    const ended = new AbortController();
    worker.once('exit', (code, signal) => {
      this.#logEnd(first, code, signal);
      ended.abort();
    });
    try {
      await once(worker, 'listening', { signal: ended.signal });
    } catch {
      return null;
    }
    worker.once('exit', () => this.#replace(first));
    for (const place of others) this.#startIn(place);
    return this.#common.port;
  }

  /** Has all workers finish their requests and end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const ends = this.#places.map(async ({ worker, timer }) => {
      if (timer) clearTimeout(timer);
      if (!worker || worker.isDead()) return;
      const killer = setTimeout(() => worker.process.kill('SIGKILL'), stopMilliseconds);
      worker.process.kill('SIGTERM');
      await once(worker, 'exit');
      clearTimeout(killer);
    });
    await Promise.all(ends);
  }

  /**
   * Tells all workers whether the site may write, and waits until they know. One that does not respond is killed: it
   * could go on writing, and the worker in its place begins with what holds now.
   */
  async tellReadOnly(readOnly: ReadOnly | null): Promise<void> {
    const id = this.#nextMeasurement();
    const told = this.#connected().map(async (worker) => {
      tell(worker, { kind: 'read-only', readOnly });
      // Messages arrive in order, so that a worker that has sent its figures knows.
      if (await this.#updateFigures(worker, id, readOnlyMilliseconds)) return;
      this.runtime.log.error({ event: 'worker-unresponsive' }, 'a worker did not respond and is replaced');
      worker.process.kill('SIGKILL');
    });
    await Promise.all(told);
  }

  #nextMeasurement(): number {
    this.#measurements += 1;
    return this.#measurements;
  }

  #connected(): Worker[] {
    return this.#places.flatMap(({ worker }) => (worker?.isConnected() ? worker : []));
  }

  /** The figures of the site: of this process, of every worker, and of those that have ended. */
  async measured(): Promise<Measured> {
    const id = this.#nextMeasurement();
    await Promise.all(this.#connected().map((worker) => this.#updateFigures(worker, id, figuresMilliseconds)));
    const { runtime } = this;
    return addUp([runtime.metrics.measured(runtime), ...this.#figures.values(), this.#former]);
  }

  /** @returns false when the worker has not responded within the patience; true also when it has ended */
  #updateFigures(worker: Worker, id: number, patience: number): Promise<boolean> {
    return new Promise((resolve) => {
      const key = `${worker.id} ${id}`;
      const settle = (hasResponded: boolean) => {
        clearTimeout(timer);
        this.#awaited.delete(key);
        worker.off('exit', done);
        resolve(hasResponded);
      };
      const done = () => settle(true);
      const timer = setTimeout(() => settle(false), patience);
      this.#awaited.set(key, done);
      worker.once('exit', done);
      tell(worker, { kind: 'measure', id });
    });
  }

  #fork(place: Place): Worker {
    const worker = cluster.fork();
    place.worker = worker;
    place.startedAt = performance.now();
    worker.on('message', (message: unknown) => {
      const { data } = fromWorker.safeParse(message);
      if (data) this.#respond(worker, data);
    });
    worker.once('exit', () => {
      place.worker = null;
      for (const slots of Object.values(this.#slots)) slots.forget(worker.id);
      this.#former = addUp([this.#former, countedBy(this.#figures.get(worker.id) ?? nothingMeasured)]);
      this.#figures.delete(worker.id);
    });
    // Such as a message to a worker that has just ended.
    worker.on('error', (error) => this.runtime.log.error({ err: error }, 'worker'));
    return worker;
  }

  #startIn(place: Place): void {
    place.timer = null;
    if (this.#isStopping) return;
    // A worker would create an empty database at its place.
    if (!databaseStatus(this.runtime.db).isInPlace()) {
      place.timer = setTimeout(() => this.#startIn(place), missingFileMilliseconds);
      return;
    }
    this.#fork(place).once('exit', (code, signal) => {
      this.#logEnd(place, code, signal);
      this.#replace(place);
    });
  }

  #logEnd({ startedAt }: Place, code: number | null, signal: string | null): void {
    if (this.#isStopping) return;
    const milliseconds = Math.round(performance.now() - startedAt);
    const end = { event: 'worker-ended', how: signal ?? `code ${code}`, milliseconds };
    this.runtime.log[code === 0 ? 'info' : 'error'](end, 'a worker ended');
  }

  /** Starts a worker in the place of one that has ended, the later the more often that has happened. */
  #replace(place: Place): void {
    if (this.#isStopping) return;
    const isQuick = performance.now() - place.startedAt < quickMilliseconds;
    place.quickEnds = isQuick ? place.quickEnds + 1 : 0;
    if (place.quickEnds >= mostQuickEnds) {
      this.onFailure(
        `A worker ended ${mostQuickEnds} times in a row within ${quickMilliseconds / 1_000} seconds of its start; the lines worker-ended in the log say how. The site stops.`,
      );
      return;
    }
    this.#restarts += 1;
    const delay = Math.min(longestDelayMilliseconds, firstDelayMilliseconds * 2 ** place.quickEnds);
    place.timer = setTimeout(() => this.#startIn(place), delay);
  }

  #respond(worker: Worker, message: FromWorker): void {
    const { runtime } = this;
    const reply = (id: number, value: unknown) => tell(worker, { kind: 'reply', id, value });
    switch (message.kind) {
      case 'join':
        reply(message.id, { ...this.#common, readOnly: runtime.readOnly });
        break;
      case 'count':
        reply(message.id, runtime.limits.count(message.name, message.address));
        break;
      case 'measured':
        void this.measured().then((measured) => reply(message.id, measured));
        break;
      case 'turn':
        this.#slots[message.of].take(worker.id, message.id, () => reply(message.id, null));
        break;
      case 'turn-over':
        for (const slots of Object.values(this.#slots)) slots.giveBack(worker.id, message.id);
        break;
      case 'view':
        runtime.views.count(message.item, message);
        break;
      case 'figures':
        if (!worker.isDead()) this.#figures.set(worker.id, message.measured);
        this.#awaited.get(`${worker.id} ${message.id}`)?.();
        break;
      case 'leave':
        this.#figures.set(worker.id, message.measured);
        reply(message.id, null);
        break;
    }
  }
}

async function freePort(host: string | null): Promise<number> {
  const probe = createServer().listen({ port: 0, ...(host && { host }) });
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

function tell(worker: Worker, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message, undefined, () => undefined);
}
