import { backUpFile, deleteOldBackups, createBackupPath } from './backup.mjs';

/*
 * Makes one backup and prints its size in bytes. Runs in a process of its own: checking and hashing a copy would block
 * requests for seconds, and a thread would leave the server with the 35 MB that SQLite needed for it. Arguments: database
 * path, backup folder, number of backups to keep, version.
 */

// The server stops the backup, after the requests in progress.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
// If the server was killed, the next one makes a backup of its own.
process.stdin.resume().once('end', () => process.exit(1));

const [databasePath = '', folder = '', keep = '', version = ''] = process.argv.slice(2);
const { bytes } = await backUpFile(databasePath, createBackupPath(folder, new Date()), version);
deleteOldBackups(folder, Number(keep));
process.stdout.write(String(bytes));
process.stdin.destroy();
