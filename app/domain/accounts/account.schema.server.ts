import { z } from 'zod';
import { type Gender, genders } from '~db/enums';
import { normalizeEmail } from '../shared/email';
import {
  emptyableText,
  isOfficialName,
  officialName,
  oneOf,
  requiredText,
  ruledText,
  seenVersion,
  textUpTo,
} from '../shared/fields.server';
import { isPhoneNumber, maxPhoneLength, normalizePhone, phoneNumberInvalid } from '../shared/phone';
import {
  invalidFields,
  maxLengths,
  minNameLength,
  minPasswordLength,
  notCurrentPassword,
  placeholderPhone,
  specialCharacters,
  validateEmail,
  validateName,
  validateNewEmail,
  validatePassword,
} from './account';
import { hasKnownDomain } from './email-keys.server';
import { easyPassword, isEasyToGuess } from './password-rules.server';

export type Credentials = { email: string; password: string; code?: string | undefined };
export type NewAccount = Omit<Credentials, 'code'> & { name: string; phone: string | null; gender: Gender | null };
export type ProfileChange = {
  name?: string | undefined;
  phone?: string | null | undefined;
  gender?: Gender | undefined;
  location?: string | null | undefined;
  /** Version of the profile that the client has seen; absent: any version. */
  version?: number | undefined;
};

export const formatAccountError = (): string => invalidFields;

const normalizeAccountEmail = (text: string): string => normalizeEmail(text).toLowerCase();
/** The address of an account, of this version or an older one. */
export const accountEmail = ruledText(validateEmail, { clean: normalizeAccountEmail }).meta({ format: 'email' });
const newEmail = ruledText((text) => validateNewEmail(text) ?? (hasKnownDomain(text) ? null : validateEmail('')), {
  clean: normalizeAccountEmail,
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
  .transform(normalizePhone)
  .refine((text) => text === '' || text === placeholderPhone || isPhoneNumber(text), { error: phoneNumberInvalid })
  .meta({ maxLength: maxPhoneLength })
  .transform((text) => text || null);
const location = emptyableText('Location', maxLengths.location);

export const signInFields: z.ZodType<Credentials> = z.object({
  email: accountEmail,
  password,
  code: textUpTo('Code', maxLengths.code)
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
    gender: gender.nullish().transform((given) => given ?? null),
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
export const recoveryFields: z.ZodType<Recovery> = z.object({
  email: accountEmail,
  code: requiredText('Recovery code', maxLengths.recoveryCode),
  password,
});

export const recoveryLinkFields: z.ZodType<{ email: string }> = z.object({ email: accountEmail });

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
