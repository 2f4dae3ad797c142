// Makes the running site write a copy of its open database, even if the file itself was deleted or replaced:
//   npm run rescue -- rescued.sqlite
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from '../../db/driver.mjs';
import { defaultDatabasePath, getRescueRequestPath } from '../../db/files.mjs';

const databasePath = process.env.DATABASE_PATH || defaultDatabasePath;
const request = getRescueRequestPath(databasePath);
const patienceSeconds = 15;

/** @returns never */
function giveUp(message) {
  rmSync(request, { force: true });
  console.error(message);
  process.exit(1);
}

if (!process.argv[2]) giveUp('Specify a file: npm run rescue -- rescued.sqlite');
const target = resolve(process.argv[2]);
const unfinished = `${target}.unfinished`;
const copied = `${target}.copied`;
const failed = `${target}.failed`;
for (const path of [target, unfinished, copied, failed]) {
  if (existsSync(path)) giveUp(`${path} already exists. Choose another name, so that no copy is overwritten.`);
}

try {
  mkdirSync(dirname(request), { recursive: true });
  mkdirSync(dirname(target), { recursive: true });
  // Renamed once complete, so that the site never reads half a request.
  writeFileSync(`${request}.new`, JSON.stringify({ file: target }), { mode: 0o644 });
  renameSync(`${request}.new`, request);
} catch (error) {
  giveUp(`The copy could not be requested: ${error instanceof Error ? error.message : error}`);
}

const requestedAt = performance.now();
while (!existsSync(copied)) {
  if (existsSync(failed)) {
    const reason = readFileSync(failed, 'utf8');
    rmSync(failed, { force: true });
    giveUp(`The site could not write a copy: ${reason}`);
  }
  if (!existsSync(unfinished) && performance.now() - requestedAt > patienceSeconds * 1_000) {
    giveUp(
      `No running site that serves ${databasePath} (the setting DATABASE_PATH) wrote a copy. Its log may have the reason.`,
    );
  }
  await setTimeout(100);
}

const copy = new BetterSqlite3(copied);
// Makes the copy a single file without a write-ahead log.
copy.pragma('journal_mode = DELETE');
const verdict = copy.pragma('integrity_check', { simple: true });
copy.close();
if (verdict !== 'ok') giveUp(`The copy ${copied} is not sound: ${verdict}`);
renameSync(copied, target);
console.log(
  `${target} contains everything the running site has, and is sound. To continue with it: stop the site, run npm run restore -- ${target} --without-record --keep-sessions, and start.`,
);
