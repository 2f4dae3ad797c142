import { purgeRecoveryCodes } from '~/domain/accounts/recovery-codes.server';
import { purgeSessions } from '~/domain/accounts/sessions.server';
import { purgeAttempts } from '~/domain/accounts/sign-in-attempts.server';
import { purgeRemovals } from '~/domain/listings/listing-changes.server';
import { purgeMails } from '~/domain/mail/delivery.server';
import { markUnconfirmed } from '~/domain/listings/seller-notices.server';
import { purgeOldMessages } from '~/domain/own-data/own-data.server';
import { purgeStalePhotos } from '~/domain/photos/photos.server';
import { anHour } from '~/domain/shared/dates';
import { purgeVisitorSearches } from '~/domain/saved/saved-searches.server';
import { mergeDocuments } from '~/domain/search/text-search.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { purgeIdempotencyKeys } from '~/domain/shared/idempotency.server';
import { ok } from '~/domain/shared/result';
import { purgeViews } from '~/domain/listings/views.server';
import type { Runtime } from '~/http/runtime.server';
import { releaseFreePages } from '~db/connection';

const aSecond = 1_000;
/** Milliseconds per second for releasing free pages; a step in progress is completed. */
const spaceBudgetMs = 10;

/**
 * Purges expired data (ended sessions, sign-in attempts, stored responses, old messages and mails, photos of abandoned
 * forms, removed listings), marks listings whose owner did not confirm them, merges the search index, and returns free
 * space to the file system. Runs once an hour, or once a second while batches remain.
 *
 * @returns stops the cleanup
 */
export function runCleanup({ db, log, clock, settings }: Runtime): () => void {
  let isStopped = false;
  let timer = setTimeout(runStep, anHour).unref();
  async function runStep(): Promise<void> {
    let hasMore = false;
    try {
      const now = clock();
      const purges: readonly (() => unknown)[] = [
        () => purgeSessions(db, now),
        () => purgeRecoveryCodes(db, now),
        () => purgeAttempts(db, settings.limits?.['sign-in'] ?? null, now),
        () => purgeIdempotencyKeys(db, now),
        () => purgeVisitorSearches(db, now),
        () => purgeViews(db, now),
      ];
      const batches = [
        () => purgeOldMessages(db, { messages: settings.keepMessages }, now),
        () => purgeMails(db, settings.keepMail, now),
        () => purgeRemovals(db, now),
        () => purgeStalePhotos(db, now),
        () => markUnconfirmed(db, now),
        () => mergeDocuments(db),
      ];
      // Each step is a write of its own, interleaved with requests. A step that fails is retried in an hour.
      for (const purge of purges) await commitWithOthers(db, () => ok(purge()));
      for (const batch of batches) {
        const purged = await commitWithOthers(db, () => ok(batch()));
        if (purged.ok && purged.value > 0) hasMore = true;
      }
      if (releaseFreePages(db, spaceBudgetMs)) hasMore = true;
    } catch (error) {
      log.error({ err: error }, 'cleanup failed');
    }
    if (!isStopped) timer = setTimeout(runStep, hasMore ? aSecond : anHour).unref();
  }
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
