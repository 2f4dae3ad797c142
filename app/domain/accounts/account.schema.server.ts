import { z } from 'zod';
import { type Gender, genders } from '~db/enums';
import { encodeReason, type PlainCode } from '../shared/result';
import { normalizeEmail } from '../shared/email';
import {
  emptyableText,
  failWith,
  isOfficialName,
  oneOf,
  requiredText,
  ruledText,
  seenVersion,
  type TextRule,
  textUpTo,
} from '../shared/fields.server';
import { isPhoneNumber, maxPhoneLength, normalizePhone } from '../shared/phone';
import {
  maxLengths,
  minNameLength,
  minPasswordLength,
  placeholderPhone,
  specialCharacters,
  validateEmail,
  validateName,
  validateNewEmail,
  validatePassword,
} from './account';
import { hasKnownDomain } from './email-keys.server';
import { isEasyToGuess, validateChosenPassword } from './password-rules.server';

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

export const getInvalidCode = (): PlainCode => 'invalid_account_fields';

const normalizeAccountEmail = (text: string): string => normalizeEmail(text).toLowerCase();
export const accountEmail = ruledText(validateEmail, { clean: normalizeAccountEmail }).meta({ format: 'email' });
const newEmailRule: TextRule = (text) =>
  validateNewEmail(text) ?? (hasKnownDomain(text) ? null : { code: 'account_email_invalid' });
const newEmail = ruledText(newEmailRule, { clean: normalizeAccountEmail }).meta({ format: 'email' });
/** In NFC, so that a password matches on every keyboard: they compose characters differently. */
const password = ruledText(validatePassword, { clean: (text) => text.normalize('NFC') }).meta({
  minLength: minPasswordLength,
  maxLength: maxLengths.password,
  description: `Contains at least one of ${specialCharacters}`,
});
const name = ruledText(validateName).meta({ minLength: minNameLength, maxLength: maxLengths.name });
const gender = oneOf('Gender', genders);

const phoneInvalid = failWith({ code: 'phone_invalid' });
/** Accepts the placeholder and returns it unchanged. Empty text counts as absent. */
const phone = z
  .string(phoneInvalid)
  .transform(normalizePhone)
  .refine((text) => text === '' || text === placeholderPhone || isPhoneNumber(text), phoneInvalid)
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
    name: name.refine((given) => !isOfficialName(given), failWith({ code: 'name_reserved' })),
    email: newEmail,
    password,
    phone: phone.nullish().transform((given) => given ?? null),
    gender: gender.nullish().transform((given) => given ?? null),
  })
  .refine(({ password: chosen, ...owner }) => validatePassword(chosen) !== null || !isEasyToGuess(chosen, owner), {
    ...failWith({ code: 'easy_password' }),
    path: ['password'],
    // Also where another field is invalid: all errors are reported at once.
    when: ({ value }) => allText.safeParse(value).success,
  });

export type TeamAccount = Pick<NewAccount, 'name' | 'email' | 'password'>;

/** A member of the team may have an official name, and needs a longer password. */
export const teamAccountFields = z.object({ name, email: newEmail, password });

export const checkTeamPassword = (
  { password: chosen, ...owner }: TeamAccount,
  context: z.RefinementCtx<TeamAccount>,
): void => {
  const reason = validateChosenPassword(chosen, { ...owner, role: 'owner' });
  if (reason) context.addIssue({ code: 'custom', path: ['password'], message: encodeReason(reason) });
};

/** Of an account that joins the team at once. */
export const joinFields: z.ZodType<NewAccount> = signUpFields.superRefine(checkTeamPassword);

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

const wrongPassword = failWith({ code: 'wrong_current_password' });
const passwordRequired = failWith({ code: 'required', values: { label: 'Your current password' } });
const currentPassword = z
  .string(passwordRequired)
  .min(1, passwordRequired)
  .normalize('NFC')
  .max(maxLengths.password, wrongPassword);

export type EmailChange = { email: string; currentPassword: string };
export const emailChangeFields: z.ZodType<EmailChange> = z.object({ email: newEmail, currentPassword });

export const givenPassword: z.ZodType<{ password: string }> = z.object({ password: currentPassword });

const codeRequired = failWith({ code: 'required', values: { label: 'Code' } });
export const secondStepFields: z.ZodType<{ code: string; password: string }> = z.object({
  code: z.string(codeRequired).trim().min(1, codeRequired),
  password: currentPassword,
});

export type PasswordChange = { currentPassword: string; newPassword: string };
export const passwordChangeFields: z.ZodType<PasswordChange> = z.object({
  currentPassword,
  newPassword: password,
});
