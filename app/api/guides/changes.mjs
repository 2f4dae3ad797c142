import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

// The id of the last event is kept in a file: after a broken connection, or tomorrow, the stream goes on behind it.
let last = await readFile('last-event-id', 'utf8').catch(() => '');

async function follow() {
  const headers = { Accept: 'text/event-stream', ...(last && { 'Last-Event-ID': last }) };
  const response = await fetch('https://bikes.example/api/bikes/changes?since=now', { headers });
  if (!response.ok) throw new Error(await response.text());
  let text = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (text + piece).split('\n\n');
    text = events.pop();
    for (const event of events) {
      const [, data] = /^data: (.*)$/m.exec(event) ?? [];
      if (data) console.log(data);
      // Of several events that happened together, the last has an id. One stands alone at the beginning.
      last = /^id: (.*)$/m.exec(event)?.[1] ?? last;
      await writeFile('last-event-id', last);
    }
  }
}

for (;;) {
  await follow().catch((error) => console.error(error));
  await setTimeout(1_000);
}
