import { parentPort } from 'node:worker_threads';
import { backUpFile, deleteOldBackups, nextBackup } from '~db/backup.mjs';

/*
 * Makes one backup on a thread of its own: checking and hashing a copy takes seconds in which no request would be
 * served. Arguments: path of the database, folder of backups, number to keep, version.
 */

const [databasePath = '', folder = '', keep = '', version = ''] = process.argv.slice(2);
const { bytes } = await backUpFile(databasePath, nextBackup(folder, new Date()), version);
deleteOldBackups(folder, Number(keep));
parentPort?.postMessage(bytes);
