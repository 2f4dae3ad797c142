import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { FairQueue, type QueueLimits, queueLimits } from '~/domain/shared/fair-queue';
import { getDatabaseStatus } from '~/domain/shared/database-status.server';
import { ok, err, type Result } from '~/domain/shared/result';
import { aggregate, keepCounters, type Measurements } from '~/http/measurements.server';
import type { ReadOnly, Runtime } from '~/http/runtime.server';
import { findFreePort } from '../server/http-server';
import { createStart } from '../server/send-response';
import {
  type PrimaryMessage,
  type QueueName,
  type SharedConfig,
  type WorkerMessage,
  workerMessage,
} from './worker-messages';

const noTurn = err({ kind: 'too-many', code: 'queue_full', retryAfterSeconds: 60 });

export class SharedQueue {
  readonly #queue: FairQueue;
  readonly #turns = new Map<string, () => void>();
  readonly #ended = new Set<number>();

  constructor(limits: QueueLimits) {
    this.#queue = new FairQueue(limits, noTurn.error);
  }

  /** @param reply called with true when it is the turn of the task, with false when the queue is full */
  async take(worker: number, id: number, address: string, isTrusted: boolean, reply: (isGranted: boolean) => void) {
    const turn = () =>
      new Promise<Result<null>>((end) => {
        if (this.#ended.has(worker)) return end(noTurn);
        this.#turns.set(`${worker} ${id}`, () => end(ok(null)));
        reply(true);
      });
    const taken = await this.#queue.run(address, turn, isTrusted);
    if (!taken.ok) reply(false);
  }

  endTurn(worker: number, id: number): void {
    const key = `${worker} ${id}`;
    this.#turns.get(key)?.();
    this.#turns.delete(key);
  }

  endAll(worker: number): void {
    this.#ended.add(worker);
    for (const [key, end] of this.#turns) {
      if (!key.startsWith(`${worker} `)) continue;
      end();
      this.#turns.delete(key);
    }
  }
}

const earlyExitMilliseconds = 10_000;
const maxEarlyExits = 6;
const firstRestartDelayMilliseconds = 50;
const missingFilePollMilliseconds = 1_000;
const measurementsTimeoutMilliseconds = 1_000;
const acknowledgeTimeoutMilliseconds = 5_000;
/** Longer than the time that a worker itself gives requests in flight. */
const stopTimeoutMilliseconds = 15_000;

const noMeasurements: Measurements = { samples: [], day: [] };

type WorkerEntry = { worker: Worker | null; startedAt: number; earlyExits: number; timer: NodeJS.Timeout | null };

/**
 * Starts the workers of a site, restarts those that exit, and holds the state they share (docs/operations.md,
 * "Workers").
 *
 * Each worker accepts connections itself, from one queue of the operating system. With Node.js's default scheduling the
 * primary accepts them: one handed to a worker that has just been killed would hang without a response.
 */
export class Workers {
  readonly #entries: WorkerEntry[];
  readonly #queues: Record<QueueName, SharedQueue>;
  readonly #sharedConfig: Omit<SharedConfig, 'readOnly'>;
  readonly #measurements = new Map<number, Measurements>();
  readonly #pending = new Map<string, () => void>();
  #endedWorkers = noMeasurements;
  #restarts = 0;
  #lastRequestId = 0;
  #isStopping = false;
  /** The last one with a turn for pictures. */
  #imageWorker: Worker | null = null;

  onFailure: (reason: string) => void = () => undefined;

  constructor(readonly runtime: Runtime) {
    const { workers, port } = runtime.settings;
    this.#entries = Array.from({ length: workers }, () => ({ worker: null, startedAt: 0, earlyExits: 0, timer: null }));
    this.#queues = {
      images: new SharedQueue(queueLimits.images),
      passwords: new SharedQueue({ ...queueLimits.passwords, running: Math.max(1, Math.floor(workers / 2)) }),
    };
    this.#sharedConfig = {
      startId: createStart().id,
      photoKey: randomBytes(32).toString('base64'),
      port,
      build: BUILD_ID,
    };
    runtime.metrics.workers = () => ({ running: 0, restarts: this.#restarts });
    cluster.schedulingPolicy = cluster.SCHED_NONE;
  }

  /** @returns the port; null if the first worker exited, having printed the reason */
  async start(): Promise<number | null> {
    const [first, ...rest] = this.#entries;
    if (!first) return null;
    const { host } = this.runtime.settings;
    // A port that the workers chose would change once all of them have exited.
    if (this.#sharedConfig.port === 0) this.#sharedConfig.port = await findFreePort(host);
    const worker = this.#fork(first);
    const ended = new AbortController();
    worker.once('exit', () => ended.abort());
    try {
      await once(worker, 'listening', { signal: ended.signal });
    } catch {
      return null;
    }
    worker.once('exit', () => this.#replace(first));
    for (const entry of rest) this.#launch(entry);
    return this.#sharedConfig.port;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const ends = this.#entries.map(async ({ worker, timer }) => {
      if (timer) clearTimeout(timer);
      if (!worker || worker.isDead()) return;
      const killer = setTimeout(() => worker.process.kill('SIGKILL'), stopTimeoutMilliseconds);
      worker.process.kill('SIGTERM');
      await once(worker, 'exit');
      clearTimeout(killer);
    });
    await Promise.all(ends);
  }

  /**
   * Informs all workers whether the site may write, and waits for their acknowledgements. A worker that does not respond
   * is killed, because it could go on writing; its replacement starts with the current state.
   */
  async broadcastReadOnly(readOnly: ReadOnly | null): Promise<void> {
    const id = this.#nextRequestId();
    const acknowledged = this.#getConnected().map(async (worker) => {
      send(worker, { kind: 'read-only', readOnly });
      // Messages arrive in order: a worker that has sent its measurements has handled the message before.
      if (await this.#requestMeasurements(worker, id, acknowledgeTimeoutMilliseconds)) return;
      this.runtime.log.error({ event: 'worker-unresponsive' }, 'worker unresponsive, replacing it');
      worker.process.kill('SIGKILL');
    });
    await Promise.all(acknowledged);
  }

  #nextRequestId(): number {
    this.#lastRequestId += 1;
    return this.#lastRequestId;
  }

  #getConnected(): Worker[] {
    return this.#entries.flatMap(({ worker }) => (worker?.isConnected() ? worker : []));
  }

  async measurements(): Promise<Measurements> {
    const id = this.#nextRequestId();
    await Promise.all(
      this.#getConnected().map((worker) => this.#requestMeasurements(worker, id, measurementsTimeoutMilliseconds)),
    );
    const { runtime } = this;
    return aggregate([runtime.metrics.measurements(runtime), ...this.#measurements.values(), this.#endedWorkers]);
  }

  /** @returns false if the worker has not responded in time; true also if it has exited */
  #requestMeasurements(worker: Worker, id: number, timeout: number): Promise<boolean> {
    return new Promise((resolve) => {
      const key = `${worker.id} ${id}`;
      const settle = (hasResponded: boolean) => {
        clearTimeout(timer);
        this.#pending.delete(key);
        worker.off('exit', done);
        resolve(hasResponded);
      };
      const done = () => settle(true);
      const timer = setTimeout(() => settle(false), timeout);
      this.#pending.set(key, done);
      worker.once('exit', done);
      send(worker, { kind: 'measure', id });
    });
  }

  #fork(entry: WorkerEntry): Worker {
    const worker = cluster.fork();
    entry.worker = worker;
    entry.startedAt = performance.now();
    worker.on('message', (message: unknown) => {
      const { data } = workerMessage.safeParse(message);
      if (data) this.#respond(worker, data);
    });
    worker.once('exit', (code, signal) => {
      this.#logEnd(entry, code, signal);
      entry.worker = null;
      for (const queue of Object.values(this.#queues)) queue.endAll(worker.id);
      this.#endedWorkers = aggregate([
        this.#endedWorkers,
        keepCounters(this.#measurements.get(worker.id) ?? noMeasurements),
      ]);
      this.#measurements.delete(worker.id);
    });
    worker.on('error', (error) => this.runtime.log.error({ err: error }, 'worker'));
    return worker;
  }

  #launch(entry: WorkerEntry): void {
    entry.timer = null;
    if (this.#isStopping) return;
    // A worker would create an empty database there.
    if (!getDatabaseStatus(this.runtime.db).isInPlace()) {
      entry.timer = setTimeout(() => this.#launch(entry), missingFilePollMilliseconds);
      return;
    }
    this.#fork(entry).once('exit', () => this.#replace(entry));
  }

  #logEnd({ startedAt }: WorkerEntry, code: number | null, signal: string | null): void {
    if (this.#isStopping) return;
    const milliseconds = Math.round(performance.now() - startedAt);
    const end = { event: 'worker-ended', how: signal ?? `code ${code}`, milliseconds };
    this.runtime.log[code === 0 ? 'info' : 'error'](end, 'a worker ended');
  }

  #replace(entry: WorkerEntry): void {
    if (this.#isStopping) return;
    const isEarly = performance.now() - entry.startedAt < earlyExitMilliseconds;
    entry.earlyExits = isEarly ? entry.earlyExits + 1 : 0;
    if (entry.earlyExits >= maxEarlyExits) {
      this.onFailure(
        `A worker exited ${maxEarlyExits} times in a row within ${earlyExitMilliseconds / 1_000} seconds of its start. The lines worker-ended in the log have the reasons. The site stops.`,
      );
      return;
    }
    this.#restarts += 1;
    const delay = firstRestartDelayMilliseconds * 2 ** entry.earlyExits;
    entry.timer = setTimeout(() => this.#launch(entry), delay);
  }

  /** The one before has ended its turn, so that its process is idle. */
  #moveImages(worker: Worker): void {
    if (this.#imageWorker && this.#imageWorker !== worker) send(this.#imageWorker, { kind: 'end-image-process' });
    this.#imageWorker = worker;
  }

  #respond(worker: Worker, message: WorkerMessage): void {
    const { runtime } = this;
    const reply = (id: number, value: unknown) => send(worker, { kind: 'reply', id, value });
    switch (message.kind) {
      case 'join':
        reply(message.id, { ...this.#sharedConfig, readOnly: runtime.readOnly });
        break;
      case 'count':
        reply(message.id, runtime.limits.count(message.name, message.address));
        break;
      case 'uncount':
        runtime.limits.uncount(message.name, message.address);
        break;
      case 'site-measurements':
        void this.measurements().then((measurements) => reply(message.id, measurements));
        break;
      case 'take-turn': {
        const { queue, id, address, isTrusted } = message;
        void this.#queues[queue].take(worker.id, id, address, isTrusted, (isGranted) => {
          if (isGranted && queue === 'images') this.#moveImages(worker);
          reply(id, isGranted);
        });
        break;
      }
      case 'end-turn':
        for (const queue of Object.values(this.#queues)) queue.endTurn(worker.id, message.id);
        break;
      case 'visit':
        runtime.visitors.count(message.counted, message);
        break;
      case 'measurements':
        if (!worker.isDead()) this.#measurements.set(worker.id, message.measurements);
        this.#pending.get(`${worker.id} ${message.id}`)?.();
        break;
      case 'leave':
        this.#measurements.set(worker.id, message.measurements);
        reply(message.id, null);
        break;
    }
  }
}

function send(worker: Worker, message: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(message, undefined, () => undefined);
}
