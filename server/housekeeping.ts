import { purgeSessions } from '~/domain/accounts/sessions.server';
import { purgeAttempts } from '~/domain/accounts/sign-in-attempts.server';
import { anHour } from '~/domain/durations';
import { commitWithOthers } from '~/domain/group-commit.server';
import { forgetRemoved } from '~/domain/listings/listing-changes.server';
import { done } from '~/domain/outcome';
import { purgeStalePhotos } from '~/domain/photos/purge-stale-photos.server';
import { purgeSubmissions } from '~/domain/submissions/submissions.server';
import type { Runtime } from '~/http/runtime.server';
import { giveBackSpace } from '~db/free-space';

const aSecond = 1_000;
/** Of each second in which free space is given back; a step that has begun is finished. */
const spaceBudgetMs = 10;

/**
 * Clears away what nobody will ask for again: ended sessions, tries to sign in, answered submissions, photos of forms
 * left unfinished, listings removed long ago; and gives the space they took back to the file system. Once an hour; while some are left over of what goes in small batches,
 * once a second.
 *
 * @returns stops it
 */
export function keepHouse({ db, log, clock, settings }: Runtime): () => void {
  let isStopped = false;
  let timer = setTimeout(tidy, anHour).unref();
  async function tidy(): Promise<void> {
    let isMoreLeft = false;
    try {
      const now = clock();
      const purges: readonly (() => unknown)[] = [
        () => purgeSessions(db, now),
        () => purgeAttempts(db, settings.limits?.['sign-in'] ?? null, now),
        () => purgeSubmissions(db, now),
      ];
      const batches = [() => forgetRemoved(db, now), () => purgeStalePhotos(db, now)];
      // Each is a write of its own among those of requests. One that can't be made now is made in an hour.
      for (const purge of purges) await commitWithOthers(db, () => done(purge()));
      for (const batch of batches) {
        const purged = await commitWithOthers(db, () => done(batch()));
        if (purged.done && purged.value > 0) isMoreLeft = true;
      }
      if (giveBackSpace(db, spaceBudgetMs)) isMoreLeft = true;
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed');
    }
    if (!isStopped) timer = setTimeout(tidy, isMoreLeft ? aSecond : anHour).unref();
  }
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
