import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineCommand } from '~/domain/shared/command.server';
import { ok } from '~/domain/shared/result';
import { createLog } from '~/http/log.server';
import { readSettings } from '~/http/settings.server';
import { submitCommand } from '~/submit/submit-command.server';
import { createRuntime } from '../../server/runtime';
import { freshDatabase } from '../support/fresh-database';
import { storeUser } from '../support/stored-listing';

const list = defineCommand<object, null>({
  name: 'list',
  schema: () => z.object({}),
  limit: 'listing',
  run: () => ok(null),
});

it.each([
  ['user', 10],
  ['clerk', 10],
  ['manager', 40],
  ['owner', 40],
] as const)('%s may list %i vehicles in an hour', async (role, most) => {
  const db = freshDatabase();
  const runtime = createRuntime(readSettings({}), db, createLog('silent'));
  const actor = storeUser(db, 'Olga', role);
  const sender = { runtime, actor, address: '192.0.2.1', now: new Date(), overLimit: null };
  const request = { readLimit: 'page', writeName: null, whileInProgress: 'wait', repetition: null } as const;
  const write = () =>
    submitCommand({ ...sender, ...request, counted: [] }, { command: list, fields: {}, idempotentRequest: null });
  const results = await Promise.all(Array.from({ length: 40 }, write));
  expect(results.filter((result) => result.ok)).toHaveLength(most);
});
