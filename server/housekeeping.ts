import { purgeSessions } from '~/domain/accounts/sessions.server';
import { purgeAttempts } from '~/domain/accounts/sign-in-attempts.server';
import { anHour } from '~/domain/durations';
import { forgetRemoved } from '~/domain/listings/listing-changes.server';
import { purgeStalePhotos } from '~/domain/photos/purge-stale-photos.server';
import { purgeSubmissions } from '~/domain/submissions/submissions.server';
import type { Runtime } from '~/http/runtime.server';

const aSecond = 1_000;

/**
 * Clears away what nobody will ask for again: ended sessions, tries to sign in, answered submissions, photos of forms
 * left unfinished, listings removed long ago. Once an hour; while some are left over of what goes in small batches,
 * once a second.
 *
 * @returns stops it
 */
export function keepHouse({ db, log, clock, settings }: Runtime): () => void {
  let timer = setTimeout(tidy, anHour).unref();
  function tidy(): void {
    let isMoreLeft = false;
    try {
      const now = clock();
      purgeSessions(db, now);
      purgeAttempts(db, settings.limits?.['sign-in'] ?? null, now);
      purgeSubmissions(db, now);
      const forgotten = forgetRemoved(db, now);
      isMoreLeft = purgeStalePhotos(db, now) > 0 || forgotten > 0;
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed');
    }
    timer = setTimeout(tidy, isMoreLeft ? aSecond : anHour).unref();
  }
  return () => clearTimeout(timer);
}
