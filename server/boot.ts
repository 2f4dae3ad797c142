import { fillEmailKeys } from '~/domain/accounts/email-keys.server';
import { takeOverEditedDefaults } from '~/domain/desk/edited-defaults.server';
import { updateOfferNames } from '~/domain/listings/offer-names.server';
import type { Settings } from '~/http/settings.server';
import { type Database, openDatabase } from '~db/connection';
import { type MigrationOptions, migrate } from '~db/migrate';
import { seed } from '~db/seed/seed';

export function migrateAndSeed(db: Database, options?: MigrationOptions): void {
  migrate(db, options);
  fillEmailKeys(db);
  seed(db, new Date());
  updateOfferNames(db, new Date());
  const edited = takeOverEditedDefaults(db, new Date());
  if (edited.length > 0) {
    // biome-ignore lint/suspicious/noConsole: before the log of the site is open
    console.log(
      `Taken over from the edited files in db/seed, and from now on changed at the desk: ${edited.join(', ')}`,
    );
  }
}

export function openSiteDatabase(settings: Settings, options?: MigrationOptions): Database {
  const db = openDatabase(settings.databasePath);
  migrateAndSeed(db, options);
  return db;
}
