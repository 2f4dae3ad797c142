// Checks that a backup is what it was when it was made, and sound:
//   npm run verify -- backups/today.sqlite
import { verifyBackup } from '../backup.mjs';

const file = process.argv[2];
if (!file) {
  console.error('Specify a backup: npm run verify -- backups/today.sqlite');
  process.exit(1);
}
try {
  const { createdAt, schema, rows, version } = await verifyBackup(file);
  const count = Object.values(rows).reduce((sum, number) => sum + number, 0);
  const tables = Object.keys(rows).length;
  console.log(
    `${file} is sound and unchanged since it was made on ${createdAt} by version ${version}: ${count} rows in ${tables} tables, schema ${schema}.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
