import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { settingDrafts } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { minuteMs } from '../shared/dates';
import { sha256 } from '../shared/secrets.server';

const shownMinutes = 10;

export const getOldestDraft = (now: Date): string => new Date(now.getTime() - shownMinutes * minuteMs).toISOString();

const reads = memoizePrepared((db) =>
  db
    .select({ name: settingDrafts.name, value: settingDrafts.value })
    .from(settingDrafts)
    .where(
      and(
        eq(settingDrafts.secretHash, sql.placeholder('hash')),
        gt(settingDrafts.createdAt, sql.placeholder('oldest')),
      ),
    )
    .prepare(),
);

/** The drafts of a browser, while they are no older than ten minutes. */
export const findDrafts = (db: Database, secret: string, now: Date) =>
  reads(db).all({ hash: sha256(secret), oldest: getOldestDraft(now) });
