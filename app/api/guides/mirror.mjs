import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

async function get(path) {
  const response = await fetch(`https://bikes.example/api${path}`);
  const { success, code, message, data } = await response.json();
  if (!success) throw new Error(`${code}: ${message}`);
  return data;
}

const { snapshots } = await get('/snapshots');
const snapshot = snapshots.find(({ kind }) => kind === 'bike');
const file = Buffer.from(await (await fetch(snapshot.url)).arrayBuffer());
const sha256 = createHash('sha256').update(file).digest('hex');
if (sha256 !== snapshot.sha256) throw new Error('The file is damaged.');
const rows = gunzipSync(file).toString().trimEnd().split('\n');
const bikes = new Map(rows.map((row) => JSON.parse(row)).map((bike) => [bike.id, bike]));

// What has changed since it was made.
let since = snapshot.changesToken;
for (let hasMore = true; hasMore; ) {
  const page = await get(`/bikes/changes?since=${since}&limit=1000`);
  for (const { change, id, bike } of page.changes) {
    if (change === 'removed') bikes.delete(id);
    else bikes.set(id, bike);
  }
  since = page.next;
  hasMore = page.hasMore;
}
await writeFile('changes-token', since);
await writeFile('bikes.ndjson', [...bikes.values()].map((bike) => `${JSON.stringify(bike)}\n`).join(''));
