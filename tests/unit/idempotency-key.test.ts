import { expect, test } from 'vitest';
import { readIdempotencyKey } from '~/api/endpoint-command.server';

const getKey = (key?: string) =>
  readIdempotencyKey(
    new Request('http://localhost/api/bikes', { headers: key === undefined ? {} : { 'Idempotency-Key': key } }),
  );

test('a key has 1 to 255 characters of ASCII', () => {
  for (const key of ['1', 'a key: {with} ~signs!', 'k'.repeat(255)])
    expect(getKey(key)).toEqual({ ok: true, value: key });
  expect(getKey()).toEqual({ ok: true, value: null });
});

test.each(['', 'k'.repeat(256), 'café', 'a\tb'])('%j is rejected instead of ignored', (key) => {
  expect(getKey(key)).toMatchObject({
    ok: false,
    error: { kind: 'malformed', code: 'invalid_idempotency_key', values: { most: 255 } },
  });
});
