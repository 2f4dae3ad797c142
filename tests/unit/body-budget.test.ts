import { expect, test } from 'vitest';
import { BodyAllowance, BodyBudget } from '~/http/request-body.server';

const limits = { bytes: 1000, freeBytes: 10, largeBytes: 100, largePerAddress: 3, wait: 20 };

async function openAllowed(budget: BodyBudget, address: string): Promise<BodyAllowance> {
  const body = await budget.open(address);
  if (!(body instanceof BodyAllowance)) throw new Error(body.code);
  return body;
}

/** Opens a body and records the status it is rejected with. */
async function open(
  budget: BodyBudget,
  address: string,
): Promise<{ body: BodyAllowance; status: () => number | null }> {
  const body = await openAllowed(budget, address);
  let err: number | null = null;
  body.onRejected(({ status }) => {
    err = status;
  });
  return { body, status: () => err };
}

test('the first bytes of a body are not counted, the others until it is closed', async () => {
  const budget = new BodyBudget(limits);
  const { body } = await open(budget, 'a');
  body.change(10);
  expect(budget.bufferedBytes).toBe(0);
  body.change(200);
  expect(budget.bufferedBytes).toBe(200);
  body.change(-205);
  expect(budget.bufferedBytes).toBe(0);
  body.change(95);
  body.close();
  body.close();
  body.change(50);
  expect(budget.bufferedBytes).toBe(0);
});

test('a fourth large body of one address is rejected until another of them is closed', async () => {
  const budget = new BodyBudget(limits);
  const [first, second, third, fourth] = await Promise.all(
    ['a', 'a', 'a', 'a'].map((address) => open(budget, address)),
  );
  const elsewhere = await open(budget, 'b');
  for (const one of [first, second, third, elsewhere, fourth]) one?.body.setExpectedBytes(101);
  expect([first, second, third, fourth, elsewhere].map((one) => one?.status())).toEqual([null, null, null, 429, null]);
  first?.body.close();
  const fifth = await open(budget, 'a');
  fifth.body.setExpectedBytes(101);
  expect(fifth.status()).toBeNull();
  const small = await open(budget, 'a');
  small.body.setExpectedBytes(100);
  expect(small.status()).toBeNull();
});

test('a spent budget rejects bodies of the address that uses most, not of the next client', async () => {
  const budget = new BodyBudget(limits);
  const hogs = [await open(budget, 'a'), await open(budget, 'a'), await open(budget, 'b')];
  hogs[0]?.body.change(310);
  hogs[1]?.body.change(410);
  hogs[2]?.body.change(280);
  const next = await open(budget, 'c');
  next.body.change(60);
  expect(hogs.map(({ status }) => status())).toEqual([null, 503, null]);
  expect(next.status()).toBeNull();
  expect(budget.bufferedBytes).toBe(300 + 270 + 50);
});

test('a complete body is processed: where no other can make room, the next one is rejected', async () => {
  const budget = new BodyBudget(limits);
  const whole = await open(budget, 'a');
  whole.body.change(900);
  whole.body.finish();
  const next = await open(budget, 'b');
  next.body.change(200);
  expect([whole.status(), next.status()]).toEqual([null, 503]);
  expect(budget.bufferedBytes).toBe(890);
  whole.body.close();
  expect(budget.bufferedBytes).toBe(0);
});

test('at most so many bodies are open of one address and of all, large or small', async () => {
  const budget = new BodyBudget({ ...limits, open: { perAddress: 2, inAll: 4 } });
  const [first] = [await openAllowed(budget, 'a'), await openAllowed(budget, 'a')];
  expect(await budget.open('a')).toMatchObject({ status: 429 });
  await openAllowed(budget, 'b');
  await openAllowed(budget, 'c');
  expect(await budget.open('d')).toMatchObject({ status: 503 });
  first.close();
  first.close();
  await openAllowed(budget, 'a');
  expect(await budget.open('a')).toMatchObject({ status: 429 });
});

test('networks of one client share multiples of the limit', async () => {
  const budget = new BodyBudget({ ...limits, open: { perAddress: 1, inAll: 1_000 } });
  const open = (network: number) => budget.open(`2001:db8:1:${network.toString(16)}`);
  const ofHome = await Promise.all(Array.from({ length: 9 }, (_, at) => open(at)));
  expect(ofHome.map((body) => body instanceof BodyAllowance)).toEqual([
    ...Array.from({ length: 8 }, () => true),
    false,
  ]);
  const ofSite = await Promise.all(Array.from({ length: 25 }, (_, at) => open(0x100 * (at + 1))));
  expect(ofSite.filter((body) => body instanceof BodyAllowance)).toHaveLength(24);
});

test('a body takes the place of one that ends while it waits', async () => {
  const budget = new BodyBudget({ ...limits, open: { perAddress: 1, inAll: 4 } });
  const first = await openAllowed(budget, 'a');
  const second = openAllowed(budget, 'a');
  first.close();
  expect(await second).toBeInstanceOf(BodyAllowance);
});
