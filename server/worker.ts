import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { passwordTurns } from '~/domain/accounts/passwords.server';
import { sharePhotoKey } from '~/domain/photos/photos.server';
import { imageTurns } from '~/domain/photos/renditions.server';
import { Views } from '~/domain/views/views.server';
import { measuredSchema } from '~/http/measurements.server';
import { createLog, createRuntime, type ReadOnly, setReadOnly } from '~/http/runtime.server';
import type { AddressLimit, Settings } from '~/http/settings.server';
import { openDatabase } from '~db/connection';
import { closeIfInPlace, watchDatabase } from './database-watch';
import { giveUp } from './http-server';
import { scheduleBackups } from './scheduled-backups';
import { serve } from './serve';
import { countedWrite, type FromWorker, fromPrimary, joined, type TurnName } from './worker-messages';

/** Longest time that a request waits for the primary. */
const patienceMilliseconds = 2_000;

/** The connection of a worker to its primary; when it breaks, Node.js ends the worker. */
class PrimaryChannel {
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #lastId = 0;

  /**
   * @param onMeasure sends the figures of this worker under an id
   * @param onReadOnly is told whether the site may write
   */
  constructor(onMeasure: (id: number) => void, onReadOnly: (readOnly: ReadOnly | null) => void) {
    process.on('message', (message: unknown) => {
      const { data } = fromPrimary.safeParse(message);
      if (data?.kind === 'measure') onMeasure(data.id);
      if (data?.kind === 'read-only') onReadOnly(data.readOnly);
      if (data?.kind !== 'reply') return;
      this.#waiting.get(data.id)?.(data.value);
      this.#waiting.delete(data.id);
    });
  }

  tell(message: FromWorker): void {
    process.send?.(message, undefined, undefined, () => undefined);
  }

  /** @throws when there is no reply within the patience, if there is one */
  ask(question: (id: number) => FromWorker, patience: number | null = patienceMilliseconds): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer =
        patience === null
          ? null
          : setTimeout(() => {
              this.#waiting.delete(id);
              reject(new Error('The primary does not respond.'));
            }, patience);
      this.#waiting.set(id, (value) => {
        if (timer) clearTimeout(timer);
        resolve(value);
      });
      this.tell(question(id));
    });
  }

  /** Waits for one of the slots that all workers share. @returns gives it back */
  async takeSlot(of: TurnName): Promise<() => void> {
    let own = 0;
    await this.ask((id) => {
      own = id;
      return { kind: 'turn', id, of };
    }, null);
    return () => this.tell({ kind: 'turn-over', id: own });
  }
}

const share = ({ max, windowSeconds }: AddressLimit, workers: number): AddressLimit => ({
  max: Math.max(1, Math.ceil(max / workers)),
  windowSeconds,
});

/** The settings of one of several workers: its share of the reads of an address; backups are made by the primary. */
const settingsOfWorker = (settings: Settings): Settings => ({
  ...settings,
  limits: settings.limits && {
    ...settings.limits,
    page: share(settings.limits.page, settings.workers),
    'api-read': share(settings.limits['api-read'], settings.workers),
  },
  backups: { ...settings.backups, every: null },
});

/** Serves the site as one of several processes (docs/operations.md, "Workers"). */
export async function serveAsWorker(
  settings: Settings,
  files: { clientFolder: string; backupWorker: string },
): Promise<void> {
  const { databasePath } = settings;
  // Opening would create it. The primary starts no worker while the file is gone.
  if (!existsSync(databasePath)) giveUp(`There is no database at ${databasePath}.`);
  const db = openDatabase(databasePath);
  const runtime = createRuntime(settingsOfWorker(settings), db, createLog(settings.logLevel));
  const { metrics, limits } = runtime;
  let isOpen = false;
  metrics.workers = () => ({ running: isOpen ? 1 : 0, restarts: 0 });
  const measure = () => metrics.measured(runtime);
  const primary = new PrimaryChannel(
    (id) => primary.tell({ kind: 'figures', id, measured: measure() }),
    (readOnly) => setReadOnly(runtime, readOnly),
  );

  const { startId, photoKey, port, build, readOnly } = joined.parse(await primary.ask((id) => ({ kind: 'join', id })));
  if (build !== BUILD_ID) giveUp('The site was built anew since it was started. Restart it.');
  setReadOnly(runtime, readOnly);
  sharePhotoKey(Buffer.from(photoKey, 'base64'));
  passwordTurns.takeSlot = () => primary.takeSlot('passwords');
  imageTurns.takeSlot = () => primary.takeSlot('images');
  runtime.views = new Views(runtime.clock, (item, viewer) => primary.tell({ kind: 'view', item, ...viewer }));
  runtime.count = async (name, address) => {
    if (!settings.limits || name === 'page' || name === 'api-read') return limits.count(name, address);
    try {
      return countedWrite.parse(await primary.ask((id) => ({ kind: 'count', id, name, address })));
    } catch (error) {
      runtime.log.error({ err: error }, 'a write is counted by its worker only');
      return limits.count(name, address);
    }
  };
  runtime.measured = async () => {
    try {
      return measuredSchema.parse(await primary.ask((id) => ({ kind: 'measured', id })));
    } catch {
      return measure();
    }
  };

  const stopWatching = watchDatabase(runtime, false);
  const stopLooking = scheduleBackups(runtime, files.backupWorker);
  serve(runtime, {
    clientFolder: files.clientFolder,
    port,
    start: { id: startId, requestPrefix: `${startId}-${cluster.worker?.id ?? 0}-` },
    onOpen: () => {
      isOpen = true;
    },
    tidyUp: async () => {
      stopWatching();
      await stopLooking();
      await primary.ask((id) => ({ kind: 'leave', id, measured: measure() })).catch(() => undefined);
      closeIfInPlace(db);
    },
  });
}
