import { domainToASCII } from 'node:url';
import { eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type Gender, genders, type Role } from '~db/enums';
import { users } from '~db/schema';
import commonPasswords from '~db/seed/common-passwords.txt?raw';
import { memoizePrepared } from '~db/statements';
import { emptyableText, isOfficialName, officialName, oneOf, ruledText, seenVersion } from '../shared/fields.server';
import { memoize } from '../shared/memoize';
import { site } from '../shared/site';
import { isPhoneNumber, phoneNumberInvalid, toOneLine } from '../shared/text';
import {
  invalidFields,
  maxLengths,
  minNameLength,
  minOperatorPasswordLength,
  minPasswordLength,
  notCurrentPassword,
  placeholderPhone,
  specialCharacters,
  validateEmail,
  validateName,
  validateNewEmail,
  validatePassword,
  wrongRecovery,
} from './account';

/**
 * Returns the key by which email addresses are compared: full-width letters and other compatibility forms become the
 * plain ones (NFKC), case is ignored, and the domain has its DNS form (IDNA).
 *
 * @param email a text with the form of an address
 * @returns the address itself, in lower case, where its domain is not a valid DNS name
 */
export function toEmailKey(email: string): string {
  const plain = email.normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const domain = domainToASCII(plain.slice(at + 1));
  return domain === '' ? plain : plain.slice(0, at + 1) + domain;
}

/** Whether mail could be sent to an address: its domain is a valid DNS name. */
const hasKnownDomain = (email: string): boolean =>
  domainToASCII(email.slice(email.lastIndexOf('@') + 1).normalize('NFKC')) !== '';

const queries = memoizePrepared((db) => ({
  without: db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(isNull(users.emailKey))
    .orderBy(users.createdAt)
    .prepare(),
  isTaken: db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, sql.placeholder('key')))
    .prepare(),
  // Raw: Drizzle has no UPDATE OR IGNORE.
  set: db.$client.prepare<[string, string]>('UPDATE OR IGNORE users SET email_key = ? WHERE id = ?'),
}));

/**
 * Sets the key of accounts that were created before keys existed. If two accounts have addresses with the same key, the
 * account whose address equals the key gets it; the other account keeps working under its exact address. Writes nothing
 * if every account has its key.
 */
export function fillEmailKeys(db: Database): void {
  const { without, isTaken, set } = queries(db);
  const accounts = without
    .all()
    .map(({ id, email }) => ({ id, email, key: toEmailKey(email) }))
    .filter(({ key }) => isTaken.get({ key }) === undefined);
  if (accounts.length === 0) return;
  db.$client
    .transaction(() => {
      const plainFirst = [...accounts.filter((one) => one.key === one.email), ...accounts];
      for (const { id, key } of plainFirst) set.run(key, id);
    })
    .immediate();
}

/** Validation error for a password that an attacker would try first. */
export const easyPassword = 'This password is too easy to guess. Please choose another.';

const operatorPasswordTooShort = `The password of an operator must have at least ${minOperatorPasswordLength} characters`;

/** Minimum number of different characters in a password. */
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

/**
 * Yields the words that a password may be based on: without special characters at its ends or anywhere, and with digits
 * replaced by letters of a similar shape.
 */
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

/** Name and address of the owner of a password. */
type PasswordOwner = { name?: string | undefined; email?: string | undefined };

function* generateParts({ name = '', email = '' }: PasswordOwner): Generator<string> {
  for (const text of [site.name, name, email, email.split('@', 1)[0] ?? '']) {
    yield removePunctuation(foldPassword(text));
    for (const part of foldPassword(text).split(/[^\p{L}\p{M}\p{N}]+/u)) yield part;
  }
}

/**
 * Whether a password is easy to guess: a common password, its owner's name or email address, or the name of this site,
 * also with special characters or a few digits added. Not checked at sign-in, so that existing accounts keep working.
 */
export function isEasyToGuess(password: string, owner: PasswordOwner): boolean {
  if (new Set(foldPassword(password)).size < minDifferentCharacters) return true;
  const own = new Set([...generateParts(owner)].filter((part) => [...part].length >= minPartLength));
  return [...generateCores(password)].some((core) => own.has(core) || getCommonPasswords().has(core));
}

/**
 * Validates a new password; null when it is valid.
 *
 * @param owner a `role` of 'operator' requires a longer password, because operators read personal data and delete other
 *   users' content
 */
export function validateChosenPassword(
  password: string,
  { role = 'user', ...owner }: PasswordOwner & { role?: Role },
): string | null {
  const error = validatePassword(password);
  if (error !== null) return error;
  if (role === 'operator' && [...password].length < minOperatorPasswordLength) return operatorPasswordTooShort;
  return isEasyToGuess(password, owner) ? easyPassword : null;
}

export type Credentials = { email: string; password: string; code?: string | undefined };
export type NewAccount = Omit<Credentials, 'code'> & { name: string; phone: string | null; gender: Gender };
export type ProfileChange = {
  name?: string | undefined;
  phone?: string | null | undefined;
  gender?: Gender | undefined;
  location?: string | null | undefined;
  /** Version of the profile that the client has seen; absent: any version. */
  version?: number | undefined;
};

export const formatAccountError = (): string => invalidFields;

const normalizeEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase();
const email = ruledText(validateEmail, { clean: normalizeEmail }).meta({ format: 'email' });
const newEmail = ruledText((text) => validateNewEmail(text) ?? (hasKnownDomain(text) ? null : validateEmail('')), {
  clean: normalizeEmail,
}).meta({ format: 'email' });
/** In NFC, so that a password matches on every keyboard: they compose characters differently. */
const password = ruledText(validatePassword, { clean: (text) => text.normalize('NFC') }).meta({
  minLength: minPasswordLength,
  maxLength: maxLengths.password,
  description: `Contains at least one of ${specialCharacters}`,
});
const name = ruledText(validateName).meta({ minLength: minNameLength, maxLength: maxLengths.name });
const gender = oneOf('Gender', genders);

/** Accepts the placeholder and returns it unchanged. Empty text counts as absent. */
const phone = z
  .string({ error: phoneNumberInvalid })
  .transform(toOneLine)
  .refine((text) => text === '' || text === placeholderPhone || isPhoneNumber(text), { error: phoneNumberInvalid })
  .refine((text) => text.length <= maxLengths.phone, { error: phoneNumberInvalid })
  .meta({ maxLength: maxLengths.phone })
  .transform((text) => text || null);
const location = emptyableText('Location', maxLengths.location);

export const signInFields: z.ZodType<Credentials> = z.object({
  email,
  password,
  code: z
    .string({ error: 'Code must be text' })
    .max(maxLengths.code, { error: `Code must be at most ${maxLengths.code} characters` })
    .meta({ description: 'Code of the authenticator or a recovery code, for an account with two-step sign-in.' })
    .nullish()
    .transform((given) => given ?? undefined),
});

const allText = z.object({ name: z.string(), email: z.string(), password: z.string() });

export const signUpFields: z.ZodType<NewAccount> = z
  .object({
    name: name.refine((given) => !isOfficialName(given), { error: officialName }),
    email: newEmail,
    password,
    phone: phone.nullish().transform((given) => given ?? null),
    gender: gender.nullish().transform((given) => given ?? 'other'),
  })
  .refine(({ password: chosen, ...owner }) => validatePassword(chosen) !== null || !isEasyToGuess(chosen, owner), {
    error: easyPassword,
    path: ['password'],
    // Also where another field is invalid: all errors are reported at once.
    when: ({ value }) => allText.safeParse(value).success,
  });

/** Absent fields stay unchanged; null clears fields that may be empty and counts as absent for the others. */
export const profileFields: z.ZodType<ProfileChange> = z.object({
  name: name.nullish().transform((given) => given ?? undefined),
  phone: phone.nullish(),
  gender: gender.nullish().transform((given) => given ?? undefined),
  location: location.nullish(),
  version: seenVersion,
});

export type Recovery = { email: string; code: string; password: string };
const recoveryCodeMissing = 'Recovery code is required';
export const recoveryFields: z.ZodType<Recovery> = z.object({
  email,
  code: z.string(recoveryCodeMissing).trim().min(1, recoveryCodeMissing).max(maxLengths.recoveryCode, wrongRecovery),
  password,
});

export const recoveryLinkFields: z.ZodType<{ email: string }> = z.object({ email });

const currentPassword = z
  .string(notCurrentPassword)
  .min(1, notCurrentPassword)
  .normalize('NFC')
  .max(maxLengths.password, notCurrentPassword);

export type EmailChange = { email: string; currentPassword: string };
export const emailChangeFields: z.ZodType<EmailChange> = z.object({ email: newEmail, currentPassword });

/** The password with which the user confirms an action. */
export const givenPassword: z.ZodType<{ password: string }> = z.object({ password: currentPassword });

/** The password with a code of the authenticator; both are checked by the action. */
export const secondStepFields: z.ZodType<{ code: string; password: string }> = z.object({
  code: z.string('Code is required').trim().min(1, 'Code is required'),
  password: currentPassword,
});

export type PasswordChange = { currentPassword: string; newPassword: string };
export const passwordChangeFields: z.ZodType<PasswordChange> = z.object({
  currentPassword,
  newPassword: password,
});
