// Opens the database file of its first argument like a start of the site, and prints which parts it seeded.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vite = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true, include: [] },
  logLevel: 'error',
});
const { openDatabase } = await vite.ssrLoadModule('/db/connection.ts');
const { migrate } = await vite.ssrLoadModule('/db/migrate.ts');
const { seed } = await vite.ssrLoadModule('/db/seed/seed.ts');
const db = openDatabase(process.argv[2]);
// Ready: both processes wait here for one line, so that they start at the same time.
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const migrations = migrate(db);
const seeded = seed(db, new Date());
db.$client.close();
await vite.close();
process.stdout.write(`${JSON.stringify({ migrations, seeded })}\n`);
process.exit(0);
