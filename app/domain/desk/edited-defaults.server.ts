import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { type SettingName, settingNames } from '~db/enums';
import { auditEvents } from '~db/schema/desk';
import { seeds, settingVersions } from '~db/schema/site';
import { sha256 } from '../shared/secrets.server';
import { settingForms, toFormValues } from './shop-settings';
import { getShipped, storeVersion } from './shop-settings.server';

/** SHA-256 of what each version of the site has shipped with, the newest last; a test compares it with the data files. */
export const shippedHashes: Readonly<Record<SettingName, readonly string[]>> = {
  shop: ['d80caf7f22bafb782a9b43cdef9a0dac0485e6b11f928b6b318b2dec888658c5'],
  look: ['48495ab09c61776cfa4771d8aad24c3f62c9c1c11488dd47180159fbd48155c9'],
  company: ['1d0f7e98c163ef597b50e264d45e3e12f844f6e876e242ed97eaa7daf67c672f'],
  team: ['bc594fc9c3ddfcf49c79d4de0c608e0a36bcb1633f1c2bc87836277439e97f73'],
  home: ['ac40c1b8645667f474370318126b70a343173c47b056083ee000c10e8fa40500'],
  banners: ['43d92883d2ae284775c0b77aa0f8a30608522ba66723d5d5eb13cb974c67d1a5'],
  faq: ['39bdd2fc20dec8c479bab2320832315379805f5dacd294dd5a770f55dfb65335'],
  'service-types': ['df27489430fdacc5d882473806e24b5853113d4d98f98f00236c4c48a59e7402'],
  accessories: ['d4b5fbf3c8ab1d3f2ae99e9ffab15afcce03b3768f55e361270595822c4c378d'],
  insurance: ['66f865a9c77906164f980eb68084b046f4d55f6cccb0341b4521487e2a173465'],
  loans: ['051cfde2e5f8e3fb8f5a36b41489a9ea8efe3bdd1d02fde588c2b325e5cca6f6'],
  donations: ['72c247572b11786d8c7361321e14def06e7affe1185424f3b136daa4739bfaa3'],
  'follow-us': ['2a8f953259ff4c7c1c68226e3c84c7fd67a534729960998050e10b18684aa9a9'],
  safety: ['b683887ce332d458511aeaf761aeb5e05be7b2a9bdd9a42332dde424926a25c2'],
  privacy: ['c8973bc0c1814c2acad9e67f38c00ba5a3b814c4c4d4dc9e302bca60b61eb131'],
  terms: ['defe345929bddb1b0da24d4f97e1c607e697b35a104abc1bd847547ed4b131cd'],
  returns: ['ec9d9352b92ebb04212756f1dbda5c6e61947a9f8788765c21112d2c7960ffdc'],
  fuel: ['8d7380bf8f0f6c6d21e3a06e2f0499cc4b672f583a5766f94cc59d4d031a62c9'],
  sections: ['b596c74ce871e40ca6b0a2304847bedc22d2a991f5ad20b8f5f6fd458dea63a8'],
};

export const hashDefault = (name: SettingName): string =>
  sha256(JSON.stringify(toFormValues(settingForms[name], getShipped(name))));

const seedName = (name: SettingName): string => `setting/${name}`;

/**
 * Stores what was edited in the data files of an older installation as the first version of its setting, once, so that
 * an upgrade of the files does not take it away. Reported in the operators' log.
 *
 * @returns the titles of what was stored
 */
export function takeOverEditedDefaults(
  db: Database,
  now: Date,
  shipped: typeof shippedHashes = shippedHashes,
): string[] {
  const edited = settingNames.filter((name) => !shipped[name].includes(hashDefault(name)));
  if (edited.length === 0) return [];
  return db.transaction(
    () =>
      edited.flatMap((name) => {
        const contentHash = hashDefault(name);
        const seed = db
          .select()
          .from(seeds)
          .where(eq(seeds.name, seedName(name)))
          .get();
        const stored = db
          .select({ id: settingVersions.id })
          .from(settingVersions)
          .where(eq(settingVersions.name, name))
          .get();
        if (seed || stored) return [];
        const { title } = settingForms[name];
        storeVersion(db, { name, value: getShipped(name), savedBy: null, now, isDefault: false });
        db.insert(seeds)
          .values({ name: seedName(name), contentHash, seededAt: now.toISOString() })
          .run();
        db.insert(auditEvents)
          .values({
            operatorId: 'data-files',
            operatorName: 'Data files',
            subject: 'setting',
            subjectId: name,
            title,
            action: 'taken over from the edited files in db/seed',
            createdAt: now.toISOString(),
          })
          .run();
        return [title];
      }),
    { behavior: 'immediate' },
  );
}
