import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FairQueue } from '~/domain/shared/fair-queue';
import { ok, type Result } from '~/domain/shared/result';
import { photosBusy } from '~/domain/photos/photo';

/** A queue whose work ends on command, and the order in which it was started. */
function observed(maxWaiting: number) {
  const queue = new FairQueue({ waiting: maxWaiting, seconds: 30 }, photosBusy);
  const begun: string[] = [];
  const finish: (() => void)[] = [];
  const add = (name: string) =>
    queue.run(name.charAt(0), async () => {
      begun.push(name);
      await new Promise<void>((resolve) => finish.push(resolve));
      if (name === 'a1') throw new Error('failed');
      return ok(name);
    });
  const finishAll = async () => {
    for (let quiet = 0; quiet < 3; ) {
      const next = finish.shift();
      next?.();
      quiet = next ? 0 : quiet + 1;
      await setImmediate();
    }
  };
  return { add, begun, finishAll };
}

it('runs one task at a time, addresses in turn, whether tasks succeed or fail', async () => {
  const { add, begun, finishAll } = observed(10);
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => add(name).catch(() => 'failed'));
  await setImmediate();
  expect(begun).toEqual(['a1']);
  await finishAll();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(await Promise.all(all)).toEqual(['failed', ...['a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(ok)]);
  const again = add('d1');
  await finishAll();
  expect(await again).toEqual(ok('d1'));
});

it('is never full for an address that has fewer waiting than another', async () => {
  const { add, begun, finishAll } = observed(4);
  const flood = ['a0', 'a2', 'a3', 'a4', 'a5', 'a6'].map(add);
  const others = ['b1', 'c1', 'b2'].map(add);
  await finishAll();
  expect(begun).toEqual(['a0', 'a2', 'b1', 'c1', 'a3']);
  const results = await Promise.all([...flood, ...others]);
  expect(results.map((one) => (one.ok ? one.value : one.error.kind))).toEqual([
    ...['a0', 'a2', 'a3', 'unavailable', 'unavailable', 'unavailable'],
    // Two waiting tasks are as many as the flood has left, so none is dropped for a third.
    ...['b1', 'c1', 'unavailable'],
  ]);
});

it('rejects a task that waited too long, and then serves the others', async () => {
  const queue = new FairQueue({ waiting: 4, seconds: 0.05 }, photosBusy);
  const finish: (() => void)[] = [];
  const first = queue.run('a', () => new Promise<Result<string>>((end) => finish.push(() => end(ok('first')))));
  const late = await queue.run('b', async () => ok('late'));
  expect(late).toEqual({ ok: false, error: photosBusy });
  expect(queue.waiting).toBe(0);
  const next = queue.run('c', async () => ok('next'));
  for (const end of finish) end();
  expect([await first, await next]).toEqual([ok('first'), ok('next')]);
});
