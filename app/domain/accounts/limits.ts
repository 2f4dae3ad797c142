import type { TokenScope } from '../asker';

/** Limits and options of accounts that forms and validation share (docs/product.md, "Accounts"). */

export type Gender = 'male' | 'female' | 'other';
export const genders = ['male', 'female', 'other'] as const satisfies readonly Gender[];

export const passwordMinimum = 6;
/** Minimum length of an operator's password: operators read personal data and delete other users' content. */
export const operatorPasswordMinimum = 12;
/** Every password contains at least one of these. */
export const specialCharacters = '!@#$%^&*(),.?":{}|<>';
export const nameMinimum = 2;

/** Maximum length of each text field, in characters. */
export const longestText = {
  name: 80,
  email: 254,
  password: 200,
  phone: 20,
  location: 80,
  tokenName: 60,
  code: 40,
} as const;

/**
 * Value that the sign-up form sends for a missing phone number (docs/product.md, "Accounts"); the profile shows it as
 * 'Not given'.
 */
export const placeholderPhone = '0000000000';
/** Value that the sign-up form sends for a missing gender. */
export const placeholderGender: Gender = 'male';

/** Lifetime of a session that is not ended before, in days. */
export const sessionDays = 30;

/** Hours without a request after which an operator's session ends; access tokens have their own expiry. */
export const operatorIdleHours = 12;
/** Minutes for which a confirmed password stays valid. */
export const freshPasswordMinutes = 10;
/** Number of recovery codes, each valid once, for an account whose authenticator is not available. */
export const recoveryCodeCount = 10;
/** Minutes within which the second step of a sign-in must be completed. */
export const secondStepMinutes = 10;

/** Maximum number of personal access tokens of a user. */
export const mostTokens = 10;
/** Lifetimes that can be chosen for a personal access token, in days. */
export const tokenDays = [30, 90, 365] as const;
export const tokenScopes = ['read', 'write'] as const satisfies readonly TokenScope[];
