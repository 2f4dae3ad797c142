import { afterAll, beforeAll, expect, it } from 'vitest';
import { toDay, toWeek, addDays, toInstant } from '~/domain/shared/dates';
import { deskPaths } from '~/paths';
import { toMissedSearch } from '~/domain/figures/missed-searches.server';
import { keepStoringVisits } from '../../server/scheduled-tasks';
import { getCookie, signIn } from '../support/api-client';
import { getPageText } from '../support/page-text';
import { openSite, type SiteInProcess } from '../support/site-in-process';

const now = new Date('2026-11-26T06:00:00Z');
let site: SiteInProcess;
let operator: Record<string, string>;

beforeAll(async () => {
  site = await openSite({ TRUST_PROXY: 'on' }, () => now);
  operator = getCookie(signIn(site, 'Opal', 'owner'));
});
afterAll(() => site.close());

const see = (path: string) => site.request(path, { headers: operator });
const readFile = async (table: string, by: string): Promise<string[][]> =>
  (await see(deskPaths.figuresFile(table, by))).body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

/** Numbers from 0 to 1 that are the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

it('bars, vehicles and totals agree with a plain count of all rows, with times at the borders of weeks', async () => {
  const { $client } = site.runtime.db;
  const random = createRandom(7);
  const thisWeek = toWeek(toDay(now));
  const vehicles = $client
    .prepare<[], { id: string; name: string }>(
      `SELECT id, name FROM vehicles WHERE stock = 'used' ORDER BY seq LIMIT 9`,
    )
    .all();
  const pickTime = (): string => {
    const monday = toInstant(addDays(thisWeek, -7 * Math.floor(random() * 60)), '00:00').getTime();
    const shift = random() < 0.4 ? [-1, 0, 1][Math.floor(random() * 3)] : random() * 3 * 86_400_000;
    return new Date(Math.min(now.getTime(), Math.round(monday + (shift ?? 0)))).toISOString();
  };
  const asked = Array.from({ length: 80 }, (_, at) => {
    const time = pickTime();
    const vehicle = vehicles[Math.floor(random() * vehicles.length)];
    $client
      .prepare(
        `INSERT INTO contact_messages (id, name, email, subject, message, about_vehicle_id, created_at, updated_at)
         VALUES (?, 'Asha', 'asha@example.com', 'Ride', 'May I ride it?', ?, ?, ?)`,
      )
      .run(`message-${at}`, vehicle?.id, time, time);
    return { time, name: vehicle?.name };
  });
  const sold = vehicles.map(({ id, name }) => {
    const time = pickTime();
    $client.prepare('UPDATE vehicles SET sold_at = ? WHERE id = ?').run(time, id);
    return { time, name };
  });
  const toIndiaDay = (time: string): string => toDay(new Date(time));
  for (const [by, weeks, bars] of [
    ['week', 1, 7],
    ['weeks', 12, 12],
    ['year', 52, 13],
  ] as const) {
    const since = addDays(thisWeek, -7 * (weeks - 1));
    const length = (weeks * 7) / bars;
    const expected = Array.from({ length: bars }, (_, at) => {
      const [from, to] = [addDays(since, at * length), addDays(since, (at + 1) * length - 1)];
      const count = (rows: readonly { time: string }[]): string =>
        String(rows.filter(({ time }) => toIndiaDay(time) >= from && toIndiaDay(time) <= to).length);
      return [from, to, count(asked), count(sold)];
    });
    expect(await readFile('bars', by)).toEqual(expected);
    const counted = new Map(
      (await readFile('vehicles', by)).map(([name, , enquiries, , sales]) => [name, [enquiries, sales]]),
    );
    for (const { name } of vehicles) {
      const count = (rows: readonly { time: string; name: string | undefined }[]): string =>
        String(rows.filter((row) => row.name === name && toIndiaDay(row.time) >= since).length);
      expect(counted.get(name) ?? ['0', '0'], `${name}, ${by}`).toEqual([count(asked), count(sold)]);
    }
  }
  const text = getPageText((await see(deskPaths.figures('year'))).body);
  expect(text).toContain(`Enquiries ${asked.filter(({ time }) => toIndiaDay(time) >= addDays(thisWeek, -357)).length}`);
});

it('searches without results are counted once a day for a visitor, by text, without personal texts', async () => {
  const search = (q: string, from: string, path = '/browse') =>
    site.request(`${path}?q=${encodeURIComponent(q)}`, {
      headers: { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/138.0', 'X-Forwarded-For': from },
    });
  await search('Zündapp KS 750', '203.0.113.1');
  await search('zündapp  ks 750', '203.0.113.1', '/sell-bikes');
  await search('Zündapp KS 750', '203.0.113.2');
  await search('call 98200 12345', '203.0.113.1');
  await search('honda', '203.0.113.1');
  await keepStoringVisits(site.runtime)();
  expect(await readFile('searches', 'week')).toEqual([['zündapp ks 750', '2']]);
  const { body } = await see(deskPaths.figures());
  expect(body).toContain(deskPaths.newStock('zündapp ks 750').replaceAll('&', '&amp;'));
  expect((await see(deskPaths.newStock('zündapp ks 750'))).body).toContain('value="zündapp ks 750"');
  expect(['a@b.in', 'MH 12 AB 1234', '+91 98200-12345', 'x'.repeat(61), ' '].map(toMissedSearch)).toEqual(
    Array(5).fill(null),
  );
  expect(toMissedSearch('Under 1,00,000')).not.toBeNull();
});

it('the first answers of this week: half sooner, the slowest, and by day; spam and what was written later do not count', async () => {
  const { $client } = site.runtime.db;
  const ask = (id: string, time: string, answers: readonly string[]) => {
    $client
      .prepare(
        `INSERT INTO contact_messages (id, name, email, subject, message, created_at, updated_at)
         VALUES (?, 'Asha', 'asha@example.com', 'Ride', 'May I ride it?', ?, ?)`,
      )
      .run(id, time, time);
    for (const answer of answers) {
      $client
        .prepare(
          `INSERT INTO conversation_messages (conversation_id, side, text, created_at) VALUES (?, 'seller', 'Yes.', ?)`,
        )
        .run(id, answer);
    }
  };
  $client.exec('DELETE FROM contact_messages');
  ask('before', '2026-11-22T18:29:59.999Z', ['2026-11-24T06:00:00.000Z']);
  ask('monday', '2026-11-22T18:30:00.000Z', ['2026-11-22T19:15:00.000Z', '2026-11-25T06:00:00.000Z']);
  ask('tuesday', '2026-11-24T06:00:00.000Z', ['2026-11-24T16:00:00.000Z']);
  ask('late', '2026-11-24T06:30:00.000Z', ['2026-11-26T05:30:00.000Z']);
  ask('waits', '2026-11-25T06:00:00.000Z', []);
  ask('spam', '2026-11-25T06:00:00.000Z', ['2026-11-25T06:01:00.000Z']);
  $client.exec("INSERT INTO desk_follow_ups (request_id, is_spam) VALUES ('spam', 1)");
  expect(await readFile('answers', 'week')).toEqual([
    ['2026-11-23', '1', '1', '45', '45'],
    ['2026-11-24', '2', '2', '600', '2820'],
    ['2026-11-25', '1', '0', '', ''],
    ['2026-11-26', '0', '0', '', ''],
  ]);
  const text = getPageText((await see(deskPaths.figures())).body);
  expect(text).toContain('Half answered within 10 hours Slowest 47 hours Answered 3 of 4');
  expect(getPageText((await see(deskPaths.today())).body)).toContain('1 waits 24 h Answer');
});
