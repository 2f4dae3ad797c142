import { expect, test } from 'vitest';
import { decrypt, encrypt } from '~/domain/shared/secrets.server';

const name = { secret: 'a secret', salt: 'a salt', purpose: 'a purpose' };

test('an encrypted text is decrypted by its own secret, salt and purpose only', () => {
  const encrypted = encrypt('नमस्ते', name);
  expect(encrypted.toString('latin1')).not.toContain('नमस्ते');
  expect(decrypt(encrypted, name)).toBe('नमस्ते');
  for (const other of [{ secret: 'another' }, { salt: 'another' }, { purpose: 'another' }]) {
    expect(() => decrypt(encrypted, { ...name, ...other })).toThrow();
  }
});

test('a changed byte prevents decryption, and no two ciphertexts are equal', () => {
  const encrypted = encrypt('text', name);
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decrypt(changed, name)).toThrow();
  }
  expect(encrypt('text', name).equals(encrypted)).toBe(false);
});
