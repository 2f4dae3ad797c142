import commonPasswords from '~db/seed/common-passwords.txt?raw';
import { once } from '../once';
import { site } from '../site';
import { passwordFault } from './account-faults';
import { operatorPasswordMinimum } from './limits';

/** Beside a password that is among the first a stranger would try. */
export const easyPassword = 'This password is too easy to guess. Please choose another.';

const operatorPasswordTooShort = `The password of an operator must have at least ${operatorPasswordMinimum} characters`;

/** Fewer different characters than this make no password. */
const fewestCharacters = 4;
/** A shorter part of a name is too common to be held against a password. */
const shortestPart = 3;

const common = once(
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

/** What people add behind a word: a year, a run from 1 on, one or two digits. */
const addedDigits = /(?:(?:19|20)\d\d|1(?:2(?:3(?:4(?:5(?:6)?)?)?)?)?|\d{1,2})$/;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** The words that a password may be at heart: without the signs at its ends or anywhere, digits read as letters. */
function* coresOf(password: string): Generator<string> {
  const whole = folded(password);
  const inside = whole.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  for (const text of [whole, inside]) {
    const spelt = [...text].map((sign) => letterFor[sign] ?? sign).join('');
    for (const core of [text, lettersAndDigits(text), lettersAndDigits(spelt)]) {
      yield core;
      yield core.replace(addedDigits, '');
    }
  }
}

/** What is known of whose password it is. */
export type PasswordOwner = { name?: string | undefined; email?: string | undefined };

function* partsOf({ name = '', email = '' }: PasswordOwner): Generator<string> {
  for (const text of [site.name, name, email, email.split('@', 1)[0] ?? '']) {
    yield lettersAndDigits(folded(text));
    for (const part of folded(text).split(/[^\p{L}\p{M}\p{N}]+/u)) yield part;
  }
}

/**
 * Whether a password is among the first that a stranger would try: a common one, its owner's name or e-mail address, or
 * the name of this site, with signs or a few digits added. Asked once the rule of its form is held; not asked at
 * sign-in, so that existing accounts go on.
 */
export function isEasyToGuess(password: string, owner: PasswordOwner): boolean {
  if (new Set(folded(password)).size < fewestCharacters) return true;
  const own = new Set([...partsOf(owner)].filter((part) => [...part].length >= shortestPart));
  return [...coresOf(password)].some((core) => own.has(core) || common().has(core));
}

/**
 * Why a password can't be chosen; null when it can.
 *
 * @param owner `role` is 'operator' for who reads personal data and deletes what is others': a longer one is asked for
 */
export function chosenPasswordFault(
  password: string,
  { role = 'user', ...owner }: PasswordOwner & { role?: 'user' | 'operator' },
): string | null {
  const fault = passwordFault(password);
  if (fault !== null) return fault;
  if (role === 'operator' && [...password].length < operatorPasswordMinimum) return operatorPasswordTooShort;
  return isEasyToGuess(password, owner) ? easyPassword : null;
}
