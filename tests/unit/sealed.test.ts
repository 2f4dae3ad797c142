import { expect, test } from 'vitest';
import { seal, unseal } from '~/domain/sealed.server';

const name = { secret: 'a secret', salt: 'a salt', purpose: 'a purpose' };

test('a sealed text is opened by its own secret, salt and purpose, and by no other', () => {
  const sealed = seal('नमस्ते', name);
  expect(sealed.toString('latin1')).not.toContain('नमस्ते');
  expect(unseal(sealed, name)).toBe('नमस्ते');
  for (const other of [{ secret: 'another' }, { salt: 'another' }, { purpose: 'another' }]) {
    expect(() => unseal(sealed, { ...name, ...other })).toThrow();
  }
});

test('it opens no more once a byte of it is changed, and is never the same twice', () => {
  const sealed = seal('text', name);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(changed, name)).toThrow();
  }
  expect(seal('text', name).equals(sealed)).toBe(false);
});
