import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { passwordQueue } from '~/domain/accounts/passwords.server';
import { sharePhotoKey } from '~/domain/photos/photos.server';
import { imageProcess, imageQueue } from '~/domain/photos/renditions.server';
import { VisitorCounts } from '~/domain/shared/visitor-counts.server';
import { measurementsSchema } from '~/http/measurements.server';
import { createLog } from '~/http/log.server';
import { createRuntime, setReadOnly } from '../server/runtime';
import type { ReadOnly } from '~/http/runtime.server';
import type { AddressLimit } from '~/http/address-limits.server';
import type { Settings } from '~/http/settings.server';
import { openDatabase } from '~db/connection';
import { closeInWorker, watchDatabase } from '../server/database-watch';
import { exitWithMessage } from '../server/http-server';
import { renewStatistics, scheduleBackups } from '../server/scheduled-tasks';
import { serve } from '../server/serve';
import { countReply, primaryMessage, type QueueName, sharedConfig, type WorkerMessage } from './worker-messages';

const replyTimeoutMilliseconds = 2_000;

/** Connection of a worker to its primary. When it breaks, Node.js ends the worker. */
class PrimaryChannel {
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #lastId = 0;

  constructor(
    onMeasure: (id: number) => void,
    onReadOnly: (readOnly: ReadOnly | null) => void,
    onImagesMoved: () => void,
  ) {
    process.on('message', (message: unknown) => {
      const { data } = primaryMessage.safeParse(message);
      if (data?.kind === 'measure') onMeasure(data.id);
      if (data?.kind === 'read-only') onReadOnly(data.readOnly);
      if (data?.kind === 'end-image-process') onImagesMoved();
      if (data?.kind !== 'reply') return;
      this.#waiting.get(data.id)?.(data.value);
      this.#waiting.delete(data.id);
    });
  }

  send(message: WorkerMessage): void {
    process.send?.(message, undefined, undefined, () => undefined);
  }

  /** @throws if there is no reply in time; a timeout of null waits indefinitely */
  request(
    message: (id: number) => WorkerMessage,
    timeoutMilliseconds: number | null = replyTimeoutMilliseconds,
  ): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer =
        timeoutMilliseconds === null
          ? null
          : setTimeout(() => {
              this.#waiting.delete(id);
              reject(new Error('The primary does not respond.'));
            }, timeoutMilliseconds);
      this.#waiting.set(id, (value) => {
        if (timer) clearTimeout(timer);
        resolve(value);
      });
      this.send(message(id));
    });
  }

  async takeTurn(queue: QueueName, address: string, isTrusted: boolean): Promise<(() => void) | null> {
    let turn = 0;
    const isGranted = await this.request((id) => {
      turn = id;
      return { kind: 'take-turn', id, queue, address, isTrusted };
    }, null);
    return isGranted === true ? () => this.send({ kind: 'end-turn', id: turn }) : null;
  }
}

const divideLimit = ({ max, windowSeconds }: AddressLimit, workers: number): AddressLimit => ({
  max: Math.max(1, Math.ceil(max / workers)),
  windowSeconds,
});

/** Its share of the read limits, and no backups, which the primary makes. */
const createWorkerSettings = (settings: Settings): Settings => ({
  ...settings,
  limits: settings.limits && {
    ...settings.limits,
    page: divideLimit(settings.limits.page, settings.workers),
    'api-read': divideLimit(settings.limits['api-read'], settings.workers),
  },
  backups: { ...settings.backups, every: null },
});

/** docs/operations.md, "Workers". */
export async function serveAsWorker(
  settings: Settings,
  files: { clientFolder: string; backupWorker: string },
): Promise<void> {
  const { databasePath } = settings;
  // Opening would create the file. The primary starts no workers while it is missing.
  if (!existsSync(databasePath)) exitWithMessage(`There is no database at ${databasePath}.`);
  const db = openDatabase(databasePath);
  const runtime = createRuntime(createWorkerSettings(settings), db, createLog(settings.logLevel));
  const { metrics, limits } = runtime;
  let isListening = false;
  metrics.workers = () => ({ running: isListening ? 1 : 0, restarts: 0 });
  const measure = () => metrics.measurements(runtime);
  const primary = new PrimaryChannel(
    (id) => primary.send({ kind: 'measurements', id, measurements: measure() }),
    (readOnly) => setReadOnly(runtime, readOnly),
    () => imageProcess.stop(),
  );

  const { startId, photoKey, port, build, readOnly } = sharedConfig.parse(
    await primary.request((id) => ({ kind: 'join', id })),
  );
  if (build !== BUILD_ID) exitWithMessage('The site was rebuilt after it was started. Restart it.');
  setReadOnly(runtime, readOnly);
  sharePhotoKey(Buffer.from(photoKey, 'base64'));
  passwordQueue.takeTurn = (address, isTrusted) => primary.takeTurn('passwords', address, isTrusted);
  imageQueue.takeTurn = (address, isTrusted) => primary.takeTurn('images', address, isTrusted);
  runtime.visitors = new VisitorCounts(runtime.clock, (counted, visitor) =>
    primary.send({ kind: 'visit', counted, ...visitor }),
  );
  runtime.count = async (name, address) => {
    if (!settings.limits || name === 'page' || name === 'api-read') return limits.count(name, address);
    try {
      return countReply.parse(await primary.request((id) => ({ kind: 'count', id, name, address })));
    } catch (error) {
      runtime.log.error({ err: error }, 'write counted by its worker only');
      return limits.count(name, address);
    }
  };
  runtime.uncount = (name, address) => primary.send({ kind: 'uncount', name, address });
  runtime.measurements = async () => {
    try {
      return measurementsSchema.parse(await primary.request((id) => ({ kind: 'site-measurements', id })));
    } catch {
      return measure();
    }
  };

  const stopWatching = watchDatabase(runtime, false);
  const stopBackups = scheduleBackups(runtime, files.backupWorker);
  const stopRenewing = renewStatistics(runtime);
  serve(runtime, {
    clientFolder: files.clientFolder,
    port,
    start: { id: startId, requestPrefix: `${startId}-${cluster.worker?.id ?? 0}-` },
    onListening: () => {
      isListening = true;
    },
    cleanUp: async () => {
      stopWatching();
      stopRenewing();
      await stopBackups();
      await primary.request((id) => ({ kind: 'leave', id, measurements: measure() })).catch(() => undefined);
      await closeInWorker(runtime);
    },
  });
}
