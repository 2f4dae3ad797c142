import { parentPort } from 'node:worker_threads';
import { backUpFile, deleteOldBackups, createBackupPath } from '~db/backup.mjs';

/*
 * Makes one backup in a worker thread, because checking and hashing a copy would block requests for seconds. Arguments:
 * database path, backup folder, number of backups to keep, version.
 */

const [databasePath = '', folder = '', keep = '', version = ''] = process.argv.slice(2);
const { bytes } = await backUpFile(databasePath, createBackupPath(folder, new Date()), version);
deleteOldBackups(folder, Number(keep));
parentPort?.postMessage(bytes);
