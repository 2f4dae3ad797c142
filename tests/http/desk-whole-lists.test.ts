import { describe, expect, it } from 'vitest';
import type { Database } from '~db/connection';
import { deskPaths } from '~/paths';
import { getCookie, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { storeManyBikes } from '../support/many-bikes';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

/* One press for all rows of a list at the desk. */

const rows = 120;
let site: SiteInProcess;
let owner: Record<string, string>;

shareSite(async () => {
  site = await openSite();
  owner = getCookie(signIn(site, 'Uma', 'owner'));
  return site;
});

const count = (condition: string): number =>
  site.runtime.db.$client.prepare<[], number>(`SELECT count(*) FROM ${condition}`).pluck().get() ?? 0;
const see = (path: string) => site.request(path, { headers: owner });
const press = (path: string, fields: Record<string, string>) => sendForm(site, path, fields, owner);

function storeManyVehicles({ $client }: Database): void {
  $client.exec("CREATE TEMP TABLE more AS SELECT * FROM vehicles WHERE id = '1'");
  const rename = $client.prepare("UPDATE temp.more SET seq = NULL, id = 'more-' || ?");
  const copy = $client.prepare('INSERT INTO vehicles SELECT * FROM temp.more');
  for (let row = 1; row <= rows; row += 1) {
    rename.run(row);
    copy.run();
  }
}

/** Asks, and sends the form of the question. */
async function confirm(list: string, fields: Record<string, string>) {
  const asked = await press(list, { all: '1', ...fields });
  expect(asked.status).toBe(303);
  const path = asked.headers.location ?? '';
  const question = await see(path);
  const mark = hiddenField(question, 'mark');
  return { path, text: getPageText(question.body), send: () => press(path, { all: '1', mark, ...fields }) };
}

describe.each([
  {
    what: 'the stock',
    list: deskPaths.stock({ show: 'new' }),
    fill: storeManyVehicles,
    fields: { intent: 'hide', reason: '' },
    hidden: "vehicles WHERE owner_user_id IS NULL AND stock <> 'used' AND hidden_at IS NOT NULL",
    all: "vehicles WHERE owner_user_id IS NULL AND stock <> 'used' AND sold_at IS NULL AND retired_at IS NULL",
    change: 'UPDATE vehicles SET version = version + 1 WHERE id = 1',
    ask: (all: number) => `Hide all ${all} vehicles of this list?`,
  },
  {
    what: 'listings of riders',
    list: deskPaths.riders(),
    fill: (db: Database) => storeManyBikes(db, rows),
    fields: { intent: 'hide', reason: 'Sold elsewhere' },
    hidden: 'listings WHERE is_sample = 0 AND hidden_at IS NOT NULL',
    all: 'listings WHERE is_sample = 0',
    change: "UPDATE listings SET version = version + 1 WHERE id = 'bike-1'",
    ask: (all: number) => `Hide all ${all} listings of this list?`,
  },
])('all rows of $what', ({ list, fill, fields, hidden, all, change, ask }) => {
  it('are changed after a question with their number, and taken back by one press', async () => {
    fill(site.runtime.db);
    const total = count(all);
    expect(total).toBeGreaterThan(50);
    expect(getPageText((await see(list)).body)).toContain(`All ${total} of this list`);

    const stale = await confirm(list, fields);
    site.runtime.db.$client.exec(change);
    const refused = await stale.send();
    expect([refused.status, count(hidden)]).toEqual([409, 0]);
    expect(getPageText(refused.body)).toContain('The list was changed in the meantime.');

    const { text, send } = await confirm(list, fields);
    expect(text).toContain(ask(total));
    const done = await send();
    expect([done.status, count(hidden)]).toEqual([303, total]);
    const notice = await site.request(done.headers.location ?? '', {
      headers: {
        Cookie: [owner.Cookie, ...(done.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0])].join(
          '; ',
        ),
      },
    });
    expect(getPageText(notice.body)).toContain(`${total} hidden.`);
    const undo = fields.intent && notice.body.includes('name="batch"') ? 'batch' : 'at';
    const taken = await press(list, { intent: 'undo', [undo]: hiddenField(notice, undo) });
    expect([taken.status, count(hidden)]).toEqual([303, 0]);
  });
});

it('refuses what a role may not do, and prices by no percentage', async () => {
  const list = deskPaths.stock();
  const { path: question } = await confirm(list, { intent: 'retire' });
  const clerk = getCookie(signIn(site, 'Clerk', 'clerk'));
  const mark = hiddenField(await see(question), 'mark');
  expect((await sendForm(site, question, { all: '1', intent: 'retire', mark }, clerk)).status).toBe(403);
  const { path, send } = await confirm(list, { intent: 'by', by: 'cheap' });
  const refused = await send();
  expect([path.includes('by=cheap'), refused.status]).toEqual([true, 422]);
  expect(getPageText(refused.body)).toContain('Change the price by a percentage such as -5');
  expect(count('vehicles WHERE retired_at IS NOT NULL')).toBe(0);
});
