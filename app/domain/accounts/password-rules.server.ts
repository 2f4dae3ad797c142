import type { Role } from '~db/enums';
import commonPasswords from '~db/seed/common-passwords.txt?raw';
import type { Reason } from '../shared/result';
import { memoize } from '../shared/memoize';
import { site } from '../shared/site';
import { minOperatorPasswordLength, validatePassword } from './account';
import { isTeamRole } from '../shared/permissions';

const minDifferentCharacters = 4;
/** Minimum length of a part of a name that may not be the password; shorter parts are too common. */
const minPartLength = 3;

const getCommonPasswords = memoize(
  () =>
    new Set(
      commonPasswords
        .split('\n')
        .filter((line) => !line.startsWith('#'))
        .flatMap((line) => line.split(' ')),
    ),
);

const letterFor: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** Suffixes that people commonly add to a word: a year, a run from 1 on, one or two digits. */
const addedDigits = /(?:(?:19|20)\d\d|1(?:2(?:3(?:4(?:5(?:6)?)?)?)?)?|\d{1,2})$/;

const foldPassword = (text: string): string => text.normalize('NFKC').toLowerCase();
const removePunctuation = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Without special characters, and with digits replaced by letters of a similar shape. */
function* generateCores(password: string): Generator<string> {
  const whole = foldPassword(password);
  const inside = whole.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  for (const text of [whole, inside]) {
    const spelt = [...text].map((sign) => letterFor[sign] ?? sign).join('');
    for (const core of [text, removePunctuation(text), removePunctuation(spelt)]) {
      yield core;
      yield core.replace(addedDigits, '');
    }
  }
}

type PasswordOwner = { name?: string | undefined; email?: string | undefined };

function* generateParts({ name = '', email = '' }: PasswordOwner): Generator<string> {
  for (const text of [site.name, name, email, email.split('@', 1)[0] ?? '']) {
    yield removePunctuation(foldPassword(text));
    for (const part of foldPassword(text).split(/[^\p{L}\p{M}\p{N}]+/u)) yield part;
  }
}

/** Not checked at sign-in, so that existing accounts keep working. */
export function isEasyToGuess(password: string, owner: PasswordOwner): boolean {
  if (new Set(foldPassword(password)).size < minDifferentCharacters) return true;
  const own = new Set([...generateParts(owner)].filter((part) => [...part].length >= minPartLength));
  return [...generateCores(password)].some((core) => own.has(core) || getCommonPasswords().has(core));
}

/** @param owner operators need a longer password: they read personal data and delete other users' content */
export function validateChosenPassword(
  password: string,
  { role = 'user', ...owner }: PasswordOwner & { role?: Role },
): Reason | null {
  const reason = validatePassword(password);
  if (reason !== null) return reason;
  if (role !== undefined && isTeamRole(role) && [...password].length < minOperatorPasswordLength) {
    return { code: 'operator_password_too_short', values: { least: minOperatorPasswordLength } };
  }
  return isEasyToGuess(password, owner) ? { code: 'easy_password' } : null;
}
