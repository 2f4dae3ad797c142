import { runImport } from '~/domain/stock/imports.server';
import { closeDatabase, openDatabase } from '~db/connection';

/*
 * Checks, applies or undoes one import. Runs in a process of its own, so that reading thousands of lines blocks no
 * request. Arguments: database path, id of the import.
 */

// The server ends it with its own end; an import that was not committed is repeated.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.stdin.resume().once('end', () => process.exit(1));

const [databasePath = '', id = ''] = process.argv.slice(2);
const db = openDatabase(databasePath);
runImport(db, id);
closeDatabase(db);
process.stdin.destroy();
