import type { TokenScope } from '../asker';

/** What an account may hold: numbers and options that forms and rules share (docs/product.md, "Accounts"). */

export type Gender = 'male' | 'female' | 'other';
export const genders = ['male', 'female', 'other'] as const satisfies readonly Gender[];

export const passwordMinimum = 6;
/** Of an operator's password, who reads personal data and deletes what is others'. */
export const operatorPasswordMinimum = 12;
/** One of these is in every password. */
export const specialCharacters = '!@#$%^&*(),.?":{}|<>';
export const nameMinimum = 2;

/** Most letters of what is typed. */
export const longestText = {
  name: 80,
  email: 254,
  password: 200,
  phone: 20,
  location: 80,
  tokenName: 60,
  code: 40,
} as const;

/** What the sign-up form sends for a phone (docs/product.md, "Accounts"); the profile shows it as 'Not given'. */
export const placeholderPhone = '0000000000';
/** What the sign-up form sends for a gender. */
export const placeholderGender: Gender = 'male';

/** How long a session lasts that nobody ends. */
export const sessionDays = 30;

/** Hours after which an operator's session ends in which nothing was asked for; access tokens have an end of their own. */
export const operatorIdleHours = 12;
/** Minutes for which a password that was given again counts. */
export const freshPasswordMinutes = 10;
/** Codes that open an account whose authenticator is not at hand, each once. */
export const recoveryCodeCount = 10;
/** Minutes that the second step of a sign-in may take. */
export const secondStepMinutes = 10;

/** Personal access tokens that one user may have at a time. */
export const mostTokens = 10;
/** How long a personal access token may last, in days. */
export const tokenDays = [30, 90, 365] as const;
export const tokenScopes = ['read', 'write'] as const satisfies readonly TokenScope[];
