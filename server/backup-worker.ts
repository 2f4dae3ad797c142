import { backUpFile, deleteOldBackups, createBackupPath } from '~db/backup.mjs';

/*
 * Makes one backup and prints its size in bytes. Runs in a process of its own: checking and hashing a copy would block
 * requests for seconds, and a thread would leave the server with the 35 MB that SQLite needed for it. Arguments: database
 * path, backup folder, number of backups to keep, version.
 */

const [databasePath = '', folder = '', keep = '', version = ''] = process.argv.slice(2);
const { bytes } = await backUpFile(databasePath, createBackupPath(folder, new Date()), version);
deleteOldBackups(folder, Number(keep));
process.stdout.write(String(bytes));
