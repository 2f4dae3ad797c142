// Backs up the database while the site runs, into a named file or the folder of backups:
//   npm run backup -- backups/today.sqlite
//   npm run backup
import { existsSync, readFileSync, statSync } from 'node:fs';
import { backUpFile, createBackupPath, deleteOldBackups, getRecordPath } from '../backup.mjs';
import { defaultDatabasePath, getDefaultBackupFolder } from '../../db/files.mjs';

// Backups and the folders created for them are accessible to their owner only.
process.umask(0o077);
const source = process.env.DATABASE_PATH || defaultDatabasePath;
const folder = process.env.BACKUP_FOLDER || getDefaultBackupFolder(source);
const keep = Number(process.env.BACKUP_KEEP || 7);
const target = process.argv[2] ?? createBackupPath(folder, new Date());

/** @returns never */
function giveUp(message) {
  console.error(message);
  process.exit(1);
}

if (!Number.isInteger(keep) || keep < 1) giveUp('The setting BACKUP_KEEP must be a number of backups from 1.');
if (existsSync(target)) giveUp(`${target} already exists. Choose another name, so that no backup is overwritten.`);
if (!existsSync(source)) giveUp(`There is no database at ${source} (the setting DATABASE_PATH).`);
if (statSync(source).isDirectory()) giveUp(`${source} (the setting DATABASE_PATH) is a folder, not a file.`);

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
try {
  const { bytes, schema } = await backUpFile(source, target, version);
  if (!process.argv[2]) deleteOldBackups(folder, keep);
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  console.log(
    `Copied ${source} to ${target}; it is sound. ${size}, schema ${schema}, described in ${getRecordPath(target)}.`,
  );
} catch (error) {
  giveUp(`${source} could not be copied: ${error instanceof Error ? error.message : error}`);
}
