import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '~db/schema/accounts';
import { siteKeys } from '~db/schema/site';
import { vehicleColourways, vehicles } from '~db/schema/vehicles';
import { freshDatabase } from '../support/fresh-database';

it('the builder decodes each column once prepared as the schema says: booleans, JSON, bytes, NULL', () => {
  const db = freshDatabase();
  db.insert(siteKeys)
    .values({ name: 'k', key: Buffer.from('abc') })
    .run();
  const byId = db
    .select({
      id: vehicles.id,
      isBuiltIn: vehicles.isBuiltIn,
      tags: vehicles.tags,
      hasToolKit: vehicles.hasToolKit,
      upper: sql<string>`upper(${vehicles.id})`,
      isFirst: sql`${vehicles.id} = '1'`.mapWith(Boolean),
      count: sql`7`.mapWith(String).as('count'),
    })
    .from(vehicles)
    .where(eq(vehicles.id, sql.placeholder('id')))
    .prepare();
  const stored = db.$client
    .prepare<[], { tags: string; tool: number | null }>(
      "SELECT tags, has_tool_kit AS tool FROM vehicles WHERE id = '1'",
    )
    .get();
  const expected = {
    id: '1',
    isBuiltIn: true,
    tags: JSON.parse(stored?.tags ?? ''),
    hasToolKit: stored?.tool === null ? null : stored?.tool === 1,
    upper: '1',
    isFirst: true,
    count: '7',
  };
  expect(byId.get({ id: '1' })).toEqual(expected);
  expect(byId.all({ id: '1' })).toEqual([expected]);
  expect(byId.get({ id: 'none' })).toBeUndefined();
  expect(byId.all({ id: 'none' })).toEqual([]);
  expect(db.select().from(siteKeys).where(eq(siteKeys.name, 'k')).get()).toEqual({
    name: 'k',
    key: Buffer.from('abc'),
  });
});

it('a nested selection is mapped as Drizzle does: the missing side of a left join is null', () => {
  const db = freshDatabase();
  const rows = db
    .select({ id: vehicles.id, owner: { id: users.id, name: users.name }, colour: { name: vehicleColourways.name } })
    .from(vehicles)
    .leftJoin(users, eq(users.id, vehicles.ownerUserId))
    .innerJoin(vehicleColourways, eq(vehicleColourways.vehicleId, vehicles.id))
    .where(eq(vehicles.id, '1'))
    .all();
  expect(rows[0]).toEqual({ id: '1', owner: null, colour: { name: expect.any(String) } });
});
