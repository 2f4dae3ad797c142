import { z } from 'zod';
import { type Gender, genders } from '~db/enums';
import { emptyableText, oneOf, ruledText, seenVersion } from '../shared/fields.server';
import { isPhoneNumber, notAPhoneNumber, oneLine } from '../shared/text';
import {
  invalidFields,
  longestText,
  nameMinimum,
  notCurrentPassword,
  passwordMinimum,
  placeholderPhone,
  specialCharacters,
  validateEmail,
  validateName,
  validateNewEmail,
  validatePassword,
  wrongRecovery,
} from './account';
import { easyPassword, hasKnownDomain, isEasyToGuess, isOfficialName, officialName } from './account-rules.server';

export type Credentials = { email: string; password: string; code?: string | undefined };
export type NewAccount = Omit<Credentials, 'code'> & { name: string; phone: string | null; gender: Gender };
export type ProfileChange = {
  name?: string | undefined;
  phone?: string | null | undefined;
  gender?: Gender | undefined;
  location?: string | null | undefined;
  /** Version of the profile that the client has seen; absent: the current version, whichever it is. */
  version?: number | undefined;
};

export const accountInvalid = (): string => invalidFields;

const writtenEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase();
const email = ruledText(validateEmail, { clean: writtenEmail }).meta({ format: 'email' });
const newEmail = ruledText((text) => validateNewEmail(text) ?? (hasKnownDomain(text) ? null : validateEmail('')), {
  clean: writtenEmail,
}).meta({ format: 'email' });
/** NFC, so that a password matches however a keyboard composes its characters. */
const password = ruledText(validatePassword, { clean: (text) => text.normalize('NFC') }).meta({
  minLength: passwordMinimum,
  maxLength: longestText.password,
  description: `Contains at least one of ${specialCharacters}`,
});
const name = ruledText(validateName).meta({ minLength: nameMinimum, maxLength: longestText.name });
const gender = oneOf('Gender', genders);

/** Accepts the placeholder and returns it unchanged. Empty text counts as absent. */
const phone = z
  .string({ error: notAPhoneNumber })
  .transform(oneLine)
  .refine((text) => text === '' || text === placeholderPhone || isPhoneNumber(text), { error: notAPhoneNumber })
  .refine((text) => text.length <= longestText.phone, { error: notAPhoneNumber })
  .meta({ maxLength: longestText.phone })
  .transform((text) => text || null);
const location = emptyableText('Location', longestText.location);

export const signInFields: z.ZodType<Credentials> = z.object({
  email,
  password,
  code: z
    .string({ error: 'Code must be text' })
    .max(longestText.code, { error: `Code must be at most ${longestText.code} characters` })
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
  code: z.string(recoveryCodeMissing).trim().min(1, recoveryCodeMissing).max(longestText.recoveryCode, wrongRecovery),
  password,
});

export const recoveryLinkFields: z.ZodType<{ email: string }> = z.object({ email });

const currentPassword = z.string(notCurrentPassword).normalize('NFC').max(longestText.password, notCurrentPassword);

export type EmailChange = { email: string; currentPassword: string };
export const emailChangeFields: z.ZodType<EmailChange> = z.object({ email: newEmail, currentPassword });

/** The password that the user gives again. */
export const givenPassword: z.ZodType<{ password: string }> = z.object({ password: currentPassword });

export type PasswordChange = { currentPassword: string; newPassword: string };
export const passwordChangeFields: z.ZodType<PasswordChange> = z.object({
  currentPassword,
  newPassword: password,
});
