import { expect, it } from 'vitest';
import { AddressTurns } from '~/http/address-turns.server';

it('a new address waits for one request of others, and addresses with many get a quarter of the turns', async () => {
  const turns = new AddressTurns();
  const begun: string[] = [];
  const ask = (address: string) => turns.wait(address).then(() => begun.push(address));
  const busy = Array.from({ length: 10 }, (_, at) => Array.from({ length: 10 }, () => ask(`busy ${at}`))).flat();
  const turn = () => new Promise(setImmediate);
  // The first of each.
  for (let at = 0; at < 12; at += 1) await turn();
  const visits: Promise<number>[] = [];
  for (let at = 0; at < 40; at += 1) {
    const before = begun.length;
    visits.push(ask(`visitor ${at}`));
    while (!begun.includes(`visitor ${at}`)) await turn();
    expect(begun.length - before).toBeLessThanOrEqual(3);
  }
  const visited = begun.filter((address) => address.startsWith('visitor'));
  expect([visited.length, begun.length - visited.length > 20]).toEqual([40, true]);
  await Promise.all([...busy, ...visits]);
  expect(begun).toHaveLength(140);
});
