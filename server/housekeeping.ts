import { purgeSessions } from '~/domain/accounts/find-session.server';
import { purgeStalePhotos } from '~/domain/photos/purge-stale-photos.server';
import { purgeSubmissions } from '~/domain/submissions/submissions.server';
import type { Runtime } from '~/http/runtime.server';

const anHour = 3_600_000;

/** Clears away what nobody will ask for again: ended sessions, answered submissions, photos of forms left unfinished. */
export function keepHouse({ db, log, clock }: Pick<Runtime, 'db' | 'log' | 'clock'>): () => void {
  const tidy = () => {
    try {
      const now = clock();
      purgeSessions(db, now);
      purgeSubmissions(db, now);
      purgeStalePhotos(db, now);
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed');
    }
  };
  const timer = setInterval(tidy, anHour);
  timer.unref();
  return () => clearInterval(timer);
}
