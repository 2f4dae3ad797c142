import { randomBytes } from 'node:crypto';
import { sha256 } from './crypto.server';

/*
 * Codes of 160 random bits, to be kept on paper: manage codes, for listings without an account, and recovery codes, for
 * forgotten passwords. Only their SHA-256 is stored.
 */

/** Crockford's Base32, without I, L, O and U, so that a code survives being read aloud or copied by hand. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeBytes = 20;
const codeLength = 32;
const groupLength = 4;

function encode(bytes: Buffer): string {
  let code = '';
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      code += alphabet.charAt((pending >> bits) & 31);
    }
    pending &= (1 << bits) - 1;
  }
  return code;
}

/** Normalises a code to its 32 characters; null if invalid. */
function normaliseCode(text: string): string | null {
  const letters = text
    .replace(/[\s\-\u2010-\u2015]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return letters.length === codeLength && [...letters].every((letter) => alphabet.includes(letter)) ? letters : null;
}

const grouped = (letters: string): string =>
  Array.from({ length: codeLength / groupLength }, (_, at) =>
    letters.slice(at * groupLength, (at + 1) * groupLength),
  ).join('-');

/** Creates a code and its hash, which is stored instead. @returns the code in eight groups of four */
export function newSecretCode(): { code: string; hash: string } {
  const letters = encode(randomBytes(codeBytes));
  return { code: grouped(letters), hash: sha256(letters) };
}

/**
 * Parses a code in any case, with or without spaces and dashes, with O for 0, I or L for 1.
 *
 * @returns the code in display format, eight groups of four; null if invalid
 */
export function readSecretCode(text: string): string | null {
  const letters = normaliseCode(text);
  return letters && grouped(letters);
}

/** Hash under which a code is stored; null if invalid. */
export function hashOfSecretCode(text: string): string | null {
  const letters = normaliseCode(text);
  return letters && sha256(letters);
}
